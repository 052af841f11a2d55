import { Digits } from '../layout/layout.tsx';
import type { Column } from './column.ts';

/** A column of IMEIs, always as texts: some have leading zeros (D10). */
export function imeiColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  rest: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    id,
    header,
    cell: (row) => <Digits>{read(row)}</Digits>,
    sortValue: read,
    width: 160,
    denseWidth: 130,
    ...rest,
  };
}
