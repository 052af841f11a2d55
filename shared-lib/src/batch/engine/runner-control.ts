import { BatchRepository } from './batch-repository.ts';
import { BatchRun } from './batch-run.ts';
import { Outbox } from './outbox.ts';
import { processBatch, type BatchResult } from './process-batch.ts';
import { Publisher } from './publisher.ts';
import { BatchStorageError, keyName, type BatchKey, type StoredBatch } from './record.ts';
import { RunnerLock } from './runner-lock.ts';
import { isAtRest, shownState, type RunnerState } from './runner-state.ts';
import { takeOver, type ServerBatch, type TakeOver } from './take-over.ts';
import { tellSaved } from './tell-status.ts';
import type { Command } from '../../contract/index.ts';
import type { LiveBatch } from './live-batch.ts';
import type { BatchPorts } from './ports.ts';
import type { BatchState, BatchView } from './state.ts';

export interface BatchRunnerOptions {
  readonly command: Command;
  readonly operator: string;
  readonly ports: BatchPorts;
  /** The server answers a repeated transactionId with its stored outcome (D2). */
  readonly idempotent: boolean;
  /** Tells of batches that were finished here (D11a); the manager's, for all commands. Absent: one of its own. */
  readonly outbox?: Outbox | undefined;
}

type FailedStage = Extract<BatchState, { status: 'failed' }>['stage'];

/** A runner's one state, its lock, and what leads from state to state without the operator. No failure is swallowed. */
export class RunnerControl {
  readonly key: BatchKey;
  readonly lock: RunnerLock;
  readonly repository: BatchRepository;
  readonly publisher: Publisher<BatchState>;
  readonly #options: BatchRunnerOptions;
  readonly #outbox: Outbox;
  readonly #stopListening: () => void;
  #state: RunnerState = { status: 'preparing' };
  #telling: Promise<void> = Promise.resolve();

  constructor(options: BatchRunnerOptions) {
    const { command, operator, ports, idempotent } = options;
    this.#options = options;
    this.key = { operator, command: command.id };
    this.lock = new RunnerLock(ports.lock, keyName(this.key));
    this.repository = new BatchRepository(ports, this.key, idempotent);
    this.publisher = new Publisher<BatchState>(ports.clock, { status: 'preparing' });
    this.#outbox = options.outbox ?? new Outbox(ports, operator);
    this.#stopListening = this.#outbox.subscribe((batchId) => this.#wasTold(batchId));
    this.underLock(async () => {
      await this.load();
      this.#outbox.wake();
    });
  }

  get state(): RunnerState {
    return this.#state;
  }

