import type { ReactNode } from 'react';
import { Button, Card, Digits } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { DeviceTable } from './device-table.tsx';
import type { FailedLookup } from './lookup-results.ts';
import type { LookupRun } from './lookup-run.ts';
import type { LookupView } from './lookup-state.ts';

const texts = messages.lookup;

function serialColumn<Row>(): Column<Row> {
  return { id: 'number', header: messages.serial, cell: (_row, index) => index + 1, width: 80, kind: 'number' };
}

const unknownColumns: readonly Column<string>[] = [
  serialColumn<string>(),
  {
    id: 'imei',
    header: messages.imei,
    cell: (imei) => <Digits>{imei}</Digits>,
    text: (imei) => imei,
    isRowHeader: true,
  },
];

const failedColumns: readonly Column<FailedLookup>[] = [
  serialColumn<FailedLookup>(),
  {
    id: 'imei',
    header: messages.imei,
    cell: ({ imei }) => <Digits>{imei}</Digits>,
    text: ({ imei }) => imei,
    isRowHeader: true,
    width: 180,
  },
  { id: 'reason', header: texts.reason, cell: ({ reason }) => reason, width: 560 },
];

interface LookupTablesProps {
  readonly run: LookupRun;
  readonly view: LookupView;
  readonly isRunning: boolean;
}

/** What lookups have come to: what could not be looked up, the devices, and the IMEIs without one (L2, L3). */
export function LookupTables({ run, view, isRunning }: LookupTablesProps): ReactNode {
  const { fileName, rows, unknown, failures } = view;
  const name = fileName.replace(/\.csv$/i, '');
  const list = { emptyText: messages.noResults, isSortable: false, minHeight: 200 };
  return (
    <>
      {failures.count > 0 && (
        <Card
          title={texts.failed}
          description={texts.failedHelp}
          actions={
            <Button isDisabled={isRunning} onPress={run.retryFailures}>
              {texts.retryThose}
            </Button>
          }
        >
          <DataTable
            {...list}
            {...failures}
            label={texts.failed}
            columns={failedColumns}
            exportName={isRunning ? undefined : `${name}_not_looked_up`}
          />
        </Card>
      )}
      {rows.count > 0 && (
        <Card title={messages.result}>
          <DeviceTable
            {...rows}
            label={texts.devicesOf(fileName)}
            exportName={`${name}_devices`}
            isGrowing={isRunning}
          />
        </Card>
      )}
      {unknown.count > 0 && (
        <Card title={texts.unknownTitle}>
          <DataTable
            {...list}
            {...unknown}
            label={texts.unknownTitle}
            columns={unknownColumns}
            exportName={isRunning ? undefined : `${name}_no_device`}
          />
        </Card>
      )}
    </>
  );
}
