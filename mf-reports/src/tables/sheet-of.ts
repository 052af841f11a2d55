import type { Sheet } from '@device-console/shared-lib/sheets';
import { exportedRows, type Column } from '@device-console/shared-lib/ui/table';

/** Has the columns of the page's table, in the same order (A4, R7). */
export const sheetOf = <Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet =>
  exportedRows(name, columns, { rows }).sheet();
