import { imeiText } from '../../csv/headless/imei-cell.ts';
import { undecidedOf } from './open-sending.ts';
import { OutcomeTable } from './outcomes.ts';
import { batchResults } from './results.ts';
import { fileOf, summaryOf, type InvalidRows } from './live-batch.ts';
import { ANOTHER_FILE, CANNOT_BE_PROCESSED, FILE_NEEDED } from './texts.ts';
import { rowsId } from './kept-rows.ts';
import type { BatchExtras } from './input.ts';
import type { BatchPorts } from './ports.ts';
import type { LegacyRecord, StoredBatch } from './record.ts';
import type { SavedBatch } from './state.ts';

/** `idempotent` describes the server (D2). */
export interface SavedMore {
  readonly idempotent: boolean;
  readonly invalidRows?: InvalidRows;
  readonly notTold?: string;
  readonly problem?: string;
}

/** An unfinished batch, as the card of B10 shows it. */
export function savedBatch(stored: StoredBatch, more: SavedMore): SavedBatch {
  const { idempotent, invalidRows = null, notTold = '', problem = '' } = more;
  const { header, progress, imeis } = stored;
  const outcomes = new OutcomeTable(imeis.length, stored.segments);
  const sending = idempotent ? null : progress.sending;
  const uncertain = sending === null ? null : undecidedOf(sending, imeis);
  return {
    batchId: header.batchId,
    fileName: header.fileName,
    file: fileOf(header, invalidRows),
    lastImei: progress.lastImei,
    summary: summaryOf(header, outcomes),
    phase: progress.phase,
    action: header.action,
    level: header.level,
    createdAt: header.createdAt,
    leftOutRepeats: header.hasExtras && header.totals.duplicates > 0,
    needsFile: header.hasExtras,
    uncertain,
    notTold,
    problem,
    results: batchResults(imeis, outcomes),
  };
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
