import { useMemo, type ReactNode, memo } from 'react';
import type { BatchRow, BatchView, BatchResults } from '@device-console/shared-lib/batch';
import { cellOf, DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { formatCount, useAddresses, useSession, withImei } from '@device-console/shared-lib/console';
import { Actions, Button, Imei, StatusBadge } from '@device-console/shared-lib/ui';
import { isImei, mayAccess } from '@device-console/shared-lib/contract';
import { Link } from '@device-console/shared-lib/router';
import type { BatchSubject, ResultFilter } from './batch-subject.ts';
import { DownloadResults, useResultFilter } from './download-results.tsx';
import { t } from '../t.ts';
import styles from './batch.module.css';
import { useRowAction } from './row-action.tsx';

const tones = { found: 'success', 'not found': 'neutral', unconfirmed: 'warning', pending: 'info' } as const;

/** Problems first. */
const statusOrder = ['unconfirmed', 'not found', 'found', 'pending'] as const satisfies readonly BatchRow['status'][];

type RowStatusProps = Pick<BatchRow, 'status' | 'message' | 'sent'>;

/** The server's words, else what is known of its sending (D11). */
function reasonOf({ status, message, sent }: RowStatusProps): string {
  if (message !== '') return message;
  if (sent !== null)
    return sent === 'no' ? t('It was not sent.') : t('It may have been sent: the answer was lost or not clear.');
  return status === 'not found' ? t('The server has no such device, or does not take the command for it.') : '';
}

/** A link to the device's page, for operators who may look devices up (N5). */
const DeviceLink = memo(function DeviceLink({ imei }: { readonly imei: string }): ReactNode {
  const { to } = useAddresses();
  const session = useSession();
  const digits = <Imei imei={imei} />;
  if (!isImei(imei) || !mayAccess(session, { permission: 'Device Details' })) return digits;
  return <Link to={withImei(to('device'), imei)}>{digits}</Link>;
});

const RowStatus = memo(function RowStatus(row: RowStatusProps): ReactNode {
  return (
    <>
      <StatusBadge tone={tones[row.status]}>{row.status}</StatusBadge>{' '}
      <span className={styles['reason']}>{reasonOf(row)}</span>
    </>
  );
});

/** B9, with the reason next to the status. */
const resultColumns: readonly Column<BatchRow>[] = [
  { id: 'serial', header: t('S.No.'), sortValue: ({ row }) => row, width: 90, denseWidth: 64 },
  {
    id: 'imei',
    header: t('IMEI'),
    cell: ({ imei }) => <DeviceLink imei={imei} />,
    sortValue: ({ imei }) => imei,
    width: 180,
    denseWidth: 146,
    isRowHeader: true,
  },
  {
    id: 'status',
    header: t('Status'),
    cell: ({ status, message, sent }) => <RowStatus status={status} message={message} sent={sent} />,
    sortValue: ({ status }) => statusOrder.indexOf(status),
    width: 420,
    denseWidth: 140,
    lines: 2,
    denseLines: 4,
  },
];

interface ResultFilterBarProps {
  readonly subject: BatchSubject;
  readonly batch: BatchView;
  readonly filter: ResultFilter;
  readonly onChoose: (filter: ResultFilter) => void;
}

/** Chooses which results are shown, with counts, and saves those of one status (B9, D11). */
function ResultFilterBar({ subject, batch, filter, onChoose }: ResultFilterBarProps): ReactNode {
  const { done, found, notFound, unconfirmed, valid } = batch.summary;
  const counts = { all: done, found, 'not found': notFound - unconfirmed, unconfirmed } as const;
  const parts = (['all', 'found', 'not found', 'unconfirmed'] as const).map((of) => ({
    of,
    count: counts[of],
    text: `${of.charAt(0).toUpperCase()}${of.slice(1)} (${formatCount(counts[of])})`,
  }));
  return (
    <>
      {/* The same as a bar, for the eye only. */}
      <div className={styles['share']} aria-hidden="true">
        {parts
          .filter(({ of, count }) => of !== 'all' && count > 0)
          .map(({ of, count, text }) => (
            <span
              key={of}
              data-status={of}
              data-off={filter !== 'all' && filter !== of}
              style={{ flexGrow: count }}
              title={text}
              onClick={() => onChoose(of === filter ? 'all' : of)}
            />
          ))}
        {valid > done && <span data-status="open" style={{ flexGrow: valid - done }} />}
      </div>
      <Actions>
        <div role="group" aria-label={t('Results shown')}>
          <Actions>
            {parts.map(({ of, text }) => (
              <Button
                key={of}
                size="small"
                variant={of === filter ? 'primary' : 'secondary'}
                aria-pressed={of === filter}
                onPress={() => onChoose(of)}
              >
                {text}
              </Button>
            ))}
          </Actions>
        </div>
        {filter !== 'all' && <DownloadResults subject={subject} batch={batch} filter={filter} />}
      </Actions>
    </>
  );
}

/** Keeps file order within each status. In typed arrays: there may be a million. */
function problemsFirst(results: BatchResults): Uint32Array {
  const kinds = statusOrder.map((status) => results.indexesOf(status));
  const order = new Uint32Array(kinds.reduce((sum, { length }) => sum + length, 0));
  let next = 0;
  for (const indexes of kinds) {
    order.set(indexes, next);
    next += indexes.length;
  }
  return order;
}

interface BatchResultsTableProps {
  readonly subject: BatchSubject;
  readonly batch: BatchView;
  /** No more outcomes come: rows can be sorted. */
  readonly isFinished: boolean;
}

const unfiltered = (index: number): number => index;

/**
 * The devices that are done, all or of one status (B9, D11): in file order, once finished problems first. With the
 * action per device, if the command has one (C8).
 */
export function BatchResultsTable({ subject, batch, isFinished }: BatchResultsTableProps): ReactNode {
  const action = useRowAction(subject.command, batch.batchId);
  const actionColumn = action?.column;
  const { kind, runner } = subject;
  const { results } = batch;
  const details = useMemo(() => kind.resultDetails(runner, results), [kind, runner, results]);
  const [filter, choose] = useResultFilter(results);
  // Rebuilt whenever the batch changes: an outcome may have changed.
  const { count, indexAt } = useMemo(() => {
    if (filter === 'all' && !isFinished) return { count: batch.summary.done, indexAt: unfiltered };
    const indexes = filter === 'all' ? problemsFirst(batch.results) : batch.results.indexesOf(filter);
    return { count: indexes.length, indexAt: (index: number) => indexes[index] ?? index };
  }, [batch, filter, isFinished]);
  const shown = useMemo(() => {
    const ofBatch = (column: Column<BatchRow>): Column<BatchRow> => ({
      ...column,
      cell: (row, index) => cellOf(column, row, indexAt(index)),
    });
    return [...resultColumns, ...(details?.columns ?? []).map(ofBatch), ...(actionColumn ? [actionColumn] : [])];
  }, [details, actionColumn, indexAt]);
  const rowAt = useMemo(() => (index: number) => batch.results.rowAt(indexAt(index)), [batch, indexAt]);
  return (
    <>
      {action?.outcome}
      {action?.dialog}
      {batch.summary.done > 0 && <ResultFilterBar subject={subject} batch={batch} filter={filter} onChoose={choose} />}
      <DataTable
        key={filter}
        label={t('Results')}
        columns={shown}
        count={count}
        expectedCount={filter === 'all' ? batch.results.length : undefined}
        rowAt={rowAt}
        rowKey={(_row, index) => indexAt(index)}
        minHeight={350}
        emptyText={filter === 'all' ? t('No results yet') : t('No device has this status')}
        isSortable={isFinished}
      />
    </>
  );
}
