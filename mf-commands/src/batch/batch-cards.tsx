import { useMemo, useState, type ReactNode, memo, useDeferredValue, useSyncExternalStore } from 'react';
import { type BatchState, EVALUATING, UPLOAD_FAILED } from '@device-console/shared-lib/batch';
import { useConsole, useAddresses } from '@device-console/shared-lib/console';
import {
  chosenFileOf,
  fileLimitsOf,
  pastedListFile,
  type ImeiFile,
  type RejectedFile,
} from '@device-console/shared-lib/csv';
import {
  Button,
  Card,
  Notice,
  Spinner,
  Actions,
  buttonClass,
  Progress,
  StageFocus,
} from '@device-console/shared-lib/ui';
import { RejectedFileReport, FileDropArea } from '@device-console/shared-lib/imei-file';
import { Link } from '@device-console/shared-lib/router';
import { hasChoice } from '../command/variant-select.tsx';
import { ArchiveCard } from './archive-card.tsx';
import type { BatchSubject, StageProps } from './batch-subject.ts';
import { UndoCard } from './undo-card.tsx';
import { BatchFailed, BatchFinished, BatchOutcome } from './batch-ended.tsx';
import { BatchUnderWay, LeaveButton } from './batch-under-way.tsx';
import { ResumeCard } from './resume-card.tsx';
import { useHandedOverFile } from './use-handed-over.ts';
import { t } from '../t.ts';
import { DownloadResults } from './download-results.tsx';

/** A file is being read (B1, B8). */
function BatchReading({ subject, state }: StageProps<'reading'>): ReactNode {
  return (
    <>
      <Spinner label={EVALUATING} />
      <Progress label={t('Reading {name}', { name: state.fileName })} value={state.bytesRead} max={state.sizeBytes} />
      <Actions>
        <Button onPress={() => subject.runner.cancel()}>{t('Cancel reading')}</Button>
      </Actions>
    </>
  );
}

/** Copy and list are sent to the server; no device has been sent anything (B5, B8). */
function BatchBeginning({ subject, state }: StageProps<'uploading' | 'registering'>): ReactNode {
  const { batch, retryDelay, stopping } = state;
  return (
    <>
      <Spinner label={EVALUATING} />
      {retryDelay && (
        <Notice
          tone="warning"
          title={state.status === 'uploading' ? UPLOAD_FAILED : undefined}
          details={retryDelay.message}
        >
          {t('Trying again in a moment.')}
        </Notice>
      )}
      {stopping && <Spinner label={t('Stopping; no device is sent anything')} />}
      <Actions>
        {!stopping && <LeaveButton label={t('Cancel')} onLeave={() => subject.runner.cancel()} />}
        <DownloadResults subject={subject} batch={batch} />
      </Actions>
    </>
  );
}

/** Every device is done; the server is being told (B7, D11a, D17). */
function BatchReporting({ subject, state }: StageProps<'reporting'>): ReactNode {
  const { batch, retryDelay, stopping } = state;
  return (
    <>
      <Spinner
        label={
          batch.summary.unconfirmed > 0
            ? t('Reporting to the server how the batch ended')
            : t('All devices are done. Reporting to the server that the batch is complete')
        }
      />
      {retryDelay && (
        <Notice tone="warning">
          {t('The batch could not be reported to the server yet; this is retried automatically. {message}', {
            message: retryDelay.message,
          })}
        </Notice>
      )}
      <Actions>
        <DownloadResults subject={subject} batch={batch} />
        <Button isPending={stopping} onPress={() => subject.runner.finishHere()}>
          {t('Finish here')}
        </Button>
      </Actions>
    </>
  );
}

/** Another place continues the batch; this one sends nothing more (D17b). */
function BatchTakenOver({ subject, state }: StageProps<'taken-over'>): ReactNode {
  const { to } = useAddresses();
  const { by, batch } = state;
  return (
    <>
      <Notice tone="warning" title={t('{file} was taken over', { file: batch.fileName })}>
        {t(
          '{operator} continues this batch in {place}. Nothing more of it is sent from here, and no device ' +
            'was commanded twice.',
          { operator: by.operator, place: by.place },
        )}
      </Notice>
      <Actions>
        <Link className={buttonClass()} to={`${to('batches')}#${batch.batchId}`}>
          {t('See the batch')}
        </Link>
        <DownloadResults subject={subject} batch={batch} />
        <Button onPress={() => subject.runner.newBatch()}>{t('New Batch')}</Button>
      </Actions>
    </>
  );
}

/** Announced when the focus moves to the card. */
const stageMessages = {
  preparing: t('Batch: looking for an unfinished one'),
  idle: t('Batch: no file chosen'),
  reading: t('Batch: the file is being read'),
  rejected: t('Batch: the file cannot be used'),
  ready: t('Batch: ready to start'),
  resumable: t('Batch: unfinished'),
  'locked-elsewhere': t('Batch: runs in another tab'),
  'taken-over': t('Batch: taken over'),
  uploading: t('Batch: starting'),
  registering: t('Batch: starting'),
  running: t('Batch: running'),
  paused: t('Batch: paused'),
  reporting: t('Batch: reporting to the server'),
  finished: t('Batch: complete'),
  failed: t('Batch: failed'),
} as const;

