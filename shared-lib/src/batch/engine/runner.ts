import type { Command } from '../../contract/index.ts';
import type { ImeiFileAnswer } from '../../csv/headless/imei-file.ts';
import { sealErrors } from './kept-errors.ts';
import { BatchRepository, problemOf, type ResumeRows, withKeptRows } from './batch-repository.ts';
import { BatchRun, type Decision, type PauseRequest } from './batch-run.ts';
import { type BatchInput, newStoredBatch } from './new-batch.ts';
import type { LiveBatch } from './live-batch.ts';
import { type Outbox, reportSaved } from './outbox.ts';
import type { BatchPorts } from './ports.ts';
import { processBatch, type BatchResult } from './process-batch.ts';
import { Publisher } from './publisher.ts';
import {
  BatchStorageError,
  isArchived,
  keyName,
  type ArchivedBatch,
  type BatchKey,
  type StoredBatch,
} from './record.ts';
import { RunnerLock } from './runner-lock.ts';
import { isAtRest, mayBegin, mayResume, shownState, type RunnerState } from './runner-state.ts';
import type { BatchState, BatchView, SavedBatch } from './state.ts';
import { takeOver, type ServerBatch, type TakeOver } from './take-over.ts';

export interface BatchRunnerOptions {
  readonly command: Command;
  readonly operator: string;
  readonly ports: BatchPorts;
  /** The server answers a repeated transactionId with its stored outcome (D2). */
  readonly idempotent: boolean;
  /** Reports batches to the server that were finished here (D11a); shared by all commands. */
  readonly outbox: Outbox;
}

type FailedStage = Extract<BatchState, { status: 'failed' }>['stage'];

/**
 * One operator's batches of one command (B5 to B14, D2, D10 to D17): the headless model of a batch screen. It outlives
 * every screen, so changing screens neither stops nor doubles a batch. Actions that do not fit the current state do
 * nothing.
 */
export class BatchRunner {
  readonly key: BatchKey;
  /** Calls a listener on changes, at most once a frame; returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object between two notifications. */
  readonly getSnapshot: () => BatchState;
  readonly #options: BatchRunnerOptions;
  readonly #lock: RunnerLock;
  readonly #repository: BatchRepository;
  readonly #publisher: Publisher<BatchState>;
  readonly #stopListening: () => void;
  #state: RunnerState = { status: 'preparing' };
  #reporting: Promise<void> = Promise.resolve();

