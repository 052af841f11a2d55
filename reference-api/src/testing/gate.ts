import { EventEmitter, once } from 'node:events';

export type Gate = ReturnType<typeof createGate>;

/** A place at which a test stops others until it opens it. */
export function createGate() {
  const events = new EventEmitter();
  const [reached, opened] = [once(events, 'reached'), once(events, 'open')];
  return {
    /** Resolves once somebody waits at the gate. */
    reached,
    /** Waits until the gate is open. */
    async pass() {
      events.emit('reached');
      await opened;
    },
    open: () => events.emit('open'),
  };
}
