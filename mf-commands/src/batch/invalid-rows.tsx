import { useCallback, type ReactNode } from 'react';
import { INCORRECT_DATA_FILE, incorrectDataCsv, type IncorrectRow, type RowList } from '@device-console/shared-lib/csv';
import { Actions, Button } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import { messages } from '../messages.ts';
import { useBatchSubject } from './batch-context.ts';
import { DiagnosisReport } from './diagnosis-report.tsx';

const columns: readonly Column<IncorrectRow>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line, width: 80 },
  { id: 'data', header: 'Data', cell: ({ data }) => data, width: 260 },
  { id: 'error', header: 'Error', cell: ({ error }) => error, width: 560 },
];

interface InvalidRowsProps {
  readonly errors: RowList<IncorrectRow>;
  /** The IMEIs of the other rows; none where the whole file cannot be used. */
  readonly validRows?: Float64Array | undefined;
}

const noRows = new Float64Array();

/** The rows of a file that cannot be used, on the page and as a file, and what can be done about them (B3, D10). */
export function InvalidRows({ errors, validRows = noRows }: InvalidRowsProps): ReactNode {
  const { command } = useBatchSubject();
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
      {command.batch?.file === 'imei' && <DiagnosisReport errors={errors} validRows={validRows} />}
      <DataTable label={messages.invalidRows} columns={columns} count={errors.length} rowAt={rowAt} emptyText="" isSortable={false} minHeight={200} />
      <Actions>
        <Button onPress={() => void saveCsv(INCORRECT_DATA_FILE, incorrectDataCsv(errors))}>{messages.downloadErrors}</Button>
      </Actions>
    </>
  );
}
