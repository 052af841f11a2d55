/** A column of IMEIs in a workbook, from which rows are or may be read. */
export interface WorkbookTable {
  readonly sheet: string;
  /** The column's letters, such as B. */
  readonly column: string;
  /** What stands above the column, or ''. */
  readonly heading: string;
  /** The sheet is hidden in the workbook. */
  readonly isHidden: boolean;
}

/** Where in a workbook the rows of a file stand. */
export interface WorkbookSource {
  /** Every place where they may stand, in the order of the sheets. */
  readonly tables: readonly WorkbookTable[];
  /** The index of the one that was read. */
  readonly read: number;
  /** Rows among those read that the sheet hides, for example by a filter. */
  readonly hiddenRows: number;
}
