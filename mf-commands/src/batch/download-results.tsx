import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { imeiDataCsv } from '@device-console/shared-lib/csv';
import { Button, type ButtonVariant } from '@device-console/shared-lib/ui';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import type { BatchSubject } from './batch-subject.ts';
import { filteredRows, resultFileName, type ResultFilter } from './result-filter.ts';
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
  const details = subject.kind.resultDetails(subject.runner);
  const content = (): Iterable<string> =>
    details ? details.csv(results, filter) : imeiDataCsv(filteredRows(results.processed(), filter));
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
