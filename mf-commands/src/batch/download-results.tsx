import { type ReactNode, useState } from 'react';
import type { BatchResults, BatchView } from '@device-console/shared-lib/batch';
import { IMEI_DATA_FILE, imeiDataCsv } from '@device-console/shared-lib/csv';
import { Button, type ButtonVariant } from '@device-console/shared-lib/ui';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import type { BatchSubject, ResultFilter } from './batch-subject.ts';
import { t } from '../t.ts';

interface DownloadResultsProps {
  readonly subject: Pick<BatchSubject, 'kind' | 'runner'>;
  readonly batch: Pick<BatchView, 'summary' | 'results'>;
  readonly variant?: ButtonVariant | undefined;
  /** Default: all. */
  readonly filter?: ResultFilter | undefined;
}

/**
 * Saves imei_data.csv: every device with its status and, for notifications, its message (B9, T6), or those of one
 * status. Available in every state of a batch, once there is an outcome (D11a).
 */
export function DownloadResults(props: DownloadResultsProps): ReactNode {
  const { subject, batch, variant, filter = 'all' } = props;
  const { summary, results } = batch;
  if (summary.done === 0) return null;
  const details = subject.kind.resultDetails(subject.runner, results);
  const content = (): Iterable<string> =>
    details ? details.csv(filter) : imeiDataCsv(filteredRows(results.processed(), filter));
  return (
    <Button
      variant={variant}
      size={filter === 'all' ? 'regular' : 'small'}
      onPress={() => void saveCsv(resultFileName(filter), content())}
    >
      {filter === 'all' ? t('Download CSV') : t('Download shown (CSV)')}
    </Button>
  );
}

export function* filteredRows<Row extends { readonly status: string }>(
  rows: Iterable<Row>,
  filter: ResultFilter,
): Generator<Row> {
  for (const row of rows) if (filter === 'all' || row.status === filter) yield row;
}

/** `imei_data.csv`, with a filter `imei_data-not-found.csv`. */
function resultFileName(filter: ResultFilter): string {
  return filter === 'all' ? IMEI_DATA_FILE : IMEI_DATA_FILE.replace('.', `-${filter.replace(' ', '-')}.`);
}

const chosen = new WeakMap<BatchResults, ResultFilter>();

/** The filter stays while the card changes state. */
export function useResultFilter(results: BatchResults): readonly [ResultFilter, (filter: ResultFilter) => void] {
  const [, setChosen] = useState<ResultFilter>('all');
  const choose = (filter: ResultFilter): void => {
    chosen.set(results, filter);
    setChosen(filter);
  };
  return [chosen.get(results) ?? 'all', choose];
}
