import { describeWork } from './describe.ts';
import { Desk, type Ending } from './desk.ts';
import { LiveBatch } from './live-batch.ts';
import { LockKeeper } from './lock-keeper.ts';
import { Publisher } from './publisher.ts';
import { BatchStorageError, keyName, type BatchKey, type StoredBatch } from './record.ts';
import { savedBatch } from './saved-batch.ts';
import { work, type WorkResult } from './stages.ts';
import { tellSaved } from './tell-saved.ts';
import type { Command } from '../../contract/index.ts';
import type { BatchExtras } from './input.ts';
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
}

/** What a runner is about, which decides the actions that make sense. */
type Step =
  | { readonly kind: 'at-rest' | 'busy' | 'ready' | 'resumable' | 'retriable' }
  | { readonly kind: 'working'; readonly desk: Desk }
  | { readonly kind: 'finished'; readonly batch: LiveBatch };

type FailedStage = Extract<BatchState, { status: 'failed' }>['stage'];

/** What a runner does by itself: loading, locking, working, ending. Its actions are in {@link BatchRunner}. */
export class RunnerCore {
  readonly key: BatchKey;
  /** Tells a listener of changes, at most once a frame; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object between two notifications. */
  readonly getSnapshot: () => BatchState;
  protected readonly publisher: Publisher<BatchState>;
  protected readonly ports: BatchPorts;
  protected readonly lock: LockKeeper;
  protected step: Step = { kind: 'busy' };
  #telling: Promise<void> = Promise.resolve();

  constructor(protected readonly options: BatchRunnerOptions) {
    this.ports = options.ports;
    this.key = { operator: options.operator, command: options.command.id };
    this.lock = new LockKeeper(this.ports.lock, keyName(this.key));
    this.publisher = new Publisher<BatchState>((callback) => this.ports.clock.frame(callback), { status: 'preparing' });
    this.subscribe = this.publisher.subscribe;
    this.getSnapshot = this.publisher.getSnapshot;
    this.underLock(() => this.load());
  }

  protected enter(step: Step, state: BatchState | (() => BatchState)): void {
    this.step = step;
    this.publisher.show(typeof state === 'function' ? state : () => state);
  }

  protected rest(): void {
    this.lock.release();
    this.enter({ kind: 'at-rest' }, { status: 'idle' });
  }

  /** Runs something that may fail; a failure is shown, whatever it is. */
  protected attempt(action: () => Promise<void>): void {
    action().catch((error: unknown) => {
      this.lock.release();
      const stage = error instanceof BatchStorageError ? 'storage' : 'internal';
      this.#fail(stage, error instanceof Error ? error.message : String(error), null);
    });
  }

  /** Runs an action that ends by working, offering or resting; without the lock the batch is in another tab's hands. */
  protected underLock(action: () => Promise<void>): void {
    this.enter({ kind: 'busy' }, { status: 'preparing' });
    this.attempt(async () => {
      if (await this.lock.take()) await action();
      else this.#watch();
    });
  }

  /** What the store has of this key (B10): an unfinished batch, one whose end is still to be reported (D17), or nothing. */
  protected async load(): Promise<void> {
    const stored = await this.ports.store.load(this.key);
    if (stored?.progress.phase === 'reporting') {
      this.run(stored, null);
    } else if (stored) {
      this.offer(stored);
    } else {
      this.ports.mirror.clear(this.key);
      this.rest();
    }
  }

  /** Shows the saved batch and tells the server of it (B10); the lock is kept until that is done. */
  protected offer(stored: StoredBatch): void {
    const offered: Step = { kind: 'resumable' };
    this.enter(offered, { status: 'resumable', saved: savedBatch(stored) });
    this.#telling = tellSaved(this.options.command, stored, this.ports).then((notTold) => {
      if (this.step !== offered) return;
      this.lock.release();
      if (notTold !== '') this.enter(offered, { status: 'resumable', saved: savedBatch(stored, notTold) });
    });
    this.attempt(() => this.#telling);
  }

  protected run(stored: StoredBatch, extras: BatchExtras | null): void {
    this.workOn(new LiveBatch(stored, extras, () => this.ports.clock.now()), false);
  }

  protected workOn(batch: LiveBatch, retryIsWanted: boolean): void {
    const { command, idempotent } = this.options;
    const desk = new Desk(command, batch, this.ports, idempotent, this.lock.handOver(), () => this.publisher.changed());
    this.enter({ kind: 'working', desk }, () => describeWork(desk));
    this.attempt(async () => {
      try {
        await this.#after(desk, await work(desk, retryIsWanted, () => this.#telling));
      } finally {
        desk.release();
      }
    });
  }

  protected archiveSaved(): void {
    this.underLock(async () => {
      const stored = await this.ports.store.load(this.key);
      if (stored) await this.ports.store.archive(stored.header.batchId, this.ports.clock.now());
      this.ports.mirror.clear(this.key);
      this.rest();
    });
  }

  #watch(): void {
    this.enter({ kind: 'busy' }, { status: 'locked-elsewhere' });
    this.lock.watch(() => this.underLock(() => this.load()));
  }

  #fail(stage: FailedStage, message: string, batch: BatchView | null): void {
    const mayRetry = stage !== 'uploading';
    this.enter({ kind: mayRetry ? 'retriable' : 'at-rest' }, { status: 'failed', stage, message, batch, mayRetry });
  }

  async #after(desk: Desk, result: WorkResult): Promise<void> {
    const { batch } = desk;
    if (result.kind === 'ended') {
      await this.#afterEnding(desk, desk.ending ?? 'lost');
    } else if (result.kind === 'finished') {
      desk.release();
      this.enter({ kind: 'finished', batch }, { status: 'finished', batch: batch.view(desk.idempotent) });
    } else {
      // Nothing was sent to any device, and the operator has the file: a refused upload leaves nothing behind (B13).
      if (result.stage === 'uploading') await this.ports.store.remove(batch.header.batchId);
      else await desk.saver.flush();
      desk.release();
      this.#fail(result.stage, result.message, batch.view(desk.idempotent));
    }
  }

  async #afterEnding(desk: Desk, ending: Ending): Promise<void> {
    if (ending === 'lost') {
      desk.release();
      this.#watch();
      return;
    }
    await desk.saver.flush();
    await this.ports.store.archive(desk.batch.header.batchId, this.ports.clock.now());
    this.ports.mirror.clear(this.key);
    desk.release();
    this.rest();
  }
}
