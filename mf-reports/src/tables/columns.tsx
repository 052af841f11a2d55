import { Digits } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';

// For the page, its filter, and the workbook.

/** Counts from 1; the number stays with its row when the table is sorted. */
export function serialColumn<Row>(): Column<Row> {
  return {
    id: 'serial',
    header: t('S.No.'),
    cell: (_row, index) => index + 1,
    text: (_row, index) => String(index + 1),
    kind: 'number',
    width: 64,
  };
}

export function wordColumn<Row>(id: string, header: string, read: (row: Row) => string, width = 150): Column<Row> {
  return { id, header, text: read, sortValue: read, width };
}

/** Always texts: some have leading zeros (D10). */
export function imeiColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  isRowHeader = false,
): Column<Row> {
  return {
    id,
    header,
    cell: (row) => <Digits>{read(row)}</Digits>,
    text: read,
    sortValue: read,
    width: 160,
    isRowHeader,
  };
}
