import { useMemo, type ReactNode } from 'react';
import type { BatchRow, BatchView } from '@device-console/shared-lib/batch';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { resultColumns } from './result-columns.tsx';
import { useResultDetails } from './result-details.ts';
import { ResultFilterBar } from './result-filter-bar.tsx';
import { useResultFilter } from './result-filter.ts';
import { problemsFirst } from './result-order.ts';
import { t } from '../t.ts';

interface BatchResultsTableProps {
  readonly batch: BatchView;
  /** No outcome comes any more, so rows can be put into another order. */
  readonly isFinished: boolean;
  /** A further column, such as the row action of C8. */
  readonly extraColumn?: Column<BatchRow> | undefined;
}

const unfiltered = (index: number): number => index;

/**
 * The devices that are done, all or those of one status (B9, D11): in the order of the file while more come, problems
 * first once the batch is over.
 */
export function BatchResultsTable({ batch, isFinished, extraColumn }: BatchResultsTableProps): ReactNode {
  const details = useResultDetails();
  const [filter, choose] = useResultFilter(batch.results);
  // Made anew each time the batch changed, because a row that was shown may have another outcome now.
  const { count, indexAt } = useMemo(() => {
    if (filter === 'all' && !isFinished) return { count: batch.summary.done, indexAt: unfiltered };
    const indexes = filter === 'all' ? problemsFirst(batch.results) : batch.results.indexesOf(filter);
    return { count: indexes.length, indexAt: (index: number) => indexes[index] ?? index };
  }, [batch, filter, isFinished]);
  const shown = useMemo(() => {
    const ofBatch = (column: Column<BatchRow>): Column<BatchRow> => ({
      ...column,
      cell: (row, index) => column.cell(row, indexAt(index)),
    });
    return [...resultColumns, ...(details?.columns ?? []).map(ofBatch), ...(extraColumn ? [extraColumn] : [])];
  }, [details, extraColumn, indexAt]);
  const rowAt = useMemo(() => (index: number) => batch.results.rowAt(indexAt(index)), [batch, indexAt]);
  return (
    <>
      {batch.summary.done > 0 && <ResultFilterBar batch={batch} filter={filter} onChoose={choose} />}
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
