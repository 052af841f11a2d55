import { MINUTE } from '../time/clock.ts';

/** How long dispatch waits in each case, in milliseconds. */
export interface DispatchTimes {
  /**
   * After this a claim of a crashed worker is free for another: longer than a round whose every request takes as long
   * as it may. What a worker does with a claim that is over counts for nothing, and the provider knows a command that
   * comes twice by its key.
   */
  readonly claim: number;
  /** After a first failure; twice as long after each further one, up to `longestRetry`. */
  readonly retry: number;
  readonly longestRetry: number;
  /** If the provider does not accept this deployment. */
  readonly misconfigured: number;
  /**
   * The queue is looked at at least this often, for commands that another instance took in; also the wait after a
   * failure.
   */
  readonly idle: number;
  /** The shortest pause between two looks at the queue. */
  readonly pause: number;
  /** Between two searches for waits that are longer than any should be. */
  readonly look: number;
  /** Until a sent command is first asked about. Callbacks arrive sooner; this is for those that do not. */
  readonly ask: number;
  /** Until the provider must have accepted a connection. */
  readonly connect: number;
  /** Until a request to the provider must have its whole answer. */
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
