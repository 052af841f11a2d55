import type { CommandState } from '@device-console/shared-lib/contract';
import type { Database } from '../store/store.ts';

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

/** Gets the seconds since the operator's call. */
export type AcknowledgementObserver = (seconds: number) => void;
