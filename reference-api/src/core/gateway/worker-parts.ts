import { DAY, HOUR, isoAfter, type Clock } from '../time/clock.ts';
import type { CommandRow } from '../store/commands.ts';
import type { Control } from '../store/dispatch.ts';
import type { Store } from '../store/store.ts';
import type { Stop } from './deliver.ts';
import type { DeviceGateway } from './device-gateway.ts';
import type { Tally } from './tally.ts';
import { standardTimes, type DispatchTimes } from './dispatch-times.ts';
import type { WorkerLog } from './worker-loop.ts';

/** Notes what the provider asks for, or, where it was heard, that it answers again. */
export type NoteWait = (control: Control, stop: Stop | undefined, heard: boolean) => Promise<void>;

/** Takes a step of what must be over before anything is sent; returns how many commands it looked at. */
export type HeldRound = (parts: WorkerParts, control: Control, noteWait: NoteWait, tally: Tally) => Promise<number>;

/** What a worker works with. */
export interface WorkerParts {
  readonly store: Store;
  readonly gateway: DeviceGateway;
  readonly clock: Clock;
  readonly log: WorkerLog;
  /** Milliseconds that a command may wait before it is sent; a day by default. */
  readonly lifetime?: number | undefined;
  /** Of this deployment, all its instances together; no limit by default. */
  readonly commandsPerMinute?: number | undefined;
  /** Counts what comes of the commands of this instance; nobody by default. */
  readonly tally?: (() => Tally) | undefined;
  /** Is told of a row that cannot be worked on; nobody by default. */
  readonly fault?: ((kind: 'row', error: unknown, facts: object) => void) | undefined;
  /** What is done while everything is held after a restore; nothing by default. */
  readonly held?: HeldRound | undefined;
  /** How long is waited for what; {@link standardTimes} by default. */
  readonly times?: DispatchTimes | undefined;
}

/** A command that could not be sent by then is taken back. */
export function expiryOf(row: Pick<CommandRow, 'expires_at' | 'created_at'>, lifetime = DAY): string {
  return row.expires_at ?? isoAfter(new Date(row.created_at), lifetime);
}

/** After so long without an answer nobody can say what became of a sent command. */
export const UNKNOWN_AFTER = 7 * DAY;
/** A command of unknown outcome is asked about for so long; after that only the provider itself can say more. */
export const ASKED_FOR = 30 * DAY;

/** Of questions, and of what the provider asks for. */
export const LONGEST_WAIT = HOUR;

/** What waits for so many times its longest wait was written by a clock that was ahead: others are less apart. */
export const TOLERANCE = 2;

/** The wait after so many failed attempts. */
export function retryWait({ times = standardTimes }: Pick<WorkerParts, 'times'>, attempts: number): number {
  return Math.min(times.retry * 2 ** Math.min(attempts, 20), times.longestRetry);
}

/** The wait until a sent command is asked about after so many questions. */
export function askWait(askAfter: number, questions: number): number {
  return Math.min(askAfter * 2 ** Math.min(questions, 20), LONGEST_WAIT);
}
