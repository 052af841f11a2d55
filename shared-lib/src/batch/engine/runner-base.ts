import { RunnerLock } from './runner-lock.ts';
import { Publisher } from './publisher.ts';
import { BatchStorageError, keyName, type BatchKey, type StoredBatch } from './record.ts';
import { within } from './within.ts';
import type { Command } from '../../contract/index.ts';
import type { BatchRun } from './batch-run.ts';
import type { LiveBatch } from './live-batch.ts';
import type { Outbox } from './outbox.ts';
import type { BatchPorts } from './ports.ts';
import type { BatchState, BatchView } from './state.ts';

/** Whose batches of which command a runner is for, and what it works with. */
export interface BatchRunnerOptions {
  /** A command that has a batch. */
  readonly command: Command;
  /** E-mail of the operator whose batch it is. */
  readonly operator: string;
  readonly ports: BatchPorts;
  /** The server answers a repeated transactionId with its stored outcome (D2). */
  readonly idempotent: boolean;
  /**
   * Tells of batches that were finished here (D11a); the manager's, for all commands. Absent: the runner has one of its
   * own.
   */
  readonly outbox?: Outbox | undefined;
}

/** So long the browser's storage may take to answer what is there. */
const STORAGE_MS = 15_000;
const NO_ANSWER =
  'The storage of this browser does not answer. Close other tabs of the console, or restart the browser and try again.';

/** What a runner is about, which decides the actions that make sense. */
export type Step =
  | { readonly kind: 'at-rest' | 'busy' | 'ready' | 'resumable' | 'kept-out' }
  /** The batch that failed, or null where none had begun. */
  | { readonly kind: 'retriable'; readonly batchId: string | null }
  | { readonly kind: 'reading'; readonly stop: () => void }
  | { readonly kind: 'working'; readonly run: BatchRun }
  | { readonly kind: 'finished'; readonly batch: LiveBatch };

type FailedStage = Extract<BatchState, { status: 'failed' }>['stage'];

/** What every runner has: what it is about and shows, its lock, and failures that are never swallowed. */
export abstract class RunnerBase {
  readonly key: BatchKey;
  /** Tells a listener of changes, at most once a frame; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object between two notifications. */
  readonly getSnapshot: () => BatchState;
  protected readonly publisher: Publisher<BatchState>;
  protected readonly ports: BatchPorts;
  protected readonly lock: RunnerLock;
  protected step: Step = { kind: 'busy' };
  /** What is shown from the next frame on; the snapshot may be older. */
  protected describe: () => BatchState = () => ({ status: 'preparing' });

  constructor(protected readonly options: BatchRunnerOptions) {
    this.ports = options.ports;
    this.key = { operator: options.operator, command: options.command.id };
    this.lock = new RunnerLock(this.ports.lock, keyName(this.key));
    this.publisher = new Publisher<BatchState>((callback) => this.ports.clock.frame(callback), { status: 'preparing' });
    this.subscribe = this.publisher.subscribe;
    this.getSnapshot = this.publisher.getSnapshot;
  }

  /** Shows what the store has of this key. */
  protected abstract load(): Promise<void>;

  protected enter(step: Step, state: BatchState | (() => BatchState)): void {
    this.step = step;
    this.describe = typeof state === 'function' ? state : () => state;
    this.publisher.show(this.describe);
  }

  protected rest(): void {
    this.lock.release();
    this.enter({ kind: 'at-rest' }, { status: 'idle' });
  }

  /** Runs something that may fail; a failure is shown, whatever it is, with the batch that it is about. */
  protected attempt(action: () => Promise<void>, batch?: LiveBatch): void {
    action().catch((error: unknown) => {
      this.lock.release();
      const stage = error instanceof BatchStorageError ? 'storage' : 'internal';
      const message = error instanceof Error ? error.message : String(error);
      this.fail(stage, message, batch?.view(this.options.idempotent) ?? null);
    });
  }

  /** Runs an action that ends by working, offering or resting; without the lock the batch is in another tab's hands. */
  protected underLock(action: () => Promise<void>, batch?: LiveBatch): void {
    this.enter({ kind: 'busy' }, { status: 'preparing' });
    this.attempt(async () => {
      if (await this.lock.take()) await action();
      else this.watch();
    }, batch);
  }

  /** Another tab has the batch: shown as it is there once it is free. */
  protected watch(): void {
    this.enter({ kind: 'kept-out' }, { status: 'locked-elsewhere' });
    this.lock.watch(() => this.underLock(() => this.load()));
  }

  protected fail(stage: FailedStage, message: string, batch: BatchView | null): void {
    const mayRetry = stage !== 'uploading';
    const step: Step = mayRetry ? { kind: 'retriable', batchId: batch?.batchId ?? null } : { kind: 'at-rest' };
    this.enter(step, { status: 'failed', stage, message, batch, mayRetry });
  }

  /** The unfinished batch of the key, or null. */
  protected stored(): Promise<StoredBatch | null> {
    const { store, clock } = this.ports;
    return within(STORAGE_MS, clock, store.load(this.key), () => new BatchStorageError('failed', NO_ANSWER));
  }
}
