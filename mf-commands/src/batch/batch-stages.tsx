import { useState, type ReactNode } from 'react';
import { EXECUTING, type BatchRunner, type BatchState, type BatchView } from '@device-console/shared-lib/batch';
import { Actions, Button, FailureState, Notice, Spinner } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { BatchProgress, BatchResultsTable, BatchSummaryList, DownloadResults } from './batch-figures.tsx';

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
          <CancelBatch runner={runner} />
        </Actions>
      )}
      <BatchSummaryList batch={state.batch} />
      <BatchResultsTable batch={state.batch} />
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
        <CancelBatch runner={runner} />
      </Actions>
      <BatchSummaryList batch={batch} />
      <BatchResultsTable batch={batch} />
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
      <BatchResultsTable batch={state.batch} />
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
      </Actions>
      <BatchResultsTable batch={batch} />
    </>
  );
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
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onPress={() => (isSafe ? runner.retryUnconfirmed() : setAsking(true))}>{messages.retryUnconfirmed}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={messages.retryUnconfirmed}
        message={messages.retryMayRepeat}
        confirmLabel={messages.sendAgain}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          runner.retryUnconfirmed();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function CancelBatch({ runner }: { readonly runner: BatchRunner }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setAsking(true)}>{messages.cancel}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={messages.archiveTitle}
        message={messages.archiveBatch}
        confirmLabel={messages.leaveUnfinished}
        cancelLabel={messages.keepBatch}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          runner.cancel();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
