/** Why a file cannot be used, as data: a worker has no language; `rejectionTexts` has the words. Sizes are bytes. */
export type Rejection =
  | { readonly kind: 'not-csv' | 'no-valid-row' | 'no-row' | 'empty-list' }
  | { readonly kind: 'old-workbook' | 'protected-workbook' }
  | { readonly kind: 'damaged-workbook' | 'no-workbook-reader'; readonly cause: string }
  | { readonly kind: 'headers'; readonly found: string }
  | { readonly kind: 'unreadable'; readonly cause: string }
  | { readonly kind: 'large-workbook'; readonly most: number; readonly unpacked: boolean }
  | { readonly kind: 'no-table'; readonly sheets: readonly string[] }
  | {
      readonly kind: 'many-rows' | 'large-copy';
      readonly takenBy: 'batch' | 'lookup';
      readonly found: number;
      readonly most: number;
    };
