import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { formatCount } from '@device-console/shared-lib/console';
import { Actions, Button } from '@device-console/shared-lib/ui';
import styles from './batch.module.css';
import { DownloadResults } from './download-results.tsx';
import type { ResultFilter } from './result-filter.ts';
import { t } from '../t.ts';

interface ResultFilterBarProps {
  readonly batch: BatchView;
  readonly filter: ResultFilter;
  readonly onChoose: (filter: ResultFilter) => void;
}

/** Chooses which results are shown, each with its count, and saves those of one status (B9, D11). */
export function ResultFilterBar({ batch, filter, onChoose }: ResultFilterBarProps): ReactNode {
  const { done, found, notFound, unconfirmed } = batch.summary;
  const counts: readonly (readonly [ResultFilter, number])[] = [
    ['all', done],
    ['found', found],
    ['not found', notFound - unconfirmed],
    ['unconfirmed', unconfirmed],
  ];
  return (
    <>
      <Share counts={counts} filter={filter} onChoose={onChoose} />
      <Actions>
        <div role="group" aria-label={t('Results shown')}>
          <Actions>
            {counts.map(([each, count]) => (
              <Button
                key={each}
                size="small"
                variant={each === filter ? 'primary' : 'secondary'}
                aria-pressed={each === filter}
                onPress={() => onChoose(each)}
              >
                {`${each.charAt(0).toUpperCase()}${each.slice(1)} (${formatCount(count)})`}
              </Button>
            ))}
          </Actions>
        </div>
        {filter !== 'all' && <DownloadResults batch={batch} filter={filter} />}
      </Actions>
    </>
  );
}

type ShareProps = Omit<ResultFilterBarProps, 'batch'> & {
  readonly counts: readonly (readonly [ResultFilter, number])[];
};

/** The same as a bar, for the eye: what is pressed there is pressed below. */
function Share({ counts, filter, onChoose }: ShareProps): ReactNode {
  return (
    <div className={styles['share']} aria-hidden="true">
      {counts
        .filter(([each, count]) => each !== 'all' && count > 0)
        .map(([each, count]) => (
          <span
            key={each}
            data-status={each}
            data-off={filter !== 'all' && filter !== each}
            style={{ flexGrow: count }}
            title={`${each.charAt(0).toUpperCase()}${each.slice(1)} (${formatCount(count)})`}
            onClick={() => onChoose(each === filter ? 'all' : each)}
          />
        ))}
    </div>
  );
}
