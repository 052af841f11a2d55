import type { RowSlice, SheetPlan } from '../headless/row-slice.ts';

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
