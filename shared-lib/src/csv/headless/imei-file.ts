import type { SliceClock } from '../../async/index.ts';
import type { MendableFault } from './row-diagnosis.ts';

/** A column of IMEIs in a workbook, from which rows are or may be read. */
export interface WorkbookTable {
  readonly sheet: string;
  /** In letters, such as B. */
  readonly column: string;
  /** The text above the column, or ''. */
  readonly heading: string;
  /** Hidden in the workbook. */
  readonly isHidden: boolean;
}

/** Where the rows are in a workbook. */
export interface WorkbookSource {
  /** In the order of the sheets. */
  readonly tables: readonly WorkbookTable[];
  /** Index of the one that was read. */
  readonly read: number;
  /** Rows read although the sheet hides them, for example by a filter. */
  readonly hiddenRows: number;
}

/** Why a file cannot be used, as data: a worker has no language; `rejectionTexts` has the words. Sizes are bytes. */
export type Rejection =
  | { readonly kind: 'not-csv' | 'no-valid-row' | 'no-row' | 'empty-list' | 'old-workbook' | 'protected-workbook' }
  | { readonly kind: 'damaged-workbook' | 'no-workbook-reader' | 'unreadable'; readonly cause: string }
  | { readonly kind: 'headers'; readonly found: string }
  /** With the first names that it affects, as they would be read from Windows-1252. */
  | { readonly kind: 'encoding'; readonly names: readonly string[] }
  | { readonly kind: 'large-workbook'; readonly most: number; readonly unpacked: boolean }
  | { readonly kind: 'no-table'; readonly sheets: readonly string[] }
  | {
      readonly kind: 'many-rows' | 'large-copy';
      readonly takenBy: FileLimits['takenBy'];
      readonly found: number;
      readonly most: number;
    };

/** An unusable row: its line in the file or sheet (from 1), its cells joined by commas, and the reason (B3). */
export interface IncorrectRow {
  readonly line: number;
  readonly data: string;
  readonly error: string;
}

/** A row that is used although it is invalid as written: its IMEI is certain (D10). */
export interface RepairedRow {
  readonly line: number;
  readonly data: string;
}

/** A repeated IMEI: its row, and the row where it was first (D13). */
export interface DuplicateRow {
  readonly line: number;
  readonly imei: string;
  readonly firstLine: number;
}

/** A read-only list that makes its rows on demand: a million need little memory. */
export interface RowList<Row> extends Iterable<Row> {
  readonly length: number;
  /** The row at an index from 0, or undefined outside the list. */
  at(index: number): Row | undefined;
}

/** Where bytes come from: a File. */
export interface CsvSource {
  readonly name: string;
  /** As the system reports it; may be empty (D10). */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes from `start` to before `end`, at least one. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
}

/** Limits of a file. */
export interface FileLimits {
  readonly takenBy: 'batch' | 'lookup';
  readonly rows: number;
  /** Size of the uploaded copy of the valid rows, in bytes; undefined if none is uploaded. */
  readonly copyBytes?: number | undefined;
}

/** How a file is read, beyond what its name and content say. */
export interface ReadAs {
  /**
   * `list`: IMEIs without columns. `table`: a text whose columns are searched like a workbook's. Default: what the file
   * is.
   */
  readonly as?: 'list' | 'table' | undefined;
  /** Excel on Windows writes it. Default: what the bytes say. */
  readonly encoding?: 'windows-1252' | undefined;
  /** Faults of rows in a file of IMEIs whose IMEI is used all the same, as it is certain. Default: none. */
  readonly repairs?: readonly MendableFault[] | undefined;
}

/** What to read of a file. */
export interface FileOptions extends ReadAs {
  /** A larger file is rejected; undefined: no limits. */
  readonly limits?: FileLimits | undefined;
  /** Index of the workbook's table to read, in {@link WorkbookSource}; default: the likeliest. */
  readonly table?: number | undefined;
}

/** Options of a reading, which lets other work run after every 256 KB. */
export interface ReadOptions extends FileOptions, SliceClock {
  /** Called with the bytes read so far. */
  readonly onProgress?: ((bytesRead: number) => void) | undefined;
  /** Asked once per chunk; true ends the reading with `cancelled`. */
  readonly isCancelled?: (() => boolean) | undefined;
  /** A workbook larger than this when unpacked is rejected; default: 256 MB. */
  readonly mostUnpacked?: number | undefined;
}

/** Data rows without blank ones: `total` = `valid` + `invalid` + `duplicates` + `leftOut` (B9, D13). */
export interface ImeiFileTotals {
  readonly total: number;
  readonly valid: number;
  readonly invalid: number;
  readonly duplicates: number;
  /** Valid rows that the operator has left out (D5b); absent: none. */
  readonly leftOut?: number | undefined;
}

/** What is known of every file. */
interface FileFacts {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
  readonly errors: RowList<IncorrectRow>;
  readonly totals: ImeiFileTotals;
  /** For a workbook with a place for rows: where they were looked for. */
  readonly workbook?: WorkbookSource | undefined;
}

/** A file with at least one valid IMEI (B1 to B4, D10, D13, D14). */
export interface ImeiFile extends FileFacts {
  readonly kind: 'read';
  /** In the order of the file; {@link imeiText} gives their text with leading zeros. */
  readonly rows: Float64Array;
  readonly duplicates: RowList<DuplicateRow>;
  /** Valid rows whose IMEI fails its Luhn check digit: a warning, never an error (D10). */
  readonly warnings: { readonly count: number; readonly lines: readonly number[] };
  /** A cell was read otherwise than written, such as digits of another script: a server gets the rows written anew. */
  readonly isRewritten?: boolean | undefined;
  /** Rows that were invalid as written, and whose IMEI is used, repeated ones included; absent: none. */
  readonly repaired?: RowList<RepairedRow> | undefined;
}

/** An unusable file. `reason` is the text for the operator, `detail` what to do about it, or ''. */
export interface RejectedFile extends FileFacts {
  readonly kind: 'rejected';
  readonly reason: string;
  readonly detail: string;
  /** The kind of the reason, for code. */
  readonly rejection: Rejection['kind'];
  /** What may be tried instead: to search its columns, or to read it as Windows-1252. */
  readonly offer?: 'table' | 'windows-1252' | undefined;
}

/** The result of reading a file. */
export type ImeiFileAnswer = ImeiFile | RejectedFile | { readonly kind: 'cancelled' };
