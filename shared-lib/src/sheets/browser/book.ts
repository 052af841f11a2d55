import type { RowSlice, SheetPlan } from '../headless/sheet-plan.ts';

export interface Book {
  /** Takes the next rows; sheets must come in order. Resolves when it can take more. */
  take(slice: RowSlice): Promise<void>;
  finish(): Promise<Blob>;
}

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Messages from the page to the writing worker, in this order. */
export type BookOrder =
  | { readonly kind: 'begin'; readonly plans: readonly SheetPlan[] }
  | { readonly kind: 'take'; readonly slice: RowSlice }
  | { readonly kind: 'finish' };

/** Messages from the writing worker to the page; `ready` comes once, when its script runs. */
export type BookMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'finished'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly message: string };
