import type { Sheet } from '@device-console/shared-lib/sheets';
import { exportedRows, type Column } from '@device-console/shared-lib/ui/table';

interface CountedRows<Row> {
  readonly count: number;
  readonly rowAt: (index: number) => Row;
}

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

/** A sheet with the columns of a page's table, in the same order (A4, R7). Rows are made when read. */
export function sheetOf<Row>(name: string, columns: readonly Column<Row>[], { count, rowAt }: CountedRows<Row>): Sheet {
  return exportedRows(name, columns, count, rowAt, undefined).sheet();
}
