import type { ReactNode } from 'react';
import { EVALUATING, type BatchRunner, type BatchState } from '@device-console/shared-lib/batch';
import { Actions, Button, buttonClass, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { DownloadResults } from './download-results.tsx';
import { LeaveButton } from './leave-button.tsx';
import { t } from '../t.ts';

type In<Status extends BatchState['status']> = Extract<BatchState, { status: Status }>;

interface StageProps<Status extends BatchState['status']> {
  readonly runner: BatchRunner;
  readonly state: In<Status>;
}

/** A file is being read (B1, B8). */
export function BatchReading({ runner, state }: StageProps<'reading'>): ReactNode {
  return (
    <>
      <Spinner label={EVALUATING} />
      <Progress label={t('Reading {name}', { name: state.fileName })} value={state.bytesRead} max={state.sizeBytes} />
      <Actions>
        <Button onPress={() => runner.cancel()}>{t('Cancel reading')}</Button>
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
          {t('Trying again in a moment.')}
        </Notice>
      )}
      {stopping && <Spinner label={t('Stopping; no device is sent anything')} />}
      <Actions>
        {!stopping && <LeaveButton label={t('Cancel')} onLeave={() => runner.cancel()} />}
        <DownloadResults batch={batch} />
      </Actions>
    </>
  );
}

/** Every device is done; the server is told (B7, D11a, D17). */
export function BatchReporting({ runner, state }: StageProps<'reporting'>): ReactNode {
  const { batch, retryDelay, stopping } = state;
  return (
    <>
      <Spinner label={t('All devices are done. Telling the server that the batch is complete')} />
      {retryDelay && (
        <Notice tone="warning">
          {t('The server could not be told yet and is tried again by itself. {message}', {
            message: retryDelay.message,
          })}
        </Notice>
      )}
      <Actions>
        <DownloadResults batch={batch} />
        <Button isPending={stopping} onPress={() => runner.finishHere()}>
          {t('Finish here')}
        </Button>
      </Actions>
    </>
  );
}

/** Somebody else goes on with the batch; nothing of it is sent from here any more (D17b). */
export function BatchTakenOver({ runner, state }: StageProps<'taken-over'>): ReactNode {
  const { to } = useAddresses();
  const { by, batch } = state;
  return (
    <>
      <Notice tone="warning" title={t('{file} was taken over', { file: batch.fileName })}>
        {t(
          '{operator} goes on with this batch in {place}. Nothing more of it is sent from here, and no device was ' +
            'commanded twice.',
          { operator: by.operator, place: by.place },
        )}
      </Notice>
      <Actions>
        <Link className={buttonClass()} to={`${to('batches')}#${batch.batchId}`}>
          {t('See the batch')}
        </Link>
        <DownloadResults batch={batch} />
        <Button onPress={() => runner.newBatch()}>{t('New Batch')}</Button>
      </Actions>
    </>
  );
}
