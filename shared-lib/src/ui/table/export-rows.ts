import type { Sheet } from '../../sheets/sheet.ts';
import { columnText, countOf, rowOf, type Column, type RowSource } from './column.ts';

/** The rows that a table shows, for a file under a name. */
export interface ExportedRows {
  readonly name: string;
  readonly count: number;
  /** The rows as they are now, without columns of actions; read only while the file is written. */
  readonly sheet: () => Sheet;
}

/** The rows with these indexes, else all in original order, as a sheet. */
export function exportedRows<Row>(
  name: string,
  columns: readonly Column<Row>[],
  source: RowSource<Row>,
  order?: Uint32Array,
): ExportedRows {
  const count = order?.length ?? countOf(source);
  const kept = columns.filter(({ isExported }) => isExported !== false);
  function* rows(): Generator<readonly string[]> {
    for (let position = 0; position < count; position += 1) {
      const index = order?.[position] ?? position;
      const row = rowOf(source, index);
      yield kept.map((column) => columnText(column, row, index));
    }
  }
  return {
    name,
    count,
    sheet: () => ({ name, columns: kept.map(({ header, kind = 'text' }) => ({ header, kind })), rows: rows() }),
  };
}
