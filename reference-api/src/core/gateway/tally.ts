import type { CommandState } from '@device-console/shared-lib/contract';
import type { Database } from '../store/store.ts';

/** Is told what comes of commands and of the provider, and writes it down at the end of a round. */
export interface Tally {
  settled(state: CommandState, createdAt: string, now: Date): void;
  failed(reason: string): void;
  write(db: Database, now: Date): Promise<void>;
}

/** Where nobody counts. */
export const noTally = (): Tally => ({
  settled: () => undefined,
  failed: () => undefined,
  write: () => Promise.resolve(),
});

/** Is told of each acknowledgement: seconds since the operator's call. */
export type AcknowledgementObserver = (seconds: number) => void;
