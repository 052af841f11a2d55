import type { ReactNode } from 'react';
import { Button, Card } from '@device-console/shared-lib/ui';
import { DataTable, imeiColumn, type Column } from '@device-console/shared-lib/ui/table';
import { DeviceTable } from './device-table.tsx';
import type { FailedLookup, LookupRun, LookupView } from './lookup-run.ts';
import { t } from '../t.ts';

const serialColumn: Column<unknown> = {
  id: 'number',
  header: t('S.No.'),
  cell: (_row, index) => index + 1,
  width: 80,
  kind: 'number',
};

const unknownColumns: readonly Column<string>[] = [
  serialColumn,
  imeiColumn('imei', t('IMEI'), (imei: string) => imei, { isRowHeader: true, width: undefined }),
];

const failedColumns: readonly Column<FailedLookup>[] = [
  serialColumn,
  imeiColumn('imei', t('IMEI'), ({ imei }: FailedLookup) => imei, { isRowHeader: true, width: 180 }),
  { id: 'reason', header: t('Reason'), cell: ({ reason }) => reason, width: 560 },
];

interface LookupTablesProps {
  readonly run: LookupRun;
  readonly view: LookupView;
  readonly isRunning: boolean;
}

/** What failed, the devices, and the IMEIs without one (L2, L3). */
export function LookupTables({ run, view, isRunning }: LookupTablesProps): ReactNode {
  const { fileName, rows, unknown, failures } = view;
  const name = fileName.replace(/\.csv$/i, '');
  const list = { emptyText: t('No results found'), isSortable: false, minHeight: 200 };
  return (
    <>
      {failures.length > 0 && (
        <Card
          title={t('Could not be looked up')}
          description={t(
            'The server gave no answer for these IMEIs, or refused it. Their devices are not among the results.',
          )}
          actions={
            <Button isDisabled={isRunning} onPress={run.retryFailures}>
              {t('Retry these')}
            </Button>
          }
        >
          <DataTable
            {...list}
            rows={failures}
            label={t('Could not be looked up')}
            columns={failedColumns}
            exportName={isRunning ? undefined : `${name}_not_looked_up`}
          />
        </Card>
      )}
      {rows.length > 0 && (
        <Card title={t('Result')}>
          <DeviceTable
            rows={rows}
            label={t('Devices of {file}', { file: fileName })}
            exportName={`${name}_devices`}
            isGrowing={isRunning}
          />
        </Card>
      )}
      {unknown.length > 0 && (
        <Card title={t('No device found for these IMEIs')}>
          <DataTable
            {...list}
            rows={unknown}
            label={t('No device found for these IMEIs')}
            columns={unknownColumns}
            exportName={isRunning ? undefined : `${name}_no_device`}
          />
        </Card>
      )}
    </>
  );
}
