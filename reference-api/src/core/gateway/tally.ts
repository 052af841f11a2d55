import type { CommandState } from '@device-console/shared-lib/contract';
import type { Database } from '../store/store.ts';

/** Receives the results of commands and of the provider, and records them at the end of a round. */
export interface Tally {
  settled(state: CommandState, createdAt: string, now: Date): void;
  failed(reason: string): void;
  write(db: Database, now: Date): Promise<void>;
}

/** Counts nothing. */
export const noTally = (): Tally => ({
  settled: () => undefined,
  failed: () => undefined,
  write: () => Promise.resolve(),
});

/** Called for each acknowledgement, with the seconds since the operator's call. */
export type AcknowledgementObserver = (seconds: number) => void;
