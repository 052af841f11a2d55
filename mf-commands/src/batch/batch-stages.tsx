import type { ReactNode } from 'react';
import { EXECUTING, type BatchRunner, type BatchState, type BatchView } from '@device-console/shared-lib/batch';
import { calls } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, FailureState, Notice, Spinner } from '@device-console/shared-lib/ui';
import { ledgerMessages } from '../ledger/ledger-messages.ts';
import { messages } from '../messages.ts';
import { AskedButton } from './asked-button.tsx';
import { BatchProgress, BatchSummaryList, DownloadResults } from './batch-figures.tsx';
import { BatchResults } from './batch-results.tsx';
import { LeaveButton } from './leave-button.tsx';

type In<Status extends BatchState['status']> = Extract<BatchState, { status: Status }>;

/** Devices are being sent the command, one after the other (B6, B8). */
export function BatchRunning({ runner, state }: { readonly runner: BatchRunner; readonly state: In<'running'> }): ReactNode {
  return (
    <>
      <Spinner label={EXECUTING} />
      <BatchProgress batch={state.batch} />
      {state.rest && <Notice tone="warning">{messages.resting(state.rest.message)}</Notice>}
      {state.stopping ? (
        <Spinner label={messages.stopping} />
      ) : (
        <Actions>
          <Button variant="primary" onPress={() => runner.pause()}>{messages.pause}</Button>
          <LeaveButton label={messages.cancel} onLeave={() => runner.cancel()} />
        </Actions>
      )}
      <BatchSummaryList batch={state.batch} />
      <BatchResults batch={state.batch} />
    </>
  );
}

/** The batch stands still, for a reason that the operator can do something about (D11). */
export function BatchPaused({ runner, state }: { readonly runner: BatchRunner; readonly state: In<'paused'> }): ReactNode {
  const { batch, why, message, undecidedImei } = state;
  return (
    <>
      <Notice tone={why === 'operator' ? 'info' : 'warning'} title={messages.pausedBy[why]}>
        {undecidedImei === null ? message : `IMEI ${undecidedImei}. ${message}`}
      </Notice>
      <BatchProgress batch={batch} />
      <Actions>
        {undecidedImei === null ? (
          <Button variant="primary" onPress={() => runner.goOn()}>{messages.goOn}</Button>
        ) : (
          <>
            <Button variant="primary" onPress={() => runner.goOn('resend')}>{messages.sendAgain}</Button>
            <Button onPress={() => runner.goOn('leave')}>{messages.leaveUnconfirmed}</Button>
          </>
        )}
        <LeaveButton label={messages.cancel} onLeave={() => runner.cancel()} />
      </Actions>
      <BatchSummaryList batch={batch} />
      <BatchResults batch={batch} />
    </>
  );
}

/** Every device is done; the server is told (B7, D17). */
export function BatchReporting({ state }: { readonly state: In<'reporting'> }): ReactNode {
  return (
    <>
      <Spinner label={messages.reporting} />
      {state.rest && <Notice tone="warning">{messages.reportAgain(state.rest.message)}</Notice>}
      <BatchSummaryList batch={state.batch} />
      <BatchResults batch={state.batch} />
    </>
  );
}

/** The end of a batch (B9, D11). */
export function BatchFinished({ runner, batch }: { readonly runner: BatchRunner; readonly batch: BatchView }): ReactNode {
  const hasUnconfirmed = batch.summary.unconfirmed > 0;
  return (
    <>
      <Notice tone={hasUnconfirmed ? 'warning' : 'success'} title={messages.finished}>
        {hasUnconfirmed && batch.idempotent ? messages.unconfirmedHelp : batch.fileName}
      </Notice>
      <BatchSummaryList batch={batch} isFinished />
      <Actions>
        <DownloadResults batch={batch} />
        {hasUnconfirmed && <RetryUnconfirmed runner={runner} isSafe={batch.idempotent} />}
        <Button onPress={() => runner.newBatch()}>{messages.newBatch}</Button>
        <LedgerLink />
      </Actions>
      <BatchResults batch={batch} />
    </>
  );
}

/** To the list of all batches; a back end that knows only the specification keeps none (D1a). */
function LedgerLink(): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  return api.offers(calls.batchRuns) ? <Link className={buttonClass()} to={to('batches')}>{ledgerMessages.title}</Link> : null;
}

/** The batch cannot go on by itself (B13). */
export function BatchFailed({ state }: { readonly state: In<'failed'> }): ReactNode {
  return (
    <>
      <FailureState title={messages.failed}>{state.message}</FailureState>
      {state.batch && state.batch.summary.done > 0 && <BatchSummaryList batch={state.batch} />}
    </>
  );
}

/** Where the server cannot tell a repeated command from a new one, the operator has to agree first (D2). */
function RetryUnconfirmed({ runner, isSafe }: { readonly runner: BatchRunner; readonly isSafe: boolean }): ReactNode {
  const retry = (): void => runner.retryUnconfirmed();
  if (isSafe) return <Button onPress={retry}>{messages.retryUnconfirmed}</Button>;
  return (
    <AskedButton
      label={messages.retryUnconfirmed}
      title={messages.retryUnconfirmed}
      message={messages.retryMayRepeat}
      confirmLabel={messages.sendAgain}
      isDangerous
      onConfirm={retry}
    />
  );
}
