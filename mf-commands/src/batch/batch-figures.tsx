import { useMemo, type ReactNode } from 'react';
import type { BatchRow, BatchView } from '@device-console/shared-lib/batch';
import { IMEI_DATA_FILE, imeiDataCsv } from '@device-console/shared-lib/csv';
import { formatCount, formatDuration } from '@device-console/shared-lib/console';
import {
  Button,
  DefinitionList,
  Digits,
  Progress,
  StatusBadge,
  type ButtonVariant,
  type Definition,
} from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import { messages } from '../messages.ts';
import { useResultDetails } from './result-details.ts';

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

interface DownloadResultsProps {
  readonly batch: Pick<BatchView, 'summary' | 'results'>;
  readonly variant?: ButtonVariant | undefined;
}

/**
 * Saves imei_data.csv: every device with its status, and what it was told where it was told something (B9, T6). It
 * stands in every state of a batch, as soon as there is an outcome (D11a).
 */
export function DownloadResults({ batch: { summary, results }, variant }: DownloadResultsProps): ReactNode {
  const details = useResultDetails();
  if (summary.done === 0) return null;
  const content = (): Iterable<string> => (details ? details.csv(results) : imeiDataCsv(results.processed()));
  return (
    <Button variant={variant} onPress={() => void saveCsv(IMEI_DATA_FILE, content())}>
      {messages.downloadResults}
    </Button>
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

/** The devices that are done, in order (B9). */
export function BatchResultsTable({ batch, extraColumn }: BatchResultsTableProps): ReactNode {
  const details = useResultDetails();
  const shown = useMemo(
    () => [...columns, ...(details?.columns ?? []), ...(extraColumn ? [extraColumn] : [])],
    [details, extraColumn],
  );
  // A new reader each time the batch changed, because a row that was shown may have another outcome now.
  const rowAt = useMemo(() => (index: number) => batch.results.rowAt(index), [batch]);
  return (
    <DataTable
      label={messages.results}
      columns={shown}
      count={batch.summary.done}
      rowAt={rowAt}
      minHeight={350}
      emptyText={messages.noResults}
      isSortable={false}
    />
  );
}
