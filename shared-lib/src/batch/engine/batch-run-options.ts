import type { Command } from '../../contract/index.ts';
import type { LiveBatch } from './live-batch.ts';
import type { BatchPorts, HeldLock } from './ports.ts';

/** What a run works with. */
export interface BatchRunOptions {
  readonly command: Command;
  readonly batch: LiveBatch;
  readonly ports: BatchPorts;
  /** The server answers a repeated transactionId with its stored outcome (D2). */
  readonly idempotent: boolean;
  /** Held until `BatchRun.release()`. */
  readonly lock: HeldLock;
  /** Called when the status of `BatchRun.shown()` may have changed. */
  readonly onChange: () => void;
  /** Called when no more than its figures may have. */
  readonly onProgress: () => void;
}
