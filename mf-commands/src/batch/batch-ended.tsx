import type { ReactNode } from 'react';
import type { BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { calls } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, FailureState, Notice } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { DownloadResults } from './download-results.tsx';

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
      <Notice tone={hasUnconfirmed ? 'warning' : 'success'} title={messages.finished}>
        {hasUnconfirmed && batch.idempotent ? messages.unconfirmedHelp : batch.fileName}
      </Notice>
      {notTold !== null && (
        <Notice tone="warning" title={messages.notToldYet}>
          {messages.toldLater(notTold)}
        </Notice>
      )}
      <Actions>
        <DownloadResults batch={batch} variant="primary" />
        {hasUnconfirmed && <RetryUnconfirmed runner={runner} isSafe={batch.idempotent} />}
        <Button onPress={() => runner.newBatch()}>{messages.newBatch}</Button>
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
      {messages.batches}
    </Link>
  );
}

/** Where the server cannot tell a repeated command from a new one, the operator has to agree first (D2). */
function RetryUnconfirmed({ runner, isSafe }: { readonly runner: BatchRunner; readonly isSafe: boolean }): ReactNode {
  const retry = (): void => runner.retryUnconfirmed();
  if (isSafe) return <Button onPress={retry}>{messages.retryUnconfirmed}</Button>;
  return (
    <ConfirmButton
      label={messages.retryUnconfirmed}
      title={messages.retryUnconfirmed}
      message={messages.retryMayRepeat}
      confirmLabel={messages.sendAgain}
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
      <FailureState title={messages.failed}>{message}</FailureState>
      <Actions>
        {mayRetry && (
          <Button variant="primary" onPress={onRetry}>
            {messages.retry}
          </Button>
        )}
        <Button onPress={() => runner.newBatch()}>{messages.newBatch}</Button>
        {batch && <DownloadResults batch={batch} />}
      </Actions>
    </>
  );
}
