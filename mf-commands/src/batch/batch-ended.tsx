import type { ReactNode } from 'react';
import type { BatchRunner, BatchView } from '@device-console/shared-lib/batch';
import { calls } from '@device-console/shared-lib/contract';
import { formatCount, formatDuration, useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, FailureState, Notice, Section } from '@device-console/shared-lib/ui';
import { DefinitionList, type Definition } from '@device-console/shared-lib/ui/chart';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { FileDetails, IncorrectRows, InvalidRows } from '@device-console/shared-lib/imei-file';
import { DownloadResults } from './download-results.tsx';
import { t } from '../t.ts';
import { BatchResultsTable } from './batch-results-table.tsx';
import type { BatchSubject, StageProps } from './batch-subject.ts';
import styles from './batch.module.css';

interface BatchOutcomeProps {
  readonly subject: BatchSubject;
  readonly batch: BatchView;
  readonly isFinished: boolean;
  /** Before the first device there is no summary and no result. */
  readonly hasBegun: boolean;
}

/** File, summary, results, and the rows left out (B3, B4, B9). */
export function BatchOutcome({ subject, batch, isFinished, hasBegun }: BatchOutcomeProps): ReactNode {
  const { file, summary } = batch;
  return (
    <>
      {file && <FileDetails file={file} />}
      {hasBegun && (
        <>
          <BatchSummaryList batch={batch} isFinished={isFinished} />
          <BatchResultsTable subject={subject} batch={batch} isFinished={isFinished} />
        </>
      )}
      <LeftOutRows file={file} totals={summary} />
    </>
  );
}

interface LeftOutRowsProps {
  readonly file: BatchView['file'];
  readonly totals: BatchView['summary'];
}

/** The wrong rows of a batch's file, listed where they are kept, else counted (B3, D15). */
export function LeftOutRows({ file, totals }: LeftOutRowsProps): ReactNode {
  const errors = file?.errors ?? null;
  return (
    <>
      <IncorrectRows totals={totals} areKept={errors !== null} announce="off" />
      {errors && <InvalidRows errors={errors} />}
    </>
  );
}

/** B9; lists repeated and unconfirmed rows if there are any (D11, D13). */
function BatchSummaryList({ batch, isFinished }: Omit<BatchOutcomeProps, 'subject' | 'hasBegun'>): ReactNode {
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

/** What came of a batch whose devices all have a confirmed outcome, such as 'Lock Device: 393 sent · 7 not found'. */
function outcomeText({ command }: BatchSubject, { summary }: BatchView): string {
  const sent = formatCount(summary.found);
  const title = t.known(command.title);
  if (summary.notFound === 0) return t('{command}: {sent} sent', { command: title, sent });
  const notFound = formatCount(summary.notFound);
  return t('{command}: {sent} sent · {notFound} not found', { command: title, sent, notFound });
}

/** The end of a batch (B9, D11, D11a). */
export function BatchFinished({ subject, state }: StageProps<'finished'>): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  const { runner } = subject;
  const { batch, notTold } = state;
  const { unconfirmed, notFound } = batch.summary;
  const hasUnconfirmed = unconfirmed > 0;
  return (
    <>
      {hasUnconfirmed ? (
        <Notice
          tone="warning"
          title={t('The batch has ended. Devices without a confirmed outcome: {count}.', {
            count: formatCount(unconfirmed),
          })}
        >
          {batch.idempotent
            ? t('The server gave no clear answer for some devices. Retrying is safe: it sends each of them once only.')
            : batch.fileName}
        </Notice>
      ) : (
        <Notice tone={notFound > 0 ? 'warning' : 'success'} title={outcomeText(subject, batch)}>
          <span>{t('The batch is complete.')}</span> {batch.fileName}
        </Notice>
      )}
      {notTold !== null && (
        <Notice tone="warning" title={t('The server does not know yet that the batch is complete')}>
          {t('The report is sent automatically as soon as the server accepts it, even on another day. {why}', {
            why: notTold,
          })}
        </Notice>
      )}
      <Actions>
        {hasUnconfirmed && <RetryUnconfirmed runner={runner} isSafe={batch.idempotent} />}
        <DownloadResults
          subject={subject}
          batch={batch}
          variant={hasUnconfirmed && batch.idempotent ? 'secondary' : 'primary'}
        />
        <Button onPress={() => runner.newBatch()}>{t('New Batch')}</Button>
        {/* A back end with only the specification's calls has no such list (D1a). */}
        {api.offers(calls.batchRuns) && (
          <Link className={buttonClass()} to={to('batches')}>
            {t('Batches')}
          </Link>
        )}
      </Actions>
    </>
  );
}

/** If the server cannot recognise a repeated command, the operator must agree first (D2). */
function RetryUnconfirmed({ runner, isSafe }: { readonly runner: BatchRunner; readonly isSafe: boolean }): ReactNode {
  const retry = (): void => runner.retryUnconfirmed();
  if (isSafe)
    return (
      <Button variant="primary" onPress={retry}>
        {t('Retry unconfirmed')}
      </Button>
    );
  return (
    <ConfirmButton
      label={t('Retry unconfirmed')}
      title={t('Retry unconfirmed')}
      message={t(
        'Some of these devices may have got the command already, and this server would send it to them a second time.',
      )}
      confirmLabel={t('Send it again')}
      tone="danger"
      onConfirm={retry}
    />
  );
}

/** The batch cannot continue automatically (B13); its results stay available (D11a). */
export function BatchFailed({ subject, state }: StageProps<'failed'>): ReactNode {
  const { kind, runner } = subject;
  const { message, batch, mayRetry } = state;
  return (
    <>
      <FailureState title={t('The batch could not continue')}>{message}</FailureState>
      <Actions>
        {mayRetry && (
          <Button variant="primary" onPress={() => runner.resume(kind.kept(runner))}>
            {t('Retry')}
          </Button>
        )}
        <Button onPress={() => runner.newBatch()}>{t('New Batch')}</Button>
        {batch && <DownloadResults subject={subject} batch={batch} />}
      </Actions>
    </>
  );
}
