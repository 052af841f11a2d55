import { imeiText } from '../../csv/headless/imei-cell.ts';
import { outcomeCode, type OutcomeTable } from './outcomes.ts';

/** A row of the results table (B9). */
export interface BatchRow {
  /** Its S.No., from 1, wherever it is shown (B9). */
  readonly row: number;
  readonly imei: string;
  readonly status: 'pending' | 'found' | 'not found' | 'unconfirmed';
  /** What the server added, or why the outcome is unconfirmed; else ''. */
  readonly message: string;
  /** For an unconfirmed row: certainly not sent, or possibly carried out (D11); else null. */
  readonly sent: 'no' | 'unknown' | null;
}

/** The rows of a batch, made on demand: a million cost a few bytes each. */
export interface BatchResults {
  /** All rows, pending ones too. */
  readonly length: number;
  /** The row at an index from 0; throws a RangeError outside the list. */
  rowAt(index: number): BatchRow;
  /** Rows with an outcome, in order (B9, B12). */
  processed(): Iterable<BatchRow>;
  /** Indexes of the rows that have a status now, in order; makes no rows (B9, D11). */
  indexesOf(status: BatchRow['status']): Uint32Array;
}

function statusOf(code: number): BatchRow['status'] {
  if (code === outcomeCode.found) return 'found';
  if (code === outcomeCode.notFound || code === outcomeCode.refused) return 'not found';
  return code === outcomeCode.pending ? 'pending' : 'unconfirmed';
}

function countOf(status: BatchRow['status'], { counts, length }: OutcomeTable): number {
  const { found, notFound, unconfirmed } = counts;
  if (status === 'found') return found;
  if (status === 'unconfirmed') return unconfirmed;
  return status === 'pending' ? length - found - notFound : notFound - unconfirmed;
}

/** The rows over a list of IMEIs and their outcomes; follows the outcomes as they change. */
export function batchResults(imeis: Float64Array, outcomes: OutcomeTable): BatchResults {
  const rowAt = (index: number): BatchRow => {
    const imei = imeis[index];
    if (imei === undefined)
      throw new RangeError(`Row ${String(index)} is outside this batch of ${String(imeis.length)} rows.`);
    const code = outcomes.codeAt(index);
    const sent = code === outcomeCode.unsent ? 'no' : code === outcomeCode.unknown ? 'unknown' : null;
    const message = outcomes.messageAt(index);
    return { row: index + 1, imei: imeiText(imei), status: statusOf(code), message, sent };
  };
  return {
    length: imeis.length,
    rowAt,
    *processed() {
      for (let index = 0; index < imeis.length; index += 1) {
        if (outcomes.codeAt(index) !== outcomeCode.pending) yield rowAt(index);
      }
    },
    indexesOf(status) {
      const indexes = new Uint32Array(countOf(status, outcomes));
      let count = 0;
      for (let index = 0; index < imeis.length && count < indexes.length; index += 1) {
        if (statusOf(outcomes.codeAt(index)) !== status) continue;
        indexes[count] = index;
        count += 1;
      }
      return indexes;
    },
  };
}
