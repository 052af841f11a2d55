/** How a cell is written: `text` unchanged (an IMEI); spreadsheets calculate with `number` and `date`. */
export type CellKind = 'text' | 'number' | 'date';

/** One column of a {@link Sheet}. */
export interface SheetColumn {
  readonly header: string;
  readonly kind: CellKind;
}

/**
 * One sheet of a workbook, or a CSV file. Cells are texts: a number's decimal text, a date's ISO 8601 instant, written
 * as the operator's local time; '' for an empty cell. What is not a number or date is written as text. `rows` is read
 * once, in slices.
 */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly string[]>;
}

/** Options for writing a file. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of rows taken. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}