/** Reads a file, or one table of a workbook. */
function useReadFile({ kind, runner }: BatchSubject): (file: File, table?: number) => void {
  const limits = fileLimitsOf(useConsole().config.backend, 'batch');
  return (file, table) => {
    const controller = new AbortController();
    const { signal } = controller;
    runner.read(
      file.name,
      file.size,
      (onProgress) => kind.read(file, { onProgress, signal, limits, table }),
      () => controller.abort(),
    );
  };
}

/** Have a summary even before the first outcome: devices are or were sent something. */
const begun: ReadonlySet<BatchState['status']> = new Set(['running', 'paused', 'reporting', 'finished']);

/**
 * Each state of a batch, with its actions (B1 to B14). While it waits for a file, one can be dropped anywhere on the
 * card, or a list pasted (D10b). The results have one place, so a change of stage does not draw them anew.
 */
export const BatchStage = memo(function BatchStage({ subject, state }: StageProps<BatchState['status']>): ReactNode {
  const { kind, variant } = subject;
  const read = useReadFile(subject);
  const { status } = state;
  if (status === 'resumable')
    return (
      <FileDropArea>
        <ResumeCard subject={subject} saved={state.saved} />
      </FileDropArea>
    );
  const isWaiting = (status === 'idle' || status === 'rejected') && variant !== null && kind.holdsOnlyImeis;
  const batch = 'batch' in state && status !== 'taken-over' ? state.batch : null;
  return (
    <FileDropArea onText={isWaiting ? (text) => read(pastedListFile(text)) : undefined}>
      <Card title={t('Many devices (CSV)')}>
        {contentOf(subject, state, read)}
        {batch && (
          <BatchOutcome
            subject={subject}
            batch={batch}
            isFinished={status === 'finished'}
            hasBegun={begun.has(status) || batch.summary.done > 0}
          />
        )}
      </Card>
    </FileDropArea>
  );
});

function contentOf(
  subject: BatchSubject,
  state: Exclude<BatchState, { status: 'resumable' }>,
  read: (file: File, table?: number) => void,
): ReactNode {
  const { Choose, Ready, holdsOnlyImeis } = subject.kind;
  const readTable = (answer: ImeiFile | RejectedFile, table: number): void => {
    const file = chosenFileOf(answer);
    if (file) read(file, table);
  };
  switch (state.status) {
    case 'preparing':
      return <Spinner label={t('Looking for an unfinished batch')} />;
    case 'idle':
      return <Choose subject={subject} onSelect={read} />;
    case 'reading':
      return <BatchReading subject={subject} state={state} />;
    case 'rejected':
      return (
        <>
          <Choose subject={subject} onSelect={read} />
          <RejectedFileReport
            file={state.file}
            isDiagnosed={holdsOnlyImeis}
            onTable={(table) => readTable(state.file, table)}
            onFile={read}
          />
        </>
      );
    case 'ready':
      return (
        <Ready
          key={state.file.name}
          subject={subject}
          file={state.file}
          onTable={(table) => readTable(state.file, table)}
          onFile={read}
        />
      );
    case 'locked-elsewhere':
      return (
        <Notice tone="info" actions={<Button onPress={() => subject.runner.lookAgain()}>{t('Check again')}</Button>}>
          {t(
            'This batch runs in another tab of this browser. You can follow it there; this card becomes ' +
              'available again when it ends.',
          )}
        </Notice>
      );
    case 'taken-over':
      return <BatchTakenOver subject={subject} state={state} />;
    case 'uploading':
    case 'registering':
      return <BatchBeginning subject={subject} state={state} />;
    case 'running':
    case 'paused':
      return <BatchUnderWay subject={subject} state={state} />;
    case 'reporting':
      return <BatchReporting subject={subject} state={state} />;
    case 'finished':
      return <BatchFinished subject={subject} state={state} />;
    case 'failed':
      return <BatchFailed subject={subject} state={state} />;
  }
}

/**
 * A command's batches in this browser. They render in slices, so that incoming outcomes delay neither key presses nor
 * sending, even on a busy computer.
 */
export function BatchCards(props: Omit<BatchSubject, 'variant' | 'chooseVariant'>): ReactNode {
  const { command, runner, manager, kind } = props;
  const [variant, chooseVariant] = useState(() => (hasChoice(command) ? null : command.variants[0]));
  const subject = useMemo(
    (): BatchSubject => ({ command, runner, manager, kind, variant, chooseVariant }),
    [command, runner, manager, kind, variant],
  );
  const state = useDeferredValue(useSyncExternalStore(runner.subscribe, runner.getSnapshot));
  const handedOver = useHandedOverFile(subject, state, useReadFile(subject));
  return (
    <>
      {handedOver && state.status !== 'preparing' && (
        <Notice tone="info" actions={<Button onPress={handedOver.drop}>{t('Remove the waiting file')}</Button>}>
          {variant === null
            ? t('{file} waits here. It is read as soon as the choice below is made.', { file: handedOver.name })
            : t('{file} waits here. It is read as soon as this card is free; nothing of it has been sent.', {
                file: handedOver.name,
              })}
        </Notice>
      )}
      <StageFocus
        stage={'stopping' in state ? `${state.status} ${String(state.stopping)}` : state.status}
        label={stageMessages[state.status]}
      >
        <BatchStage subject={subject} state={state} />
      </StageFocus>
      <UndoCard subject={subject} state={state} />
      <ArchiveCard runner={runner} state={state} />
    </>
  );
}
