import type { RowSlice, SheetPlan } from '../headless/sheet-plan.ts';

export interface Book {
  /** Takes the next rows; sheets must come in order. Resolves when it can take more. */
  take(slice: RowSlice): Promise<void>;
  finish(): Promise<Blob>;
}

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Messages from the page to the writing worker, in this order; the next one follows the answer to the last. */
export type BookOrder =
  | { readonly kind: 'begin'; readonly plans: readonly SheetPlan[] }
  | { readonly kind: 'take'; readonly slice: RowSlice }
  | { readonly kind: 'finish' };

/** The worker's answers; `done` comes once unasked, when its script runs. */
export type BookMessage =
  | { readonly kind: 'done'; readonly file?: Blob | undefined }
  | { readonly kind: 'failed'; readonly message: string };
