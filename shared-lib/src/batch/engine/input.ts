import type { CommandVariant } from '../../contract/index.ts';
import type { ImeiFile, IncorrectRow, RowList } from '../../csv/headless/imei-file.ts';
import type { ChosenFile } from './ports.ts';
import type { BatchTotals } from './record.ts';

/**
 * What notification rows carry beyond the IMEI (T6). It is personal data, so it is stored sealed or not at all (D15).
 */
export interface BatchExtras {
  at(index: number): {
    readonly message?: string | undefined;
    readonly header?: string | undefined;
    readonly template?: string | undefined;
  };
  /** The copy to upload, valid rows only, in pieces (B5, D14). */
  copy(): Iterable<string>;
}

/** Input of a new batch. */
export interface BatchInput {
  /** The operator's file name, without prefix. */
  readonly name: string;
  readonly rows: { readonly imeis: Float64Array; readonly extras?: BatchExtras | undefined };
  readonly totals: BatchTotals;
  /** The file that it came from, with its invalid rows (B3, B4). */
  readonly file?:
    | {
        readonly sizeBytes: number;
        readonly readingTimeMs: number;
        readonly errors: RowList<IncorrectRow>;
      }
    | undefined;
  /** The chosen file, if none of its rows is left out (D26a). */
  readonly chosen?: ChosenFile | undefined;
  /** Level or device action; required if the command has several (B14, D6). */
  readonly variant?: CommandVariant | undefined;
  /** Starts once the running batches of this browser are over (D16a). */
  readonly waitsForTurn?: boolean | undefined;
}

/** The input of a file of sno, imei1; its valid rows (D14). */
export function batchInput(file: ImeiFile, variant?: CommandVariant): BatchInput {
  const { name, rows: imeis, totals, sizeBytes, readingTimeMs, errors } = file;
  return { name, rows: { imeis }, totals, file: { sizeBytes, readingTimeMs, errors }, variant };
}
