import type { DeviceAudit } from '../contract/index.ts';
import type { SentDevice } from '../data/react/index.ts';
import { commandOutcome, deviceEvents, type DeviceEvent } from '../ui/timeline/device-events.ts';

/** The state that an event has led to; null if it decides nothing. */
function stateAfter(event: DeviceEvent): SentDevice['before'] | null {
  switch (event.kind) {
    case 'released':
    case 'de-enrolled':
      return event.kind;
    case 'registered':
    case 're-registered':
      return 'enrolled';
    case 'changed':
      return null;
    case 'command':
      if (commandOutcome(event.status) !== 'acknowledged') return null;
      return event.command === 'LOCK' ? 'locked' : event.command === 'UNLOCK' ? 'unlocked' : null;
  }
}

/**
 * A device's model, and its state before a command of this transaction id, by its records alone: whatever the command
 * itself has changed since is left out. Without that command in the audit: its state now.
 */
export function deviceBefore(audit: DeviceAudit, transactionId: string): SentDevice {
  const events = deviceEvents(audit);
  const own = events.findIndex((event) => event.kind === 'command' && event.transactionId === transactionId);
  const [state = ''] = events.slice(own + 1).flatMap((event) => stateAfter(event) ?? []);
  const registered = events.find(({ kind }) => kind === 'registered');
  return { model: registered?.kind === 'registered' ? registered.maker : '', before: state };
}
