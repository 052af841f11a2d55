import { calls, commandByAction } from '../../contract/index.ts';
import { openKeptRows } from './kept-rows.ts';
import { LiveBatch, type InvalidRows } from './live-batch.ts';
import { BatchStorageError, type ArchivedBatch, type BatchKey, type StoredBatch } from './record.ts';
import { savedBatch, type SavedMore } from './saved-batch.ts';
import type { BatchExtras } from './input.ts';
import type { BatchPorts, ChosenFile, BatchClock } from './ports.ts';
import type { SavedBatch } from './state.ts';
import { t } from '../../i18n/own.ts';

/** Throws if `answer` takes longer than this many milliseconds. */
function within<Answer>(
  milliseconds: number,
  clock: BatchClock,
  work: Promise<Answer>,
  late: () => Error,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.delay(milliseconds, () => reject(late()));
    work.finally(cancel).then(resolve, reject);
  });
}

const STORAGE_MS = 15_000;
const NO_ANSWER = t(
  'The storage of this browser does not answer. Close other tabs of the console, or restart the browser ' +
    'and try again.',
);

/** The stored batches of one operator and command, and what this page knows beyond that. */
export class BatchRepository {
  #invalidRows: { readonly batchId: string; readonly rows: InvalidRows } | null = null;

  constructor(
    private readonly ports: BatchPorts,
    private readonly key: BatchKey,
    private readonly idempotent: boolean,
  ) {}

  /** Returns the unfinished batch, or null; throws BatchStorageError after 15 seconds without an answer. */
  unfinished(): Promise<StoredBatch | null> {
    const { store, clock } = this.ports;
    return within(STORAGE_MS, clock, store.load(this.key), () => new BatchStorageError('failed', NO_ANSWER));
  }

  /** The rows of the unfinished batch in the pieces of its copy, stored (D15) or from the server (D17b); else null. */
  async keptRows(): Promise<readonly string[] | null> {
    const stored = await this.unfinished();
    if (!stored) return null;
    const { header, progress } = stored;
    const kept = await openKeptRows(stored, this.ports);
    if (kept || !this.ports.api.offers(calls.batchOutcomes)) return kept;
    const report = commandByAction(header.action)?.variant.report ?? '';
    return [await this.ports.api.copy(report, progress.serverFileName)];
  }

  /** Archives the unfinished batch, if any (B11, D14). */
  async archiveUnfinished(): Promise<void> {
    const stored = await this.unfinished();
    if (stored) await this.ports.store.archive(stored.header.batchId, this.ports.clock.now());
    this.ports.legacyRecord.clear(this.key);
  }

  archived(): Promise<readonly ArchivedBatch[]> {
    return this.ports.store.archived(this.key);
  }

  async openArchived(batchId: string): Promise<SavedBatch | null> {
    const stored = await this.ports.store.openArchived(batchId);
    return stored && this.saved(stored);
  }

  /** Keeps the wrong rows of a batch's file for the life of the page, even without the batch (B3). */
  keepInvalidRows({ header }: StoredBatch, rows: InvalidRows): void {
    this.#invalidRows = { batchId: header.batchId, rows };
  }

  saved(stored: StoredBatch, more: Pick<SavedMore, 'notTold' | 'problem'> = {}): SavedBatch {
    return savedBatch(stored, { idempotent: this.idempotent, invalidRows: this.#invalidRowsOf(stored), ...more });
  }

  /** A stored batch in working form. `extras` and `chosen`: its rows' extras and its file, if this page has them. */
  live(stored: StoredBatch, extras: BatchExtras | null, chosen?: ChosenFile): LiveBatch {
    const invalidRows = this.#invalidRowsOf(stored);
    return new LiveBatch(
      stored,
      { extras, invalidRows, chosen },
      () => this.ports.clock.now() - (this.ports.askedMs?.() ?? 0),
    );
  }

  #invalidRowsOf({ header }: StoredBatch): InvalidRows {
    return this.#invalidRows?.batchId === header.batchId ? this.#invalidRows.rows : null;
  }
}
