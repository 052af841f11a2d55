import type { RowSlice } from '../headless/row-slice.ts';

/** A workbook that is being written. */
export interface Book {
  /** Takes the next rows of a sheet; sheets come in their order. Resolves when more may come. */
  take(slice: RowSlice): Promise<void>;
  /** The whole file; nothing may come after it. */
  finish(): Promise<Blob>;
}

/** The type of an Excel workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
