import { MINUTE } from '../time/clock.ts';

/** Milliseconds. */
export const standardTimes = {
  /**
   * A crashed worker's claim is then free: longer than a round whose every request takes its maximum. Results under an
   * expired claim do not count, and the provider recognises a repeated command by its key.
   */
  claim: 5 * MINUTE,
  /** After a first failure; doubles with each further one, up to `longestRetry`. */
  retry: 1000,
  longestRetry: 5 * MINUTE,
  /** The provider does not accept this deployment. */
  misconfigured: MINUTE,
  /** Longest time between two looks at the queue, for other instances' commands; also the wait after a failure. */
  idle: 1000,
  /** The shortest pause between two looks at the queue. */
  pause: 100,
  /** Between two searches for overlong waits. */
  look: MINUTE,
  /** Until a sent command is first asked about, if no callback has arrived. */
  ask: 30_000,
  /** For the provider to accept a connection. */
  connect: 5_000,
  /** For the whole answer to a request. */
  answer: 20_000,
};

export type DispatchTimes = Readonly<typeof standardTimes>;
