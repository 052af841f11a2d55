import type { ReactNode } from 'react';
import type { CellKind, Sheet } from '../../sheets/sheet.ts';
import type { SortValue } from './sort-order.ts';

/** In a narrow table, `extra` columns are hidden first, then `useful` ones; `essential` ones stay. */
export type ColumnPriority = 'essential' | 'useful' | 'extra';

/** One column of a {@link DataTable}. Declare columns once, outside the component. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Default: `sortValue`. `index` is the row's original position, from 0. */
  readonly cell?: ((row: Row, index: number) => ReactNode) | undefined;
  readonly align?: 'start' | 'end' | 'center' | undefined;
  readonly sortValue?: ((row: Row, index: number) => SortValue) | undefined;
  /** Default: `essential`. The menu Columns shows a hidden column again. */
  readonly priority?: ColumnPriority | undefined;
  /** The header in plain words, as a tooltip for a specification's names. */
  readonly hint?: string | undefined;
  /** A cell in plain words, as a tooltip. Default: its text. */
  readonly cellHint?: ((row: Row, index: number) => string | undefined) | undefined;
  /** Pixels. Default: 160 in a windowed table, else the content's width. */
  readonly width?: number | undefined;
  /** Most lines of a text in a windowed table, whose rows have equal heights. Default: one. */
  readonly lines?: number | undefined;
  /** Pixels of dense cells, padding included. Default: as `width`, in proportion. */
  readonly denseWidth?: number | undefined;
  /** Most lines of a text in dense cells. Default: as `lines`. */
  readonly denseLines?: number | undefined;
  /** The cells name their row, for example by its IMEI. */
  readonly isRowHeader?: boolean | undefined;
  /**
   * A row's text for the filter and exported files: a date as its ISO 8601 instant, a number as its digits. Default:
   * `sortValue`, else the cell if it is a text or number.
   */
  readonly text?: ((row: Row, index: number) => string) | undefined;
  /** Further words that the filter matches, such as a plain word for a code. */
  readonly foundBy?: ((row: Row, index: number) => string) | undefined;
  /** How an exported file stores the cells. Default: `text`. */
  readonly kind?: CellKind | undefined;
  /** False: a column of actions. */
  readonly isExported?: false | undefined;
}

/** What a cell shows. */
export function cellOf<Row>({ cell, sortValue }: Column<Row>, row: Row, index: number): ReactNode {
  return (cell ?? sortValue)?.(row, index);
}

/** A row's text in a column; '' if it has none. */
export function columnText<Row>(column: Column<Row>, row: Row, index: number): string {
  if (column.text) return column.text(row, index);
  return plainText((column.sortValue ?? column.cell)?.(row, index));
}

function plainText(content: unknown): string {
  return typeof content === 'string' || typeof content === 'number' ? String(content) : '';
}

/** The text that the filter searches in a row. */
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

/** The rows as a list, or a count and a reader. Pass a new `rowAt` when rows change. */
export type RowSource<Row> =
  | { readonly rows: readonly Row[] }
  | { readonly count: number; readonly rowAt: (index: number) => Row };

export const countOf = <Row>(source: RowSource<Row>): number => ('rows' in source ? source.rows.length : source.count);

/** Row `index` of a source. Throws if there is none. */
export function rowOf<Row>(source: RowSource<Row>, index: number): Row {
  if (!('rows' in source)) return source.rowAt(index);
  const row = source.rows[index];
  if (row === undefined) throw new Error(`The table was asked for row ${index} of ${source.rows.length}.`);
  return row;
}

/** The rows with these indexes, else all in original order, as a sheet without the columns of actions. */
export function sheetOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  source: RowSource<Row>,
  order?: Uint32Array,
): Sheet {
  const kept = columns.filter(({ isExported }) => isExported !== false);
  function* rows(): Generator<readonly string[]> {
    const count = order?.length ?? countOf(source);
    for (let position = 0; position < count; position += 1) {
      const index = order?.[position] ?? position;
      const row = rowOf(source, index);
      yield kept.map((column) => columnText(column, row, index));
    }
  }
  return {
    name,
    columns: kept.map(({ header, kind = 'text' }) => ({ header, kind })),
    rows: { [Symbol.iterator]: rows },
  };
}
