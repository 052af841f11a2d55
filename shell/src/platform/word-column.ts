import type { Column } from '@device-console/shared-lib/ui/table';
import { NOTHING } from './platform-texts.ts';

/** Undefined values show a dash; they are sorted and exported as empty. */
export function wordColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string | number | null,
  rest: Partial<Column<Row>> = {},
): Column<Row> {
  return { id, header, cell: (row) => read(row) || NOTHING, sortValue: (row) => read(row) ?? '', ...rest };
}
