import { describeWork } from './describe.ts';
import { BatchRun, type Ending } from './batch-run.ts';
import { LiveBatch, type InvalidRows } from './live-batch.ts';
import { Outbox } from './outbox.ts';
import { RunnerBase, type BatchRunnerOptions, type Step } from './runner-base.ts';
import { savedBatch, type SavedMore } from './saved-batch.ts';
import { work, type WorkResult } from './stages.ts';
import { tellSaved } from './tell-saved.ts';
import type { BatchExtras } from './input.ts';
import type { StoredBatch } from './record.ts';
import type { SavedBatch } from './state.ts';

/** What a runner does by itself: loading, working, ending. Its actions are in {@link BatchRunner}. */
export class RunnerCore extends RunnerBase {
  protected readonly outbox: Outbox;
  protected readonly stopListening: () => void;
  #invalidRows: { readonly batchId: string; readonly rows: InvalidRows } | null = null;
  #telling: Promise<void> = Promise.resolve();

  constructor(options: BatchRunnerOptions) {
    super(options);
    this.outbox = options.outbox ?? new Outbox(options.ports, options.operator);
    this.stopListening = this.outbox.subscribe((batchId) => this.#wasTold(batchId));
    this.underLock(async () => {
      await this.load();
      this.outbox.wake();
    });
  }

  /**
   * What the store has of this key (B10): an unfinished batch, one whose end is still to be reported (D17), or nothing.
   */
  protected async load(): Promise<void> {
    const stored = await this.stored();
    if (stored?.progress.phase === 'reporting') {
      this.run(stored, null);
    } else if (stored) {
      this.offer(stored);
    } else {
      this.ports.legacyRecord.clear(this.key);
      this.rest();
    }
  }

  /** Shows the saved batch and tells the server of it (B10); the lock is kept until that is done. */
  protected offer(stored: StoredBatch): void {
    const offered: Step = { kind: 'resumable' };
    this.enter(offered, { status: 'resumable', saved: this.saved(stored) });
    this.#telling = tellSaved(this.options.command, stored, this.ports).then((notTold) => {
      if (this.step !== offered) return;
      this.lock.release();
      if (notTold !== '') this.enter(offered, { status: 'resumable', saved: this.saved(stored, { notTold }) });
    });
    this.attempt(() => this.#telling);
  }

  /** Offers a batch that has ended, whose unconfirmed IMEIs cannot be sent without its rows (D15). */
  protected async offerAgain(batch: LiveBatch): Promise<void> {
    await this.ports.store.save(batch.header.batchId, batch.progress(), []);
    const stored = await this.stored();
    if (stored) this.offer(stored);
    else this.rest();
  }

  protected saved(stored: StoredBatch, more: Pick<SavedMore, 'notTold' | 'problem'> = {}): SavedBatch {
    const { idempotent } = this.options;
    return savedBatch(stored, { idempotent, invalidRows: this.#invalidRowsOf(stored), ...more });
  }

  protected run(stored: StoredBatch, extras: BatchExtras | null): void {
    const invalidRows = this.#invalidRowsOf(stored);
    this.workOn(new LiveBatch(stored, { extras, invalidRows }, () => this.ports.clock.now()), false);
  }

  /** Keeps the wrong rows of a batch's file for the life of the page, whatever becomes of the batch (B3). */
  protected keepInvalidRows({ header }: StoredBatch, rows: InvalidRows): void {
    this.#invalidRows = { batchId: header.batchId, rows };
  }

  #invalidRowsOf({ header }: StoredBatch): InvalidRows {
    return this.#invalidRows?.batchId === header.batchId ? this.#invalidRows.rows : null;
  }

  protected workOn(batch: LiveBatch, retryIsWanted: boolean): void {
    const { command, idempotent } = this.options;
    const run = new BatchRun(command, batch, this.ports, idempotent, this.lock.handOver(), () =>
      this.publisher.changed(),
    );
    this.enter({ kind: 'working', run }, () => describeWork(run));
    this.attempt(async () => {
      try {
        await this.#after(run, await work(run, retryIsWanted, () => this.#telling));
      } finally {
        run.release();
      }
    }, batch);
  }

  protected archiveSaved(): void {
    this.underLock(async () => {
      const stored = await this.stored();
      if (stored) await this.ports.store.archive(stored.header.batchId, this.ports.clock.now());
      this.ports.legacyRecord.clear(this.key);
      this.rest();
    });
  }

  async #after(run: BatchRun, result: WorkResult): Promise<void> {
    const { batch } = run;
    if (result.kind === 'ended') {
      await this.#afterEnding(run, run.ending ?? 'lost');
    } else if (result.kind === 'finished') {
      run.release();
      this.#finish(run, null);
      this.outbox.wake();
    } else {
      // Nothing was sent to any device, and the operator has the file: a refused upload leaves nothing behind (B13).
      if (result.stage === 'uploading') await this.ports.store.remove(batch.header.batchId);
      else await run.saver.flush();
      run.release();
      this.fail(result.stage, result.message, batch.view(run.idempotent));
    }
  }

  async #afterEnding(run: BatchRun, ending: Ending): Promise<void> {
    if (ending === 'lost') {
      run.release();
      this.watch();
      return;
    }
    await run.saver.flush();
    await this.ports.store.archive(run.batch.header.batchId, this.ports.clock.now());
    this.ports.legacyRecord.clear(this.key);
    run.release();
    if (run.batch.phase !== 'reporting') {
      this.rest();
      return;
    }
    this.#finish(run, run.batch.notTold ?? '');
    this.outbox.later();
  }

  #finish({ batch, idempotent }: BatchRun, notTold: string | null): void {
    this.enter({ kind: 'finished', batch }, { status: 'finished', batch: batch.view(idempotent), notTold });
  }

  /** What is shown of the batch, and of the archive below it, is not true any more. */
  #wasTold(batchId: string): void {
    const state = this.describe();
    if (this.step.kind === 'finished' && state.status === 'finished' && this.step.batch.header.batchId === batchId) {
      this.enter(this.step, { ...state, notTold: null });
    } else if (this.step.kind === 'at-rest' || this.step.kind === 'finished') {
      this.enter(this.step, { ...state });
    }
  }
}
