import type { ReactNode } from 'react';
import type { BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { calls } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, FailureState, Notice } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { DownloadResults } from './download-results.tsx';
import { t } from '../t.ts';

interface BatchFinishedProps {
  readonly runner: BatchRunner;
  readonly state: Extract<BatchState, { status: 'finished' }>;
}

/** The end of a batch (B9, D11, D11a). */
export function BatchFinished({ runner, state }: BatchFinishedProps): ReactNode {
  const { batch, notTold } = state;
  const hasUnconfirmed = batch.summary.unconfirmed > 0;
  return (
    <>
      <Notice tone={hasUnconfirmed ? 'warning' : 'success'} title={t('The batch is complete.')}>
        {hasUnconfirmed && batch.idempotent
          ? t('The server gave no clear answer for some devices. Retrying is safe: it sends each of them once only.')
          : batch.fileName}
      </Notice>
      {notTold !== null && (
        <Notice tone="warning" title={t('The server has not been told yet that the batch is complete')}>
          {t('It is told by itself as soon as it takes it, also on another day. {why}', { why: notTold })}
        </Notice>
      )}
      <Actions>
        <DownloadResults batch={batch} variant="primary" />
        {hasUnconfirmed && <RetryUnconfirmed runner={runner} isSafe={batch.idempotent} />}
        <Button onPress={() => runner.newBatch()}>{t('New Batch')}</Button>
        <BatchesLink />
      </Actions>
    </>
  );
}

/** To the list of all batches; a back end that knows only the specification keeps none (D1a). */
function BatchesLink(): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  if (!api.offers(calls.batchRuns)) return null;
  return (
    <Link className={buttonClass()} to={to('batches')}>
      {t('Batches')}
    </Link>
  );
}

/** Where the server cannot tell a repeated command from a new one, the operator has to agree first (D2). */
function RetryUnconfirmed({ runner, isSafe }: { readonly runner: BatchRunner; readonly isSafe: boolean }): ReactNode {
  const retry = (): void => runner.retryUnconfirmed();
  if (isSafe) return <Button onPress={retry}>{t('Retry unconfirmed')}</Button>;
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

interface BatchFailedProps {
  readonly runner: BatchRunner;
  readonly state: Extract<BatchState, { status: 'failed' }>;
  /** Tries again what failed. */
  readonly onRetry: () => void;
}

/** The batch cannot go on by itself (B13); what it has of results stays at hand (D11a). */
export function BatchFailed({ runner, state: { message, batch, mayRetry }, onRetry }: BatchFailedProps): ReactNode {
  return (
    <>
      <FailureState title={t('The batch could not go on')}>{message}</FailureState>
      <Actions>
        {mayRetry && (
          <Button variant="primary" onPress={onRetry}>
            {t('Retry')}
          </Button>
        )}
        <Button onPress={() => runner.newBatch()}>{t('New Batch')}</Button>
        {batch && <DownloadResults batch={batch} />}
      </Actions>
    </>
  );
}
