import type { Column } from '../ui/table/index.ts';
import { formatTime } from './format.ts';

/** The moment of a server's time, undefined for text that is none: such rows stand last when sorted. */
function momentOf(text: string): number | undefined {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** A column of the server's times: shown in the operator's zone, sorted, and real dates in a file (D4). */
export function timeColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  rest: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    id,
    header,
    cell: (row) => formatTime(read(row)),
    text: read,
    kind: 'date',
    sortValue: (row) => momentOf(read(row)),
    width: 175,
    ...rest,
  };
}
