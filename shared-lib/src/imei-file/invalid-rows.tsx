import { memo, useCallback, type ReactNode } from 'react';
import { INCORRECT_DATA_FILE, incorrectDataCsv, type IncorrectRow, type RowList } from '../csv/index.ts';
import { Actions, Button, Section } from '../ui/index.ts';
import { DataTable, type Column } from '../ui/table/index.ts';
import { DiagnosisReport } from './diagnosis-report.tsx';
import { saveCsv } from './save-csv.ts';
import { t } from '../i18n/own.ts';

const columns: readonly Column<IncorrectRow>[] = [
  { id: 'line', header: t('Line'), cell: ({ line }) => line, width: 80 },
  { id: 'data', header: t('Data'), cell: ({ data }) => data, width: 260 },
  { id: 'error', header: t('Error'), cell: ({ error }) => error, width: 560 },
];

interface InvalidRowsProps {
  readonly errors: RowList<IncorrectRow>;
  /** The IMEIs of the other rows; none where the whole file cannot be used. */
  readonly validRows?: Float64Array | undefined;
  readonly isDiagnosed: boolean;
}

const noRows = new Float64Array();

/**
 * The rows of a file that cannot be used, on the page and as a file, and what can be done about them (B3, D10). Beside
 * a running batch, which changes with every frame, they are drawn once.
 */
export const InvalidRows = memo(function InvalidRows(props: InvalidRowsProps): ReactNode {
  const { errors, validRows = noRows, isDiagnosed } = props;
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
      {isDiagnosed && <DiagnosisReport errors={errors} validRows={validRows} />}
      <Section title={t('Invalid IMEI list')}>
        <DataTable
          label={t('Invalid IMEI list')}
          columns={columns}
          count={errors.length}
          rowAt={rowAt}
          emptyText=""
          isSortable={false}
          minHeight={200}
        />
        <Actions>
          <Button onPress={() => void saveCsv(INCORRECT_DATA_FILE, incorrectDataCsv(errors))}>
            {t('Download incorrect_data.csv')}
          </Button>
        </Actions>
      </Section>
    </>
  );
});
