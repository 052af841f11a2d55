import { useCallback, type ReactNode } from 'react';
import { INCORRECT_DATA_FILE, incorrectDataCsv, type IncorrectRow, type RowList } from '@device-console/shared-lib/csv';
import { Actions, Button } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { saveCsv } from './save-csv.ts';

const columns: readonly Column<IncorrectRow>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line, width: 80 },
  { id: 'data', header: 'Data', cell: ({ data }) => data, width: 260 },
  { id: 'error', header: 'Error', cell: ({ error }) => error, width: 560 },
];

/** The rows of a file that cannot be used, on the page and as a file (B3). */
export function InvalidRows({ errors }: { readonly errors: RowList<IncorrectRow> }): ReactNode {
  const rowAt = useCallback(
    (index: number): IncorrectRow => {
      const row = errors.at(index);
      if (!row) throw new RangeError(`There is no invalid row ${index}.`);
      return row;
    },
    [errors],
  );
  return (
    <>
      <DataTable label={messages.invalidRows} columns={columns} count={errors.length} rowAt={rowAt} emptyText="" isSortable={false} minHeight={200} />
      <Actions>
        <Button onPress={() => void saveCsv(INCORRECT_DATA_FILE, incorrectDataCsv(errors))}>{messages.downloadErrors}</Button>
      </Actions>
    </>
  );
}
