import { withKeptRows } from './kept-rows.ts';
import { newStoredBatch } from './new-batch.ts';
import { RunnerControl, type BatchRunnerOptions } from './runner-control.ts';
import { isAtRest, mayBegin, mayResume } from './runner-state.ts';
import { problemOf, type ResumeRows } from './saved-batch.ts';
import type { ImeiFileAnswer } from '../../csv/headless/imei-file.ts';
import type { Decision, PauseRequest } from './batch-run.ts';
import type { BatchInput } from './input.ts';
import type { ArchivedBatch, BatchKey } from './record.ts';
import type { BatchState, SavedBatch } from './state.ts';
import type { ServerBatch, TakeOver } from './take-over.ts';

/**
 * One operator's batches of one command (B5 to B14, D2, D10 to D17): the headless model of a batch screen. It outlives
 * every screen, so moving about neither stops nor doubles a batch. Actions that make no sense in the present state do
 * nothing.
 */
export class BatchRunner {
  readonly key: BatchKey;
  /** Tells a listener of changes, at most once a frame; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object between two notifications. */
  readonly getSnapshot: () => BatchState;
  readonly #options: BatchRunnerOptions;
  readonly #control: RunnerControl;

  constructor(options: BatchRunnerOptions) {
    this.#options = options;
    this.#control = new RunnerControl(options);
    this.key = this.#control.key;
    this.subscribe = this.#control.publisher.subscribe;
    this.getSnapshot = this.#control.publisher.getSnapshot;
  }

