import type { RowSlice } from '../headless/row-slice.ts';

export interface Book {
  /** Takes the next rows; sheets must come in order. Resolves when it can take more. */
  take(slice: RowSlice): Promise<void>;
  finish(): Promise<Blob>;
}

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
