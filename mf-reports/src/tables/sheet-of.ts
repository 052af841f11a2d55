import type { Sheet } from '@device-console/shared-lib/sheets';
import type { Column } from '@device-console/shared-lib/ui/table';

/** Rows by number, as tables and packed rows have them. */
export interface CountedRows<Row> {
  readonly count: number;
  readonly rowAt: (index: number) => Row;
}

/** A list as counted rows. */
export function counted<Row>(rows: readonly Row[]): CountedRows<Row> {
  return {
    count: rows.length,
    rowAt(index) {
      const row = rows[index];
      if (row === undefined) throw new Error(`Row ${index} of ${rows.length} was asked for.`);
      return row;
    },
  };
}

function* texts<Row>(columns: readonly Column<Row>[], { count, rowAt }: CountedRows<Row>): Generator<readonly string[]> {
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index);
    yield columns.map(({ text }) => text?.(row, index) ?? '');
  }
}

/** A sheet with the columns of a page's table, in the same order (A4, R7). Rows are made while they are read. */
export function sheetOf<Row>(name: string, columns: readonly Column<Row>[], rows: CountedRows<Row>): Sheet {
  return { name, columns: columns.map(({ header, kind = 'text' }) => ({ header, kind })), rows: { [Symbol.iterator]: () => texts(columns, rows) } };
}
