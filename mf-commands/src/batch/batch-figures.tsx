import { useMemo, type ReactNode } from 'react';
import type { BatchRow, BatchView } from '@device-console/shared-lib/batch';
import { formatCount, formatDuration } from '@device-console/shared-lib/console';
import { DefinitionList, Digits, Progress, StatusBadge, type Definition } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { useResultDetails } from './result-details.ts';
import { ResultFilterBar } from './result-filter-bar.tsx';
import { useResultFilter } from './result-filter.ts';

/** How far the batch is, how fast, and how long it still takes. */
export function BatchProgress({
  batch: { summary, perSecond, remainingMs },
}: {
  readonly batch: BatchView;
}): ReactNode {
  const rate = perSecond === null ? '' : messages.rate(formatCount(Math.round(perSecond)));
  const left = remainingMs === null ? '' : messages.left(formatDuration(remainingMs));
  return (
    <Progress
      label={messages.progress}
      value={summary.done}
      max={summary.valid}
      text={messages.progressText(formatCount(summary.done), formatCount(summary.valid), rate, left)}
    />
  );
}

/** The Batch Summary (B9); repeated and unconfirmed rows stand there when there are any (D11, D13). */
export function BatchSummaryList({
  batch,
  isFinished = false,
}: {
  readonly batch: BatchView;
  readonly isFinished?: boolean;
}): ReactNode {
  const { summary, processTimeMs } = batch;
  const figure = (term: string, count: number, tone?: Definition['tone']): Definition => ({
    term,
    value: formatCount(count),
    ...(tone && { tone }),
  });
  return (
    <section aria-label={messages.summary}>
      <DefinitionList
        items={[
          figure(messages.total, summary.total),
          figure(messages.valid, summary.valid),
          figure(messages.invalid, summary.invalid),
          ...(summary.duplicates > 0 ? [figure(messages.repeated, summary.duplicates)] : []),
          figure(messages.found, summary.found, 'success'),
          figure(messages.notFound, summary.notFound),
          ...(summary.unconfirmed > 0 ? [figure(messages.unconfirmed, summary.unconfirmed, 'warning')] : []),
          ...(isFinished
            ? [{ term: messages.processTime, value: `${formatCount(Math.round(processTimeMs))} ms` }]
            : []),
        ]}
      />
    </section>
  );
}

const tones = { found: 'success', 'not found': 'neutral', unconfirmed: 'warning', pending: 'info' } as const;

const columns: readonly Column<BatchRow>[] = [
  { id: 'serial', header: messages.serial, cell: (_row, index) => index + 1, width: 90 },
  { id: 'imei', header: messages.imei, cell: ({ imei }) => <Digits>{imei}</Digits>, width: 180, isRowHeader: true },
  {
    id: 'status',
    header: messages.status,
    cell: ({ status, message }) => (
      <>
        <StatusBadge tone={tones[status]}>{status}</StatusBadge> {message}
      </>
    ),
    width: 420,
  },
];

interface BatchResultsTableProps {
  readonly batch: BatchView;
  /** A further column, such as the row action of C8. */
  readonly extraColumn?: Column<BatchRow> | undefined;
}

const unfiltered = (index: number): number => index;

/** The devices that are done, in order, all or those of one status (B9, D11). */
export function BatchResultsTable({ batch, extraColumn }: BatchResultsTableProps): ReactNode {
  const details = useResultDetails();
  const [filter, choose] = useResultFilter(batch.results);
  // Made anew each time the batch changed, because a row that was shown may have another outcome now.
  const { count, indexAt } = useMemo(() => {
    if (filter === 'all') return { count: batch.summary.done, indexAt: unfiltered };
    const indexes = batch.results.indexesOf(filter);
    return { count: indexes.length, indexAt: (index: number) => indexes[index] ?? index };
  }, [batch, filter]);
  const shown = useMemo(() => {
    const ofBatch = (column: Column<BatchRow>): Column<BatchRow> => ({
      ...column,
      cell: (row, index) => column.cell(row, indexAt(index)),
    });
    return [...columns, ...(details?.columns ?? []).map(ofBatch), ...(extraColumn ? [extraColumn] : [])];
  }, [details, extraColumn, indexAt]);
  const rowAt = useMemo(() => (index: number) => batch.results.rowAt(indexAt(index)), [batch, indexAt]);
  return (
    <>
      {batch.summary.done > 0 && <ResultFilterBar batch={batch} filter={filter} onChoose={choose} />}
      <DataTable
        key={filter}
        label={messages.results}
        columns={shown}
        count={count}
        rowAt={rowAt}
        rowKey={(_row, index) => indexAt(index)}
        minHeight={350}
        emptyText={filter === 'all' ? messages.noResults : messages.noneOfStatus}
        isSortable={false}
      />
    </>
  );
}
