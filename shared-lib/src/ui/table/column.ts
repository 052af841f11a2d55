import type { ReactNode } from 'react';
import type { CellKind } from '../../sheets/sheet.ts';
import type { SortValue } from './sort-order.ts';

/** In a table too narrow for all `extra` columns fold away first, then `useful` ones; `essential` ones stay. */
export type ColumnPriority = 'essential' | 'useful' | 'extra';

/** One column of a {@link DataTable}. Columns are best declared once, outside the component. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** A cell's content, `sortValue` unless given; `index` is the row's place as the rows came, from 0. */
  readonly cell?: ((row: Row, index: number) => ReactNode) | undefined;
  readonly align?: 'start' | 'end' | 'center' | undefined;
  /** Makes the column sortable. */
  readonly sortValue?: ((row: Row, index: number) => SortValue) | undefined;
  /** `essential` unless given. A folded column is brought back by the menu Columns. */
  readonly priority?: ColumnPriority | undefined;
  /** The header in plain words, while it is pointed at: for names that come from a specification. */
  readonly hint?: string | undefined;
  /** A cell in plain words, while it is pointed at; its content unless given, where that is a text. */
  readonly cellHint?: ((row: Row, index: number) => string | undefined) | undefined;
  /** Width in pixels; 160 unless given where the table is windowed, as wide as its content elsewhere. */
  readonly width?: number | undefined;
  /** A text of up to so many lines, where rows of a windowed table have one height; one line unless given. */
  readonly lines?: number | undefined;
  /** The cells name their row, such as its IMEI. */
  readonly isRowHeader?: boolean | undefined;
  /**
   * What a row says in this column, for the filter and for exported files; a date as its ISO 8601 instant, a number as
   * its digits. `sortValue` unless given, else the cell where it is a text or number.
   */
  readonly text?: ((row: Row, index: number) => string) | undefined;
  /** Further words that the filter finds a row by, such as a plain word that is shown in the place of a code. */
  readonly foundBy?: ((row: Row, index: number) => string) | undefined;
  /** How an exported file holds the cells; `text` unless given. */
  readonly kind?: CellKind | undefined;
  /** False keeps a column of actions out of exported files. */
  readonly isExported?: false | undefined;
}

/** What a cell shows. */
export function cellOf<Row>({ cell, sortValue }: Column<Row>, row: Row, index: number): ReactNode {
  return (cell ?? sortValue)?.(row, index);
}

/** What a row says in a column; '' where it says nothing that is text. */
export function columnText<Row>(column: Column<Row>, row: Row, index: number): string {
  if (column.text) return column.text(row, index);
  return plainText((column.sortValue ?? column.cell)?.(row, index));
}

function plainText(content: unknown): string {
  return typeof content === 'string' || typeof content === 'number' ? String(content) : '';
}

/** What the filter finds a row by: what its cells show and what they say. */
export function searchText<Row>(columns: readonly Column<Row>[], row: Row, index: number): string {
  let text = '';
  for (const column of columns) {
    const said = columnText(column, row, index);
    const shown = column.text || column.sortValue ? plainText(cellOf(column, row, index)) : said;
    text += said === shown ? `${said}\n` : `${said}\n${shown}\n`;
    if (column.foundBy) text += `${column.foundBy(row, index)}\n`;
  }
  return text.toLowerCase();
}

/** The rows as a list, or a count and a reader for any size; give a new `rowAt` when told rows change. */
export type RowSource<Row> =
  | { readonly rows: readonly Row[] }
  | { readonly count: number; readonly rowAt: (index: number) => Row };

export const countOf = <Row>(source: RowSource<Row>): number => ('rows' in source ? source.rows.length : source.count);

/** Row `index` of a source; throws when there is none, which is a bug of the caller. */
export function rowOf<Row>(source: RowSource<Row>, index: number): Row {
  if (!('rows' in source)) return source.rowAt(index);
  const row = source.rows[index];
  if (row === undefined) throw new Error(`The table was asked for row ${index} of ${source.rows.length}.`);
  return row;
}
