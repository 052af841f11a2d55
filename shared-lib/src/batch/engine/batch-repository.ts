import { calls, commandByAction } from '../../contract/index.ts';
import { type InvalidRows, LiveBatch } from './live-batch.ts';
import { type BatchKey, BatchStorageError, type LegacyRecord, type StoredBatch } from './record.ts';
import { openErrors } from './kept-errors.ts';
import type { BatchExtras } from './new-batch.ts';
import type { BatchPorts, ChosenFile } from './ports.ts';
import type { SavedBatch } from './state.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { ANOTHER_FILE, CANNOT_BE_PROCESSED, FILE_NEEDED, undecidedOf } from './texts.ts';
import { forEachInSlices } from '../../async/slices.ts';

const STORAGE_MS = 15_000;

/** The stored batches of one operator and command, and what this page knows beyond that. */
export class BatchRepository {
  #invalidRows: { readonly batchId: string; readonly rows: InvalidRows } | null = null;
  /** Those stored with the unfinished batch. */
  #storedErrors: { readonly batchId: string; readonly rows: InvalidRows } | null = null;

  constructor(
    private readonly ports: BatchPorts,
    private readonly key: BatchKey,
    private readonly idempotent: boolean,
  ) {}

  /** Returns the unfinished batch, or null; throws BatchStorageError after 15 seconds without an answer. */
  async unfinished(): Promise<StoredBatch | null> {
    const { store, clock } = this.ports;
    const stored = await new Promise<StoredBatch | null>((resolve, reject) => {
      const cancel = clock.delay(STORAGE_MS, () => reject(new BatchStorageError({ kind: 'no-answer' })));
      store.load(this.key).finally(cancel).then(resolve, reject);
    });
    if (!stored) return null;
    const { batchId } = stored.header;
    if (batchId !== this.#storedErrors?.batchId)
      this.#storedErrors = { batchId, rows: await openErrors(batchId, stored.sealedErrors, this.ports) };
    return stored;
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

  /** Keeps the wrong rows of a batch's file for the life of the page, even without the batch (B3). */
  keepInvalidRows({ header }: StoredBatch, rows: InvalidRows): void {
    this.#invalidRows = { batchId: header.batchId, rows };
  }

  /** A stored batch as the card of B10 shows it. */
  saved(stored: StoredBatch, { notTold = '', problem = '' } = {}): SavedBatch {
    const { header, progress, imeis } = stored;
    const sending = this.idempotent ? null : progress.sending;
    return {
      ...this.live(stored, null).shown(),
      phase: progress.phase,
      createdAt: header.createdAt,
      leftOutRepeats: header.hasExtras && header.totals.duplicates > 0,
      needsFile: header.hasExtras,
      uncertain: sending === null ? null : undecidedOf(sending, imeis),
      notTold,
      problem,
    };
  }

  /** A stored batch in working form. `extras` and `chosen`: its rows' extras and its file, if this page has them. */
  live(stored: StoredBatch, extras: BatchExtras | null, chosen?: ChosenFile): LiveBatch {
    const known = [this.#invalidRows, this.#storedErrors].find((one) => one?.batchId === stored.header.batchId);
    return new LiveBatch(
      stored,
      { extras, invalidRows: known?.rows ?? null, chosen },
      () => this.ports.clock.now() - (this.ports.askedMs?.() ?? 0),
    );
  }
}

function fitsItsList({ header, progress, imeis }: StoredBatch, legacyRecord: LegacyRecord | null): boolean {
  if (imeis.length !== header.totals.valid || progress.next > imeis.length) return false;
  const last = progress.next === 0 ? '' : imeiText(imeis[progress.next - 1] ?? 0);
  if (progress.lastImei !== last) return false;
  // The legacy record may be ahead of the store or behind it; an older batch's record says nothing.
  if (legacyRecord?.batchId !== header.batchId || legacyRecord.lastimei === '') return true;
  return imeis.includes(Number(legacyRecord.lastimei));
}

function sameList(one: Float64Array, other: Float64Array): boolean {
  return one.length === other.length && one.every((imei, index) => imei === other[index]);
}

/** The rows of a batch with personal data, stored or read from the file again (D15). */
export interface ResumeRows {
  readonly imeis: Float64Array;
  readonly extras: BatchExtras;
  /** The wrong rows of the file that was read again. */
  readonly errors?: InvalidRows | undefined;
}

/** Why a saved batch cannot continue, or '' (B11, D13, D15). */
export async function problemOf(
  stored: StoredBatch,
  legacyRecord: LegacyRecord | null,
  rows: ResumeRows | undefined,
  ports: Pick<BatchPorts, 'ids' | 'clock'>,
): Promise<string> {
  if (!fitsItsList(stored, legacyRecord)) return CANNOT_BE_PROCESSED;
  if (!stored.header.hasExtras) return '';
  if (!rows) return FILE_NEEDED;
  const { batchId, rowsId: expected } = stored.header;
  const isSame =
    sameList(stored.imeis, rows.imeis) &&
    (expected === undefined || expected === (await rowsId(batchId, rows.extras, ports)));
  return isSame ? '' : ANOTHER_FILE;
}

/** Identifies a file's rows, whatever their spelling: a UUID v5 over the pieces. Any changed field changes it. */
async function rowsId(
  batchId: string,
  extras: BatchExtras,
  { ids, clock }: Pick<BatchPorts, 'ids' | 'clock'>,
): Promise<string> {
  let id = 'rows';
  await forEachInSlices(
    extras.copy(),
    (piece) => {
      id = ids.itemTransactionId(batchId, piece, id);
    },
    clock,
  );
  return id;
}

/** A batch about to be stored, with the id of its rows and the rows sealed for this session (D15). */
export async function withKeptRows(
  stored: StoredBatch,
  extras: BatchExtras | undefined,
  ports: BatchPorts,
): Promise<StoredBatch> {
  if (!extras) return stored;
  const { batchId } = stored.header;
  const header = { ...stored.header, rowsId: await rowsId(batchId, extras, ports) };
  const { vault, clock } = ports;
  if (!vault) return { ...stored, header };
  const sealedRows: string[] = [];
  await forEachInSlices(
    extras.copy(),
    async (piece) => {
      sealedRows.push(await vault.seal(batchId, sealedRows.length, piece));
    },
    clock,
  );
  return { ...stored, header, sealedRows };
}

/** The rows of a stored batch in the pieces of its copy; null if not stored, or sealed by another session (D15). */
async function openKeptRows(
  { header, sealedRows }: StoredBatch,
  { vault, clock }: Pick<BatchPorts, 'vault' | 'clock'>,
): Promise<readonly string[] | null> {
  if (!vault || !sealedRows) return null;
  const pieces: (string | null)[] = [];
  await forEachInSlices(
    sealedRows,
    async (sealed) => {
      pieces.push(pieces.includes(null) ? null : await vault.open(header.batchId, pieces.length, sealed));
    },
    clock,
  );
  const opened = pieces.filter((piece) => piece !== null);
  return opened.length === pieces.length ? opened : null;
}
