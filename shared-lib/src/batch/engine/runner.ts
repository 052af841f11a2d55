import { RunnerCore } from './runner-core.ts';
import { newStoredBatch } from './new-batch.ts';
import type { BatchRunnerOptions } from './runner-base.ts';
import { openKeptRows, withKeptRows } from './kept-rows.ts';
import { problemOf, type ResumeRows } from './saved-batch.ts';
import type { ImeiFileAnswer } from '../../csv/headless/imei-file.ts';
import type { BatchInput } from './input.ts';
import type { Decision } from './batch-run.ts';
import type { ArchivedBatch } from './record.ts';
import type { SavedBatch } from './state.ts';

/**
 * One operator's batches of one command (B5 to B14, D2, D10 to D17): the headless model of a batch screen. It outlives
 * every screen, so moving about neither stops nor doubles a batch. Actions that make no sense in the present state do
 * nothing.
 */
export class BatchRunner extends RunnerCore {
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
    if (this.step.kind !== 'at-rest' && this.step.kind !== 'ready') return;
    let bytesRead = 0;
    this.enter({ kind: 'reading', stop }, () => ({ status: 'reading', fileName, sizeBytes, bytesRead }));
    this.attempt(async () => {
      const file = await readFile((bytes) => {
        bytesRead = bytes;
        this.publisher.changed();
      });
      if (file.kind === 'read') this.enter({ kind: 'ready' }, { status: 'ready', file });
      else
        this.enter({ kind: 'at-rest' }, file.kind === 'rejected' ? { status: 'rejected', file } : { status: 'idle' });
    });
  }

  /**
   * Uploads the copy, registers the list and sends every IMEI; the operator has confirmed it before (B5 to B7, D14).
   * Throws when the command needs a level or device action and the input has none.
   */
  start(input: BatchInput): void {
    if (this.step.kind !== 'at-rest' && this.step.kind !== 'ready') return;
    const stored = newStoredBatch(this.options.command, this.options.operator, input, this.ports);
    this.keepInvalidRows(stored, input.file?.errors ?? null);
    this.underLock(async () => {
      const unfinished = await this.stored();
      if (unfinished) {
        this.offer(unfinished);
        return;
      }
      const kept = await withKeptRows(stored, input.rows.extras, this.ports);
      await this.ports.store.create(kept);
      this.run(kept, input.rows.extras ?? null);
    });
  }

  /**
   * Goes on with the saved batch after its last IMEI (B11), or tries a failed stage again. Batches with personal data
   * need their rows.
   */
  resume(rows?: ResumeRows): void {
    const { step } = this;
    if (step.kind !== 'resumable' && step.kind !== 'retriable') return;
    this.underLock(async () => {
      const stored = await this.stored();
      if (!stored) {
        this.rest();
        return;
      }
      // What failed had not begun, and another batch lies there: it goes on only when that is asked for.
      if (step.kind === 'retriable' && step.batchId !== stored.header.batchId) {
        this.offer(stored);
        return;
      }
      const problem = await problemOf(stored, this.ports.legacyRecord.read(this.key), rows, this.ports);
      if (problem === '') {
        this.run(stored, rows?.extras ?? null);
        return;
      }
      this.lock.release();
      this.enter({ kind: 'resumable' }, { status: 'resumable', saved: this.saved(stored, { problem }) });
    });
  }

  /**
   * The rows of the unfinished batch in the pieces of its copy, if this session has kept them (D15); null: their file
   * is needed.
   */
  async keptRows(): Promise<readonly string[] | null> {
    const stored = await this.stored();
    return stored && openKeptRows(stored, this.ports);
  }

  /** Stops after the IMEI that is under way. */
  pause(why: 'operator' | 'session-expiring' = 'operator'): void {
    if (this.step.kind === 'working') this.step.run.wantPause(why);
  }

  /**
   * Ends a pause. What is undecided is sent again only when asked for; else the batch goes on without, and an IMEI
   * stays unconfirmed (D2b).
   */
  goOn(decision: Decision = 'leave'): void {
    if (this.step.kind === 'working') this.step.run.decide(decision);
  }

  /**
   * Ends a batch whose IMEIs are all done without waiting for the server to be told; it is told later by itself, and a
   * new batch is possible at once (D11a).
   */
  finishHere(): void {
    if (this.step.kind === 'working' && this.step.run.batch.phase === 'reporting') this.step.run.end('cancelled');
  }

  /**
   * Archives the unfinished batch, after the IMEI that is under way, and returns to the upload card (B11, D14). Once
   * every IMEI is done it is {@link finishHere}. Ends the reading of a file.
   */
  cancel(): void {
    if (this.step.kind === 'working') this.step.run.end('cancelled');
    else if (this.step.kind === 'resumable' || this.step.kind === 'retriable') this.archiveSaved();
    else if (this.step.kind === 'ready') this.rest();
    else if (this.step.kind === 'reading') this.step.stop();
  }

  /** Kept out by another tab: looks whether the batch is still in its hands (D16). */
  lookAgain(): void {
    if (this.step.kind !== 'kept-out') return;
    this.lock.stopWatching();
    this.underLock(() => this.load());
  }

  /**
   * Makes room for a new batch: archives a saved one (B11, D14), or leaves a finished, rejected or failed one behind.
   */
  newBatch(): void {
    if (this.step.kind === 'resumable' || this.step.kind === 'retriable') this.archiveSaved();
    else if (this.step.kind === 'at-rest' || this.step.kind === 'ready' || this.step.kind === 'finished') this.rest();
  }

  /**
   * Sends the unconfirmed IMEIs of the finished batch again, under the same ids (D11). With a server that is not
   * idempotent this may carry a command out twice: the screen asks first. Where this page does not have the rows, the
   * batch is offered to be resumed (D15).
   */
  retryUnconfirmed(): void {
    if (this.step.kind !== 'finished' || this.step.batch.outcomes.counts.unconfirmed === 0) return;
    const { batch } = this.step;
    this.underLock(async () => {
      await this.ports.store.restore(batch.header.batchId);
      batch.phase = 'finished';
      if (batch.lacksRows) await this.offerAgain(batch);
      else this.workOn(batch, true);
    }, batch);
  }

  /** The archived batches of this operator and command, newest first (D14). */
  archived(): Promise<readonly ArchivedBatch[]> {
    return this.ports.store.archived(this.key);
  }

  /** An archived batch with its figures and results (D14), or null when it is not in the archive any more. */
  async openArchived(batchId: string): Promise<SavedBatch | null> {
    const stored = await this.ports.store.openArchived(batchId);
    return stored && this.saved(stored);
  }

  /** Deletes an archived batch with its results; one that was taken out meanwhile is left alone (D14). */
  discard(batchId: string): Promise<void> {
    return this.ports.store.discard(batchId);
  }

  /** Takes a batch out of the archive: it becomes the saved one (D14). Fails while there is another. */
  restore(batchId: string): void {
    if (this.step.kind !== 'at-rest' && this.step.kind !== 'finished') return;
    this.underLock(async () => {
      await this.ports.store.restore(batchId);
      await this.load();
    });
  }

  /** Stops for good, without touching what is stored: the page or the operator goes. */
  dispose(): void {
    this.lock.close();
    this.stopListening();
    if (!this.options.outbox) this.outbox.close();
    if (this.step.kind === 'working') this.step.run.end('lost');
  }
}

/** The runner of an operator's batches of a command; throws for a command that has no batch. */
export function createBatchRunner(options: BatchRunnerOptions): BatchRunner {
  if (!options.command.batch) throw new Error(`The command ${options.command.title} has no batch.`);
  return new BatchRunner(options);
}
