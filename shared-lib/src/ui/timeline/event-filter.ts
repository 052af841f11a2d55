import { commandOutcome, type CommandOutcome } from './device-standing.ts';
import type { DeviceEvent } from './device-events.ts';

const DAY = 86_400_000;

/** The shown events of a timeline; '' means all. */
export interface EventFilter {
  readonly kind: '' | 'command' | 'enrolment';
  readonly outcome: '' | CommandOutcome;
  /** An operator, as the events name them. */
  readonly who: string;
  /** Days back from now. */
  readonly days: '' | '7' | '30' | '90';
}

/** Every event. */
export const noFilter: EventFilter = { kind: '', outcome: '', who: '', days: '' };

/** True if a filter shows everything. */
export const isUnfiltered = (filter: EventFilter): boolean => Object.values(filter).every((value) => value === '');

/** The matching events, in order. An event without a readable time matches no limit of days. */
export function filterEvents(
  events: readonly DeviceEvent[],
  { kind, outcome, who, days }: EventFilter,
  now: number,
): readonly DeviceEvent[] {
  const since = days === '' ? null : now - Number(days) * DAY;
  return events.filter((event) => {
    const isCommand = event.kind === 'command';
    if (kind !== '' && isCommand !== (kind === 'command')) return false;
    if (outcome !== '' && !(isCommand && commandOutcome(event.status) === outcome)) return false;
    if (who !== '' && !(isCommand && event.user === who)) return false;
    return since === null || (event.moment !== null && event.moment >= since);
  });
}

/** Distinct operators of events, and outcomes of their commands. */
export function filterChoices(events: readonly DeviceEvent[]): {
  readonly people: readonly string[];
  readonly outcomes: readonly CommandOutcome[];
} {
  const commands = events.filter((event) => event.kind === 'command');
  return {
    people: [...new Set(commands.map(({ user }) => user))].filter(Boolean).toSorted(),
    outcomes: [...new Set(commands.map(({ status }) => commandOutcome(status)))],
  };
}
