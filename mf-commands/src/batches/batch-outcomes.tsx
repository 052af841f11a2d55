import { useState, type ReactNode } from 'react';
import type { BatchRunRow, Command } from '@device-console/shared-lib/contract';
import { imeiListFile } from '@device-console/shared-lib/csv';
import {
  failureNotice,
  formatCount,
  useAddresses,
  useBatchHandover,
  useSession,
} from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice, Progress } from '@device-console/shared-lib/ui';
import { DataTable } from '@device-console/shared-lib/ui/table';
import { undoCommandOf, undoFileName } from '../batch/undo.ts';
import { outcomeColumns } from './outcome-columns.tsx';
import { useOutcomes } from './use-outcomes.ts';
import { t } from '../t.ts';

interface BatchOutcomesProps {
  readonly run: BatchRunRow;
  /** Undefined where no command has the batch's action. */
  readonly command: Command | undefined;
}

/** A batch's devices and their outcomes: to be read, saved as CSV or Excel, undone by another batch (D17a). */
export function BatchOutcomes({ run, command }: BatchOutcomesProps): ReactNode {
  const { audience } = useAddresses();
  const session = useSession();
  const { handOver } = useBatchHandover();
  const { query, read } = useOutcomes(run.batchId);
  const [isAsked, setIsAsked] = useState(false);
  const { state } = query;
  const ask = (): void => {
    setIsAsked(true);
    query.ask(null);
  };
  const undo = command && undoCommandOf(command, session, audience);
  const found = (state.last ?? []).filter(({ outcome }) => outcome === 'found').map(({ imei }) => imei);
  const fileName = run.oldfile || run.file;
  return (
    <Card
      title={t('Devices')}
      description={t('What the server answered, and how far the command of each device is by now.')}
    >
      <Actions>
        <Button isPending={state.status === 'loading'} onPress={ask}>
          {isAsked ? t('Refresh') : t('Show the devices')}
        </Button>
        {undo && found.length > 0 && (
          <Button onPress={() => handOver(undo.id, imeiListFile(found, undoFileName(fileName)))}>
            {t('Prepare {title}', { title: t.known(undo.title) })}
          </Button>
        )}
      </Actions>
      {state.status === 'loading' && (
        <Progress
          label={t('Reading the devices')}
          value={read.rows}
          max={read.devices}
          text={`${formatCount(read.rows)} / ${formatCount(read.devices)}`}
        />
      )}
      {state.status === 'failed' && (
        <Notice tone="danger" title={t('The devices could not be read')} {...failureNotice(state.error)} />
      )}
      {state.last && (
        <DataTable
          label={t('Devices')}
          columns={outcomeColumns}
          rows={state.last}
          rowKey={({ row }) => row}
          minHeight={400}
          isFilterable
          exportName={fileName.replace(/\.csv$/i, '')}
          columnsName="batch-devices"
          emptyText={t('The list of this batch was never registered.')}
        />
      )}
    </Card>
  );
}