  /**
   * Reads a file by the given function and shows how far it is, then why it cannot be used, or that it is ready (B1 to
   * B4, D14). Cancelling calls `stop`, upon which the function has to come to its end.
   */
  read(
    fileName: string,
    sizeBytes: number,
    readFile: (onProgress: (bytesRead: number) => void) => Promise<ImeiFileAnswer>,
    stop = (): void => undefined,
  ): void {
    if (!mayBegin(this.#control.state)) return;
    this.#control.enter({ status: 'reading', fileName, sizeBytes, bytesRead: 0, stop });
    this.#control.attempt(async () => {
      const file = await readFile((bytesRead) => {
        if (this.#control.state.status === 'reading') this.#control.enter({ ...this.#control.state, bytesRead });
      });
      if (file.kind === 'read') this.#control.enter({ status: 'ready', file });
      else this.#control.enter(file.kind === 'rejected' ? { status: 'rejected', file } : { status: 'idle' });
    });
  }

  /**
   * Uploads the copy, registers the list and sends every IMEI; the operator has confirmed it before (B5 to B7, D14).
   * Throws when the command needs a level or device action and the input has none.
   */
  start(input: BatchInput): void {
    if (!mayBegin(this.#control.state)) return;
    const stored = newStoredBatch(this.#options.command, this.#options.operator, input, this.#options.ports);
    this.#control.repository.keepInvalidRows(stored, input.file?.errors ?? null);
    this.#control.underLock(async () => {
      const unfinished = await this.#control.repository.unfinished();
      if (unfinished) {
        this.#control.offer(unfinished);
        return;
      }
      const kept = await withKeptRows(stored, input.rows.extras, this.#options.ports);
      await this.#options.ports.store.create(kept);
      const { waitsForTurn = false, rows, chosen } = input;
      this.#control.workOn(this.#control.repository.live(kept, rows.extras ?? null, chosen), { waitsForTurn });
    });
  }

  /**
   * Goes on with the saved batch after its last IMEI (B11), or tries a failed stage again. Batches with personal data
   * need their rows.
   */
  resume(rows?: ResumeRows): void {
    const before = this.#control.state;
    if (!mayResume(before)) return;
    this.#control.underLock(async () => {
      const stored = await this.#control.repository.unfinished();
      if (!stored) {
        this.#control.becomeIdle();
        return;
      }
      // What failed had not begun, and another batch is stored: it goes on only when that is asked for.
      if (before.status === 'failed' && before.batch?.batchId !== stored.header.batchId) {
        this.#control.offer(stored);
        return;
      }
      const problem = await problemOf(
        stored,
        this.#options.ports.legacyRecord.read(this.key),
        rows,
        this.#options.ports,
      );
      if (problem === '') {
        this.#control.workOn(this.#control.repository.live(stored, rows?.extras ?? null));
        return;
      }
      this.#control.lock.release();
      this.#control.enter({ status: 'resumable', saved: this.#control.repository.saved(stored, { problem }) });
    });
  }

  /**
   * The rows of the unfinished batch in the pieces of its copy, if this session has kept them (D15); null: their file
   * is needed.
   */
  keptRows(): Promise<readonly string[] | null> {
    return this.#control.repository.keptRows();
  }

  /** Stops after the IMEI that is under way. */
  pause(why: PauseRequest = 'operator'): void {
    if (this.#control.state.status === 'active') this.#control.state.run.requestPause(why);
  }

  /**
   * Ends a pause. What is undecided is sent again only when asked for; else the batch goes on without, and an IMEI
   * stays unconfirmed (D2b).
   */
  goOn(decision: Decision = 'leave'): void {
    if (this.#control.state.status === 'active') this.#control.state.run.decide(decision);
  }

  /**
   * Ends a batch whose IMEIs are all done without waiting for the server to be told; it is told later by itself, and a
   * new batch is possible at once (D11a).
   */
  finishHere(): void {
    if (this.#control.state.status === 'active' && this.#control.state.run.batch.phase === 'reporting')
      this.#control.state.run.end('cancelled');
  }

  /**
   * Archives the unfinished batch, after the IMEI that is under way, and returns to the upload card (B11, D14). Once
   * every IMEI is done it is {@link finishHere}. Ends the reading of a file.
   */
  cancel(): void {
    if (this.#control.state.status === 'active') this.#control.state.run.end('cancelled');
    else if (mayResume(this.#control.state)) this.#archiveSaved();
    else if (this.#control.state.status === 'ready') this.#control.becomeIdle();
    else if (this.#control.state.status === 'reading') this.#control.state.stop();
  }

  /** Kept out by another tab: looks whether that still has the batch (D16). */
  lookAgain(): void {
    if (this.#control.state.status !== 'locked-elsewhere') return;
    this.#control.lock.stopWatching();
    this.#control.underLock(() => this.#control.load());
  }

  /** Makes room for a new batch: archives a saved one (B11, D14), or leaves a finished, rejected or failed one. */
  newBatch(): void {
    if (mayResume(this.#control.state)) this.#archiveSaved();
    else if (mayBegin(this.#control.state) || this.#control.state.status === 'finished') this.#control.becomeIdle();
  }

  /**
   * Sends the unconfirmed IMEIs of the finished batch again, under the same ids (D11). With a server that is not
   * idempotent this may carry a command out twice: the screen asks first. Where this page does not have the rows, the
   * batch is offered to be resumed (D15).
   */
  retryUnconfirmed(): void {
    const { state, repository } = this.#control;
    if (state.status !== 'finished' || state.ended.outcomes.counts.unconfirmed === 0) return;
    const batch = state.ended;
    this.#control.underLock(async () => {
      await this.#options.ports.store.restore(batch.header.batchId);
      batch.phase = 'finished';
      if (!batch.lacksRows) {
        this.#control.workOn(batch, { retryIsWanted: true });
        return;
      }
      await this.#options.ports.store.save(batch.header.batchId, batch.progress(), []);
      const stored = await repository.unfinished();
      if (stored) this.#control.offer(stored);
      else this.#control.becomeIdle();
    }, batch);
  }

  /** The archived batches of this operator and command, newest first (D14). */
  archived(): Promise<readonly ArchivedBatch[]> {
    return this.#control.repository.archived();
  }

  /** An archived batch with its figures and results (D14), or null when it is not in the archive any more. */
  openArchived(batchId: string): Promise<SavedBatch | null> {
    return this.#control.repository.openArchived(batchId);
  }

  /** Deletes an archived batch with its results; one that was taken out meanwhile is left alone (D14). */
  discard(batchId: string): Promise<void> {
    return this.#options.ports.store.discard(batchId);
  }

  /** Takes a batch out of the archive: it becomes the saved one (D14). Fails while there is another. */
  restore(batchId: string): void {
    if (!isAtRest(this.#control.state) && this.#control.state.status !== 'finished') return;
    this.#control.underLock(async () => {
      await this.#options.ports.store.restore(batchId);
      await this.#control.load();
    });
  }

  /**
   * Takes over a batch that the server keeps, whoever has it, and goes on with it here (D17b); one whose rows carry
   * more than an IMEI is offered to be resumed. Throws `ApiError` and {@link BatchStorageError}: nothing is kept then.
   */
  takeOver(batch: ServerBatch): Promise<TakeOver> {
    return this.#control.takeOver(batch);
  }

  /** Stops for good, without touching what is stored: the page or the operator goes. */
  dispose(): void {
    this.#control.dispose();
  }

  #archiveSaved(): void {
    this.#control.underLock(async () => {
      await this.#control.repository.archiveUnfinished();
      this.#control.becomeIdle();
    });
  }
}

/** The runner of an operator's batches of a command; throws for a command that has no batch. */
export function createBatchRunner(options: BatchRunnerOptions): BatchRunner {
  if (!options.command.batch) throw new Error(`The command ${options.command.title} has no batch.`);
  return new BatchRunner(options);
}
