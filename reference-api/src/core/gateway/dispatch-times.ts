import { MINUTE } from '../time/clock.ts';

/** Milliseconds. */
export interface DispatchTimes {
  /**
   * A crashed worker's claim is then free: longer than a round whose every request takes its maximum. Results under an
   * expired claim do not count, and the provider recognises a repeated command by its key.
   */
  readonly claim: number;
  /** After a first failure; doubles with each further one, up to `longestRetry`. */
  readonly retry: number;
  readonly longestRetry: number;
  /** The provider does not accept this deployment. */
  readonly misconfigured: number;
  /** Longest time between two looks at the queue, for other instances' commands; also the wait after a failure. */
  readonly idle: number;
  /** The shortest pause between two looks at the queue. */
  readonly pause: number;
  /** Between two searches for overlong waits. */
  readonly look: number;
  /** Until a sent command is first asked about, if no callback has arrived. */
  readonly ask: number;
  /** For the provider to accept a connection. */
  readonly connect: number;
  /** For the whole answer to a request. */
  readonly answer: number;
}

export const standardTimes: DispatchTimes = {
  claim: 5 * MINUTE,
  retry: 1000,
  longestRetry: 5 * MINUTE,
  misconfigured: MINUTE,
  idle: 1000,
  pause: 100,
  look: MINUTE,
  ask: 30_000,
  connect: 5_000,
  answer: 20_000,
};
