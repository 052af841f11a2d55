import type { ReactNode } from 'react';
import type { SortValue } from './sort-order.ts';

/** One column of a {@link DataTable}. Columns are best declared once, outside the component. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Content of a cell; `index` counts the rows as they came, from 0, and stays with its row when the table is sorted. */
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly align?: 'start' | 'end' | 'center' | undefined;
  /** Makes the column sortable. */
  readonly sortValue?: ((row: Row, index: number) => SortValue) | undefined;
  /** Width in pixels; 160 unless given where the table is windowed, as wide as its content elsewhere. */
  readonly width?: number | undefined;
  /** The cells name their row, such as its IMEI. */
  readonly isRowHeader?: boolean | undefined;
}

/** The rows as a list, or as a count and a reader for packed results of any size. Give a new `rowAt` when told rows change. */
export type RowSource<Row> =
  | { readonly rows: readonly Row[] }
  | { readonly count: number; readonly rowAt: (index: number) => Row };

/** Number of rows of a source. */
export function countOf<Row>(source: RowSource<Row>): number {
  return 'rows' in source ? source.rows.length : source.count;
}

/** Row `index` of a source; throws when there is none, which is a bug of the caller. */
export function rowOf<Row>(source: RowSource<Row>, index: number): Row {
  if (!('rows' in source)) return source.rowAt(index);
  const row = source.rows[index];
  if (row === undefined) throw new Error(`The table was asked for row ${index} of ${source.rows.length}.`);
  return row;
}
