import type { RowSlice, SheetPlan } from '../headless/row-slice.ts';

/** What the page tells the writing worker, in this order. */
export type BookOrder =
  | { readonly kind: 'begin'; readonly plans: readonly SheetPlan[] }
  | { readonly kind: 'take'; readonly slice: RowSlice }
  | { readonly kind: 'finish' };

/** What the writing worker tells the page; `ready` once, when its script runs. */
export type BookMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'finished'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly message: string };
