import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { formatCount, formatDuration } from '@device-console/shared-lib/console';
import { Progress, Section } from '@device-console/shared-lib/ui';
import { DefinitionList, type Definition } from '@device-console/shared-lib/ui/chart';
import styles from './batch.module.css';
import { t } from '../t.ts';

interface BatchProgressProps {
  readonly batch: BatchView;
  /** Nothing is being sent: there is no rate. */
  readonly isHalted?: boolean | undefined;
}

/** Shows speed and remaining time while it runs. */
export function BatchProgress({ batch, isHalted = false }: BatchProgressProps): ReactNode {
  const { summary, perSecond, remainingMs } = batch;
  const rate =
    isHalted || perSecond === null
      ? ''
      : t(', {perSecond} a second', { perSecond: formatCount(Math.round(perSecond)) });
  const left = isHalted || remainingMs === null ? '' : t(', about {time} left', { time: formatDuration(remainingMs) });
  return (
    <Progress
      label={t('Progress')}
      value={summary.done}
      max={summary.valid}
      text={t('{done} of {of}{rate}{left}', {
        done: formatCount(summary.done),
        of: formatCount(summary.valid),
        rate,
        left,
      })}
    />
  );
}

/** B9; lists repeated and unconfirmed rows if there are any (D11, D13). */
export function BatchSummaryList(props: { readonly batch: BatchView; readonly isFinished?: boolean }): ReactNode {
  const { batch, isFinished = false } = props;
  const { summary, processTimeMs } = batch;
  const figure = (term: string, count: number, tone?: Definition['tone']): Definition => ({
    term,
    value: formatCount(count),
    ...(tone && { tone }),
  });
  return (
    <Section title={t('Batch Summary')}>
      <DefinitionList
        items={[
          figure(t('Total'), summary.total),
          figure(t('Valid IMEI'), summary.valid),
          figure(t('Invalid IMEI'), summary.invalid),
          ...(summary.duplicates > 0 ? [figure(t('Repeated'), summary.duplicates)] : []),
          ...(summary.leftOut ? [figure(t('Left out by you'), summary.leftOut)] : []),
          figure(t('Found'), summary.found, 'success'),
          figure(t('Not Found'), summary.notFound),
          ...(summary.unconfirmed > 0 ? [figure(t('Unconfirmed'), summary.unconfirmed, 'warning')] : []),
          ...(isFinished ? [{ term: t('Process Time'), value: <ProcessTime milliseconds={processTimeMs} /> }] : []),
        ]}
      />
    </Section>
  );
}

/** Milliseconds are hard to read from here on. */
const READABLE_FROM = 10_000;

/** The milliseconds of B9, with a readable duration if shorter. */
function ProcessTime({ milliseconds }: { readonly milliseconds: number }): ReactNode {
  const exact = t('{count} ms', { count: formatCount(Math.round(milliseconds)) });
  if (milliseconds < READABLE_FROM) return exact;
  return (
    <>
      {exact} <span className={styles['readable']}>{formatDuration(milliseconds)}</span>
    </>
  );
}