  /** Enters a state, which is shown from the next frame on. */
  enter(state: RunnerState): void {
    this.#state = state;
    this.publisher.show(() => shownState(this.#state));
  }

  /** Nothing is under way, and the lock is free. */
  becomeIdle(): void {
    this.lock.release();
    this.enter({ status: 'idle' });
  }

  /** Runs something that may fail; a failure is shown, whatever it is, with the batch that it is about. */
  attempt(action: () => Promise<void>, batch?: LiveBatch): void {
    action().catch((error: unknown) => {
      this.lock.release();
      const stage = error instanceof BatchStorageError ? 'storage' : 'internal';
      this.#fail(stage, error instanceof Error ? error.message : String(error), batch ? this.#viewOf(batch) : null);
    });
  }

  /** Runs an action that ends by working, offering or being idle; without the lock another tab has the batch. */
  underLock(action: () => Promise<void>, batch?: LiveBatch): void {
    this.enter({ status: 'preparing' });
    this.attempt(async () => {
      if (await this.lock.take()) await action();
      else this.#watch();
    }, batch);
  }

  /**
   * What the store has of this key (B10): an unfinished batch, one whose end is still to be reported (D17), or nothing.
   */
  async load(): Promise<void> {
    const stored = await this.repository.unfinished();
    if (stored?.progress.phase === 'reporting') {
      this.workOn(this.repository.live(stored, null));
    } else if (stored) {
      this.offer(stored);
    } else {
      this.#options.ports.legacyRecord.clear(this.key);
      this.becomeIdle();
    }
  }

  /** Shows the saved batch and tells the server of it (B10); the lock is kept until that is done. */
  offer(stored: StoredBatch): void {
    const offered: RunnerState = { status: 'resumable', saved: this.repository.saved(stored) };
    this.enter(offered);
    this.#telling = tellSaved(this.#options.command, stored, this.#options.ports.api).then((notTold) => {
      if (this.#state !== offered) return;
      this.lock.release();
      if (notTold !== '') this.enter({ status: 'resumable', saved: this.repository.saved(stored, { notTold }) });
    });
    this.attempt(() => this.#telling);
  }

  /** Takes a batch over from wherever it is (D17b). Nothing else begins here meanwhile, nor a second taking-over. */
  async takeOver(batch: ServerBatch): Promise<TakeOver> {
    const { command, ports } = this.#options;
    const before = this.#state;
    if (!isAtRest(before) && before.status !== 'finished') return before.status === 'resumable' ? 'occupied' : 'busy';
    this.enter({ status: 'preparing' });
    try {
      if (!(await this.lock.take())) {
        this.enter(before);
        return 'busy';
      }
      if (await this.repository.unfinished()) {
        await this.load();
        return 'occupied';
      }
      const stored = await takeOver(this.key, command, batch, ports);
      await ports.store.create(stored);
      if (stored.header.hasExtras) this.offer(stored);
      else this.workOn(this.repository.live(stored, null));
      return 'taken';
    } catch (error) {
      this.lock.release();
      this.enter(before);
      throw error;
    }
  }

  /**
   * Works on a batch to its end. `retryIsWanted`: its unconfirmed IMEIs are sent again without asking; `waitsForTurn`:
   * after the batches that are under way.
   */
  workOn(batch: LiveBatch, { retryIsWanted = false, waitsForTurn = false } = {}): void {
    const { command, ports, idempotent } = this.#options;
    const lock = this.lock.handOver();
    const onChange = () => this.publisher.changed();
    const onProgress = () => this.publisher.progressed();
    const run = new BatchRun({ command, batch, ports, idempotent, lock, onChange, onProgress });
    this.enter({ status: 'active', run });
    this.attempt(async () => {
      const work = processBatch(run, { retryIsWanted, waitsForTurn, beforeReport: () => this.#telling });
      this.#afterWork(batch, await work.finally(() => run.release()));
    }, batch);
  }

  /** Stops for good, without touching what is stored. */
  dispose(): void {
    this.lock.close();
    this.#stopListening();
    if (!this.#options.outbox) this.#outbox.close();
    if (this.#state.status === 'active') this.#state.run.end('lost');
  }

  #afterWork(batch: LiveBatch, result: BatchResult): void {
    switch (result.kind) {
      case 'lost':
        return this.#watch();
      case 'taken-over':
        return this.enter({ status: 'taken-over', batch: this.#viewOf(batch), by: result.by });
      case 'archived':
        return this.becomeIdle();
      case 'failed':
        return this.#fail(result.stage, result.message, this.#viewOf(batch));
      case 'finished': {
        const { notTold } = result;
        this.enter({ status: 'finished', batch: this.#viewOf(batch), notTold, ended: batch });
        return notTold === null ? this.#outbox.wake() : this.#outbox.later();
      }
    }
  }

  /** Another tab has the batch: shown as it is there once it is free. */
  #watch(): void {
    this.enter({ status: 'locked-elsewhere' });
    this.lock.watch(() => this.underLock(() => this.load()));
  }

  #fail(stage: FailedStage, message: string, batch: BatchView | null): void {
    this.enter({ status: 'failed', stage, message, batch, mayRetry: stage !== 'uploading' });
  }

  #viewOf(batch: LiveBatch): BatchView {
    return batch.view(this.#options.idempotent);
  }

  /** What is shown of the batch, and of the archive below it, is not true any more. */
  #wasTold(batchId: string): void {
    const state = this.#state;
    if (state.status === 'finished')
      this.enter(state.batch.batchId === batchId ? { ...state, notTold: null } : { ...state });
    else if (isAtRest(state)) this.enter({ ...state });
  }
}
