import type { ReactNode } from 'react';
import { EVALUATING, type BatchRunner, type BatchState } from '@device-console/shared-lib/batch';
import { Actions, Button, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { DownloadResults } from './download-results.tsx';
import { BatchOutcome } from './batch-outcome.tsx';
import { LeaveButton } from './leave-button.tsx';

type In<Status extends BatchState['status']> = Extract<BatchState, { status: Status }>;

interface StageProps<Status extends BatchState['status']> {
  readonly runner: BatchRunner;
  readonly state: In<Status>;
}

/** A file is being read (B1). */
export function BatchReading({ runner, state }: StageProps<'reading'>): ReactNode {
  return (
    <>
      <Progress label={messages.reading(state.fileName)} value={state.bytesRead} max={state.sizeBytes} />
      <Actions>
        <Button onPress={() => runner.cancel()}>{messages.cancelReading}</Button>
      </Actions>
    </>
  );
}

/** Copy and list go to the server; no device has been sent anything (B5, B8). */
export function BatchBeginning({ runner, state }: StageProps<'uploading' | 'registering'>): ReactNode {
  const { batch, retryDelay, stopping } = state;
  return (
    <>
      <Spinner label={EVALUATING} />
      {retryDelay && (
        <Notice tone="warning" details={retryDelay.message}>
          {messages.retryLater}
        </Notice>
      )}
      {stopping && <Spinner label={messages.stoppingFirst} />}
      <Actions>
        {!stopping && <LeaveButton label={messages.cancel} onLeave={() => runner.cancel()} />}
        <DownloadResults batch={batch} />
      </Actions>
      <BatchOutcome batch={batch} hasBegun={batch.summary.done > 0} />
    </>
  );
}

/** Every device is done; the server is told (B7, D11a, D17). */
export function BatchReporting({ runner, state }: StageProps<'reporting'>): ReactNode {
  const { batch, retryDelay, stopping } = state;
  return (
    <>
      <Spinner label={messages.reporting} />
      {retryDelay && <Notice tone="warning">{messages.reportAgain(retryDelay.message)}</Notice>}
      <Actions>
        <DownloadResults batch={batch} />
        <Button isPending={stopping} onPress={() => runner.finishHere()}>
          {messages.finishHere}
        </Button>
      </Actions>
      <BatchOutcome batch={batch} />
    </>
  );
}
