import { useMemo, useState, type ReactNode, useCallback } from 'react';
import {
  mayAccess,
  type BatchRunRow,
  commandByAction,
  BATCH_PAGE_ROWS,
  calls,
  type AnswerOf,
} from '@device-console/shared-lib/contract';
import { imeiListFile } from '@device-console/shared-lib/csv';
import {
  formatCount,
  useAddresses,
  useBatchHandover,
  useDeviceActions,
  useSession,
  type DeviceActionLink,
  useQuery,
  useRead,
  QueryNotice,
  useIsOffered,
} from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, Card, Progress, Imei, StatusBadge } from '@device-console/shared-lib/ui';
import { CommandStateBadge, commandStateTitle } from '@device-console/shared-lib/ui/timeline';
import { numberedPages } from '@device-console/shared-lib/records';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { undoCommandOf, undoFileName } from '../batch/undo-card.tsx';
import { t } from '../t.ts';

type RowOutcome = AnswerOf<typeof calls.batchOutcomes>['items'][number];

/** Every row with its outcome, read in pages on demand, with the progress of reading (D17a). */
function useOutcomes(batchId: string) {
  const readCall = useRead();
  const [read, setRead] = useState({ rows: 0, devices: 1 });
  const query = useQuery(
    useCallback(
      async (_input: null, signal: AbortSignal) => {
        const rows: RowOutcome[] = [];
        const call = calls.batchOutcomes;
        const readPage = (after: number) => readCall(call, { batchId, after, limit: BATCH_PAGE_ROWS }, { signal });
        for await (const { items, devices } of numberedPages(readPage, { path: call.path, signal })) {
          for (const item of items) rows.push(item);
          setRead({ rows: rows.length, devices: Math.max(devices ?? rows.length, 1) });
        }
        return rows;
      },
      [readCall, batchId],
    ),
  );
  return { ...query, read };
}

const outcomes = new Map([
  ['open', { text: t('open'), tone: 'neutral' } as const],
  ['found', { text: t('found'), tone: 'success' } as const],
  ['not found', { text: t('not found'), tone: 'neutral' } as const],
  ['refused', { text: t('refused'), tone: 'danger' } as const],
]);

const outcomeText = ({ outcome }: RowOutcome): string => outcomes.get(outcome)?.text ?? outcome;

/** The device, whether the server accepted the command, and whether the phone has it (D17a). */
const outcomeColumns: readonly Column<RowOutcome>[] = [
  { id: 'serial', header: t('S.No.'), cell: ({ row }) => row, width: 80, priority: 'useful', kind: 'number' },
  {
    id: 'imei',
    header: t('IMEI'),
    cell: ({ imei }) => <Imei imei={imei} />,
    text: ({ imei }) => imei,
    width: 200,
    isRowHeader: true,
  },
  {
    id: 'outcome',
    header: t('Outcome'),
    cell: (row) => <StatusBadge tone={outcomes.get(row.outcome)?.tone ?? 'neutral'}>{outcomeText(row)}</StatusBadge>,
    sortValue: outcomeText,
    width: 150,
  },
  {
    id: 'command',
    header: t('Phone'),
    cell: (row) => (row.command === '' ? '–' : <CommandStateBadge state={row.command} />),
    sortValue: ({ command }) => commandStateTitle(command),
    width: 170,
  },
  {
    id: 'why',
    header: t('Why'),
    cell: ({ message, failure }) => failure || message,
    width: 320,
    priority: 'useful',
  },
];

/** Remotes' offers for the devices of a batch; no column if none. */
function actionColumns(actions: readonly DeviceActionLink[]): readonly Column<RowOutcome>[] {
  if (actions.length === 0) return [];
  const cell = (row: RowOutcome): ReactNode => (
    <Actions>
      {actions
        .filter(({ suits }) => suits(row))
        .map(({ id, title, hrefFor }) => (
          <Link key={id} className={buttonClass({ size: 'small' })} to={hrefFor(row.imei)}>
            {title}
          </Link>
        ))}
    </Actions>
  );
  return [{ id: 'action', header: t('Action'), cell, width: 40 + 130 * actions.length, isExported: false }];
}

/** The server refused it, or the command did not reach its phone. */
const wasMissed = ({ outcome, command }: RowOutcome): boolean =>
  outcome === 'refused' || command === 'failed' || command === 'expired';

/** Names a repetition: `lock.csv` gives `lock_again.csv`. */
const againFileName = (fileName: string): string => `${fileName.replace(/\.csv$/i, '')}_again.csv`;

/** A batch's devices and their outcomes: read them, save them as CSV or Excel, or undo them by another batch (D17a). */
export function BatchOutcomes({ run }: { readonly run: BatchRunRow }): ReactNode {
  const command = commandByAction(run.action)?.command;
  const { audience } = useAddresses();
  const session = useSession();
  const { handOver } = useBatchHandover();
  const { state, ask, read } = useOutcomes(run.batchId);
  const actions = useDeviceActions('batch');
  const columns = useMemo(() => [...outcomeColumns, ...actionColumns(actions)], [actions]);
  const isOffered = useIsOffered();
  const inverse = command && undoCommandOf(command, session, audience);
  const undo = inverse && isOffered(inverse) ? inverse : null;
  const found = (state.last ?? []).filter(({ outcome }) => outcome === 'found').map(({ imei }) => imei);
  const missed = (state.last ?? []).filter(wasMissed).map(({ imei }) => imei);
  const mayRepeat =
    command?.batch?.file === 'imei' &&
    command.audiences.includes(audience) &&
    mayAccess(session, command) &&
    isOffered(command);
  const fileName = run.oldfile || run.file;
  return (
    <Card title={t('Devices')} description={t('Server reply and current status for each device.')}>
      <Actions>
        <Button isPending={state.status === 'loading'} onPress={() => ask(null)}>
          {state.status === 'idle' ? t('Show the devices') : t('Refresh')}
        </Button>
        {command && mayRepeat && missed.length > 0 && (
          <Button onPress={() => handOver(command.id, imeiListFile(missed, againFileName(fileName)))}>
            {t('{title} again: {count} refused or failed', {
              title: t.known(command.title),
              count: formatCount(missed.length),
            })}
          </Button>
        )}
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
      <QueryNotice state={state} title={t('The devices could not be read')} />
      {state.last && (
        <DataTable
          label={t('Devices')}
          columns={columns}
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
