import type { CommandState } from '@device-console/shared-lib/contract';
import { DAY, HOUR, isoAfter, MINUTE, type Clock } from '../time/clock.ts';
import type { CommandRow } from '../store/commands.ts';
import type { Control } from '../store/dispatch.ts';
import type { Database, Store } from '../store/store.ts';
import type { DeviceGateway } from './device-gateway.ts';

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

/** Collects the results of commands and the provider, and records them at the end of a round. */
export interface Tally {
  settled(state: CommandState, createdAt: string, now: Date): void;
  failed(reason: string): void;
  write(db: Database, now: Date): Promise<void>;
}

export const noTally = (): Tally => ({
  settled: () => undefined,
  failed: () => undefined,
  write: () => Promise.resolve(),
});

export interface WorkerParts {
  readonly store: Store;
  readonly gateway: DeviceGateway;
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
  /** Milliseconds that a command may wait to be sent; default: a day. */
  readonly lifetime?: number | undefined;
  /** For this deployment, all instances together; default: no limit. */
  readonly commandsPerMinute?: number | undefined;
  /** Counts the results of this instance's commands; default: none. */
  readonly tally?: (() => Tally) | undefined;
  readonly fault?: ((kind: 'row', error: unknown, facts: object) => void) | undefined;
  /** One step of the comparison after a restore; returns how many commands it examined. Default: nothing. */
  readonly held?: ((parts: RoundParts, control: Control) => Promise<number>) | undefined;
  readonly times?: DispatchTimes | undefined;
}

export interface RoundParts extends Omit<WorkerParts, 'tally'> {
  readonly lifetime: number;
  readonly times: DispatchTimes;
  readonly tally: Tally;
}

/** The command is withdrawn if not sent by then. */
export function expiryOf(row: Pick<CommandRow, 'expires_at' | 'created_at'>, lifetime: number): string {
  return row.expires_at ?? isoAfter(new Date(row.created_at), lifetime);
}

/** The outcome of a sent command is then unknown. */
export const UNKNOWN_AFTER = 7 * DAY;
/** Time to ask about a command with an unknown outcome; after that only the provider can say more. */
export const ASKED_FOR = 30 * DAY;

/** Limits waits between questions, and waits that the provider requests. */
export const LONGEST_WAIT = HOUR;

/** A wait this many times the longest was written by a clock that was ahead; instances differ less. */
export const TOLERANCE = 2;

export function retryWait({ times }: Pick<RoundParts, 'times'>, attempts: number): number {
  return Math.min(times.retry * 2 ** Math.min(attempts, 20), times.longestRetry);
}

export function askWait(askAfter: number, questions: number): number {
  return Math.min(askAfter * 2 ** Math.min(questions, 20), LONGEST_WAIT);
}
