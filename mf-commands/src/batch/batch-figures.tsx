import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { formatCount, formatDuration } from '@device-console/shared-lib/console';
import { DefinitionList, Progress, Section, type Definition } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { preflightMessages } from '../preflight/preflight-messages.ts';
import styles from './batch.module.css';

interface BatchProgressProps {
  readonly batch: BatchView;
  /** Nothing is being sent: what the rate was says nothing then. */
  readonly isHalted?: boolean | undefined;
}

/** How far the batch is and, while it goes on, how fast and how long it still takes. */
export function BatchProgress({ batch, isHalted = false }: BatchProgressProps): ReactNode {
  const { summary, perSecond, remainingMs } = batch;
  const rate = isHalted || perSecond === null ? '' : messages.rate(formatCount(Math.round(perSecond)));
  const left = isHalted || remainingMs === null ? '' : messages.left(formatDuration(remainingMs));
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
    <Section title={messages.summary}>
      <DefinitionList
        items={[
          figure(messages.total, summary.total),
          figure(messages.valid, summary.valid),
          figure(messages.invalid, summary.invalid),
          ...(summary.duplicates > 0 ? [figure(messages.repeated, summary.duplicates)] : []),
          ...(summary.leftOut ? [figure(preflightMessages.leftOut, summary.leftOut)] : []),
          figure(messages.found, summary.found, 'success'),
          figure(messages.notFound, summary.notFound),
          ...(summary.unconfirmed > 0 ? [figure(messages.unconfirmed, summary.unconfirmed, 'warning')] : []),
          ...(isFinished ? [{ term: messages.processTime, value: <ProcessTime milliseconds={processTimeMs} /> }] : []),
        ]}
      />
    </Section>
  );
}

/** From here on milliseconds are hard to read. */
const READABLE_FROM = 10_000;

/** The milliseconds of B9, with the same as people say it where that is shorter. */
function ProcessTime({ milliseconds }: { readonly milliseconds: number }): ReactNode {
  const exact = messages.milliseconds(formatCount(Math.round(milliseconds)));
  if (milliseconds < READABLE_FROM) return exact;
  return (
    <>
      {exact} <span className={styles['readable']}>{formatDuration(milliseconds)}</span>
    </>
  );
}