  constructor(options: BatchRunnerOptions) {
    const { command, operator, ports, idempotent, outbox } = options;
    if (!command.batch) throw new Error(`The command ${command.title} has no batch.`);
    this.#options = options;
    this.key = { operator, command: command.id };
    this.#lock = new RunnerLock(ports.lock, keyName(this.key));
    this.#repository = new BatchRepository(ports, this.key, idempotent);
    this.#publisher = new Publisher<BatchState>(ports.clock, { status: 'preparing' });
    this.subscribe = this.#publisher.subscribe;
    this.getSnapshot = this.#publisher.getSnapshot;
    this.#stopListening = outbox.subscribe((batchId) => this.#wasReported(batchId));
    this.#underLock(async () => {
      await this.#load();
      outbox.wake();
    });
  }

  /** The state, once it is known what is stored (B10) and no action is about to change it. */
  async settled(): Promise<BatchState> {
    while (this.#state.status === 'preparing')
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    return shownState(this.#state);
  }

  /**
   * Reads a file. Shows the progress, then why the file cannot be used, or that it is ready (B1 to B4, D14). Cancelling
   * calls `stop`, after which the function must finish.
   */
  read(
    fileName: string,
    sizeBytes: number,
    readFile: (onProgress: (bytesRead: number) => void) => Promise<ImeiFileAnswer>,
    stop = (): void => undefined,
  ): void {
    if (!mayBegin(this.#state)) return;
    this.#enter({ status: 'reading', fileName, sizeBytes, bytesRead: 0, stop });
    this.#attempt(async () => {
      const file = await readFile((bytesRead) => {
        if (this.#state.status === 'reading') this.#enter({ ...this.#state, bytesRead });
      });
      if (file.kind === 'read') this.#enter({ status: 'ready', file });
      else this.#enter(file.kind === 'rejected' ? { status: 'rejected', file } : { status: 'idle' });
    });
  }

  /**
   * Uploads the copy, registers the list and sends every IMEI; call it once the operator has confirmed (B5 to B7, D14).
   * Throws if a required level or device action is missing.
   */
  start(input: BatchInput): void {
    if (!mayBegin(this.#state)) return;
    const stored = newStoredBatch(this.#options.command, this.#options.operator, input, this.#options.ports);
    this.#repository.keepInvalidRows(stored, input.file?.errors ?? null);
    this.#underLock(async () => {
      const unfinished = await this.#repository.unfinished();
      if (unfinished) return this.#offer(unfinished);
      const { ports } = this.#options;
      const kept = {
        ...(await withKeptRows(stored, input.rows.extras, ports)),
        sealedErrors: await sealErrors(stored.header, input.file?.errors ?? null, ports),
      };
      await ports.store.create(kept);
      const { waitsForTurn = false, rows, chosen } = input;
      this.#workOn(this.#repository.live(kept, rows.extras ?? null, chosen), { waitsForTurn });
    });
  }

  /** Resumes the saved batch (B11), or retries a failed stage. Rows with personal data must be given. */
  resume(rows?: ResumeRows): void {
    const { ports } = this.#options;
    const before = this.#state;
    if (!mayResume(before)) return;
    this.#underLock(async () => {
      const stored = await this.#repository.unfinished();
      if (!stored) return this.#becomeIdle();
      // The failed one had not started, and another batch is stored: it continues only if asked.
      if (before.status === 'failed' && before.batch?.batchId !== stored.header.batchId) {
        return this.#offer(stored);
      }
      const problem = await problemOf(stored, ports.legacyRecord.read(this.key), rows, ports);
      if (problem === '') {
        if (rows?.errors) this.#repository.keepInvalidRows(stored, rows.errors);
        return this.#workOn(this.#repository.live(stored, rows?.extras ?? null));
      }
      this.#lock.release();
      this.#enter({ status: 'resumable', saved: this.#repository.saved(stored, { problem }) });
    });
  }

  /** The unfinished batch's rows in the pieces of its copy (D15); null if this session has not stored them. */
  keptRows(): Promise<readonly string[] | null> {
    return this.#repository.keptRows();
  }

  /** Pauses after the current IMEI. */
  pause(why: PauseRequest = 'operator'): void {
    if (this.#state.status === 'active') this.#state.run.requestPause(why);
  }

  /** Ends a pause. What is undecided is sent again only if asked; otherwise it stays unconfirmed (D2b). */
  goOn(decision: Decision = 'leave'): void {
    if (this.#state.status === 'active') this.#state.run.decide(decision);
  }

  /** Ends a batch whose IMEIs are all done before the server knows; it is reported later automatically (D11a). */
  finishHere(): void {
    if (this.#state.status === 'active' && this.#state.run.batch.phase === 'reporting')
      this.#state.run.end('cancelled');
  }

  /**
   * Archives the unfinished batch after the current IMEI, and returns to the upload card (B11, D14). If every IMEI is
   * done, this is {@link finishHere}. Also stops the reading of a file.
   */
  cancel(): void {
    if (this.#state.status === 'active') this.#state.run.end('cancelled');
    else if (mayResume(this.#state)) this.#archiveSaved();
    else if (this.#state.status === 'ready') this.#becomeIdle();
    else if (this.#state.status === 'reading') this.#state.stop();
  }

  /** Another tab has the batch, or has just begun one: checks whether it does (D16). */
  lookAgain(): void {
    if (this.#state.status !== 'locked-elsewhere' && this.#state.status !== 'idle') return;
    this.#lock.stopWatching();
    this.#underLock(() => this.#load());
  }

  /** Makes room for a new batch: archives a saved one (B11, D14), or closes a finished, rejected or failed one. */
  newBatch(): void {
    if (mayResume(this.#state)) this.#archiveSaved();
    else if (mayBegin(this.#state) || this.#state.status === 'finished') this.#becomeIdle();
  }

  /**
   * Sends the unconfirmed IMEIs of the finished batch again, under the same ids (D11). If the server is not idempotent,
   * a command may be carried out twice, so the screen asks first. Without the rows, offers to resume the batch (D15).
   */
  retryUnconfirmed(): void {
    const state = this.#state;
    if (state.status !== 'finished' || state.ended.outcomes.counts.unconfirmed === 0) return;
    const batch = state.ended;
    this.#underLock(async () => {
      await this.#options.ports.store.restore(batch.header.batchId);
      batch.phase = 'finished';
      if (!batch.lacksRows) return this.#workOn(batch, { retryIsWanted: true });
      await this.#options.ports.store.save(batch.header.batchId, batch.progress(), []);
      const stored = await this.#repository.unfinished();
      return stored ? this.#offer(stored) : this.#becomeIdle();
    }, batch);
  }

  /** This operator's archived batches of this command, newest first (D14). */
  async archived(): Promise<readonly ArchivedBatch[]> {
    const batches = await this.#options.ports.store.list(this.key.operator);
    return batches
      .filter(isArchived)
      .filter(({ header }) => header.command === this.key.command)
      .sort((one, other) => other.archivedAt - one.archivedAt);
  }

  /** An archived batch with its figures and results (D14); null if it is no longer in the archive. */
  async openArchived(batchId: string): Promise<SavedBatch | null> {
    const stored = await this.#options.ports.store.openArchived(batchId);
    return stored && this.#repository.saved(stored);
  }

  /** Deletes an archived batch with its results; does nothing if it was taken out meanwhile (D14). */
  discard(batchId: string): Promise<void> {
    return this.#options.ports.store.discard(batchId);
  }

  /** Takes a batch out of the archive: it becomes the saved one (D14). Fails while there is another. */
  restore(batchId: string): void {
    if (!isAtRest(this.#state) && this.#state.status !== 'finished') return;
    this.#underLock(async () => {
      await this.#options.ports.store.restore(batchId);
      await this.#load();
    });
  }

  /**
   * Takes over a batch that the server keeps, whoever holds it, and continues it here (D17b). If its rows carry more
   * than an IMEI, it is offered to be resumed. Nothing else starts here meanwhile. Throws `ApiError` and {@link
   * BatchStorageError}; nothing is stored then.
   */
  async takeOver(batch: ServerBatch): Promise<TakeOver> {
    const { command, ports } = this.#options;
    const before = this.#state;
    if (!isAtRest(before) && before.status !== 'finished') return before.status === 'resumable' ? 'occupied' : 'busy';
    this.#enter({ status: 'preparing' });
    try {
      if (!(await this.#lock.take())) {
        this.#enter(before);
        return 'busy';
      }
      if (await this.#repository.unfinished()) {
        await this.#load();
        return 'occupied';
      }
      const stored = await takeOver(this.key, command, batch, ports);
      await ports.store.create(stored);
      if (stored.header.hasExtras) this.#offer(stored);
      else this.#workOn(this.#repository.live(stored, null));
      return 'taken';
    } catch (error) {
      this.#lock.release();
      this.#enter(before);
      throw error;
    }
  }

  /** Stops for good without changing what is stored. */
  dispose(): void {
    this.#lock.close();
    this.#stopListening();
    if (this.#state.status === 'active') this.#state.run.end('lost');
  }

  #archiveSaved(): void {
    this.#underLock(async () => {
      await this.#repository.archiveUnfinished();
      this.#becomeIdle();
    });
  }

  /** The state is shown from the next frame on. */
  #enter(state: RunnerState): void {
    this.#state = state;
    this.#publisher.show(() => shownState(this.#state));
  }

  #becomeIdle(): void {
    this.#lock.release();
    this.#enter({ status: 'idle' });
  }

  /** Shows any failure, with the batch that it concerns. */
  #attempt(action: () => Promise<void>, batch?: LiveBatch): void {
    action().catch((error: unknown) => {
      this.#lock.release();
      const stage = error instanceof BatchStorageError ? 'storage' : 'internal';
      this.#fail(stage, error instanceof Error ? error.message : String(error), batch ? this.#viewOf(batch) : null);
    });
  }

  /** Without the lock, another tab has the batch. */
  #underLock(action: () => Promise<void>, batch?: LiveBatch): void {
    this.#enter({ status: 'preparing' });
    this.#attempt(async () => {
      if (await this.#lock.take()) await action();
      else this.#watch();
    }, batch);
  }

  /** Reads this key's batch from the store (B10): an unfinished one, one still to be reported (D17), or none. */
  async #load(): Promise<void> {
    const stored = await this.#repository.unfinished();
    if (stored?.progress.phase === 'reporting') {
      this.#workOn(this.#repository.live(stored, null));
    } else if (stored) {
      this.#offer(stored);
    } else {
      this.#options.ports.legacyRecord.clear(this.key);
      this.#becomeIdle();
    }
  }

  /** Shows the saved batch and reports it to the server (B10); keeps the lock until that is done. */
  #offer(stored: StoredBatch): void {
    const offered: RunnerState = { status: 'resumable', saved: this.#repository.saved(stored) };
    this.#enter(offered);
    this.#reporting = reportSaved(this.#options.command, stored, this.#options.ports.api).then((notTold) => {
      if (this.#state !== offered) return;
      this.#lock.release();
      if (notTold !== '') this.#enter({ status: 'resumable', saved: this.#repository.saved(stored, { notTold }) });
    });
    this.#attempt(() => this.#reporting);
  }

  /** Works on a batch to its end: unconfirmed IMEIs again unasked, or after the batches under way. */
  #workOn(batch: LiveBatch, { retryIsWanted = false, waitsForTurn = false } = {}): void {
    const { command, ports, idempotent } = this.#options;
    const lock = this.#lock.handOver();
    const onChange = () => this.#publisher.changed();
    const onProgress = () => this.#publisher.progressed();
    const run = new BatchRun({ command, batch, ports, idempotent, lock, onChange, onProgress });
    this.#enter({ status: 'active', run });
    this.#attempt(async () => {
      const work = processBatch(run, { retryIsWanted, waitsForTurn, beforeReport: () => this.#reporting });
      this.#afterWork(batch, await work.finally(() => run.release()));
    }, batch);
  }

  #afterWork(batch: LiveBatch, result: BatchResult): void {
    switch (result.kind) {
      case 'lost':
        return this.#watch();
      case 'taken-over':
        return this.#enter({ status: 'taken-over', batch: this.#viewOf(batch), by: result.by });
      case 'archived':
        return this.#becomeIdle();
      case 'failed':
        return this.#fail(result.stage, result.message, this.#viewOf(batch));
      case 'finished': {
        const { notTold } = result;
        this.#enter({ status: 'finished', batch: this.#viewOf(batch), notTold, ended: batch });
        return notTold === null ? this.#options.outbox.wake() : this.#options.outbox.later();
      }
    }
  }

  /** Another tab has the batch: shows the stored state once it is free. */
  #watch(): void {
    this.#enter({ status: 'locked-elsewhere' });
    this.#lock.watch(() => this.#underLock(() => this.#load()));
  }

  #fail(stage: FailedStage, message: string, batch: BatchView | null): void {
    this.#enter({ status: 'failed', stage, message, batch, mayRetry: stage !== 'uploading' });
  }

  #viewOf(batch: LiveBatch): BatchView {
    return batch.view(this.#options.idempotent);
  }

  /** The shown batch, and the archive below it, are outdated. */
  #wasReported(batchId: string): void {
    const state = this.#state;
    if (state.status === 'finished')
      this.#enter(state.batch.batchId === batchId ? { ...state, notTold: null } : { ...state });
    else if (isAtRest(state)) this.#enter({ ...state });
  }
}
