import { useState, type ReactNode, memo, useDeferredValue, useSyncExternalStore, useEffect, useRef } from 'react';
import { type BatchManager, type BatchRunner, type BatchState, EVALUATING } from '@device-console/shared-lib/batch';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { hasChoice } from '../command/variant-select.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { BatchContext, useBatchSubject, type BatchFileKind, ResultDetailsContext } from './batch-context.ts';
import { UndoCard } from './undo-card.tsx';
import { useConsole, useAddresses } from '@device-console/shared-lib/console';
import {
  chosenFileOf,
  fileLimitsOf,
  pastedListFile,
  type FileLimits,
  type ImeiFile,
  type RejectedFile,
} from '@device-console/shared-lib/csv';
import {
  Button,
  Card,
  FileDropArea,
  Notice,
  Spinner,
  Actions,
  buttonClass,
  Progress,
} from '@device-console/shared-lib/ui';
import { RejectedFileReport } from '@device-console/shared-lib/imei-file';
import { BatchFailed, BatchFinished, BatchOutcome } from './batch-ended.tsx';
import { BatchUnderWay } from './batch-under-way.tsx';
import { ResumeCard } from './resume-card.tsx';
import { useHandedOverFile } from './use-handed-over.ts';
import { t } from '../t.ts';
import { Link } from '@device-console/shared-lib/router';
import { DownloadResults } from './download-results.tsx';
import { LeaveButton } from './leave-button.tsx';
import styles from './batch.module.css';

interface StageFocusProps {
  /** What is shown; another one may take away what had the focus. */
  readonly stage: string;
  /** Told when the focus comes here. */
  readonly label: string;
  readonly children: ReactNode;
}

/** When the control with the focus is gone, the card has it: a keyboard goes on, a screen reader says what is shown. */
function StageFocus({ stage, label, children }: StageFocusProps): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);

  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      // The questions that a card asks are drawn outside of it.
      isHere.current =
        target instanceof Element &&
        (area.current?.contains(target) === true || target.closest('[role="alertdialog"], [role="dialog"]') !== null);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isHere.current && isLost) area.current?.focus();
  }, [stage]);

  return (
    <div ref={area} role="group" aria-label={label} tabIndex={-1} className={styles['stage']} data-stage={stage}>
      {children}
    </div>
  );
}

function HandedOverNotice({ name, drop }: { readonly name: string; readonly drop: () => void }): ReactNode {
  const { variant } = useBatchSubject();
  return (
    <Notice tone="info" actions={<Button onPress={drop}>{t('Remove the waiting file')}</Button>}>
      {variant === null
        ? t('{file} waits here. It is read as soon as the choice below is made.', { file: name })
        : t('{file} waits here. It is read as soon as this card is free; nothing of it has been sent.', { file: name })}
    </Notice>
  );
}

type In<Status extends BatchState['status']> = Extract<BatchState, { status: Status }>;

interface StageProps<Status extends BatchState['status']> {
  readonly runner: BatchRunner;
  readonly state: In<Status>;
}

/** A file is being read (B1, B8). */
function BatchReading({ runner, state }: StageProps<'reading'>): ReactNode {
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
function BatchBeginning({ runner, state }: StageProps<'uploading' | 'registering'>): ReactNode {
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
function BatchReporting({ runner, state }: StageProps<'reporting'>): ReactNode {
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
function BatchTakenOver({ runner, state }: StageProps<'taken-over'>): ReactNode {
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

/** What the batch card shows, told when the focus comes to it. */
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
  reporting: t('Batch: telling the server'),
  finished: t('Batch: complete'),
  failed: t('Batch: failed'),
} as const;

interface BatchPanelProps {
  readonly command: Command;
  readonly runner: BatchRunner;
}

/**
 * The batch card of a command; what its kind of file adds to results goes with it (T6). It is drawn in slices, so that
 * outcomes that come in hold up neither a key press nor the sending, however busy the computer is.
 */
function BatchPanel({ command, runner }: BatchPanelProps): ReactNode {
  const state = useDeferredValue(useSyncExternalStore(runner.subscribe, runner.getSnapshot));
  const { kind } = useBatchSubject();
  const limits = fileLimitsOf(useConsole().config.backend, 'batch');
  const handedOver = useHandedOverFile(state, (file) => read(runner, kind, file, limits));
  return (
    <ResultDetailsContext value={kind.resultDetails(runner)}>
      {handedOver && state.status !== 'preparing' && <HandedOverNotice {...handedOver} />}
      <StageFocus stage={stageOf(state)} label={stageMessages[state.status]}>
        <BatchStage command={command} runner={runner} state={state} />
      </StageFocus>
    </ResultDetailsContext>
  );
}

/** Names what is shown; in another stage other controls are there. */
function stageOf(state: BatchState): string {
  return 'stopping' in state ? `${state.status} ${String(state.stopping)}` : state.status;
}

interface BatchStageProps extends BatchPanelProps {
  readonly state: BatchState;
}

/** What every state of a batch shows, and the actions that make sense in it (B1 to B14). */
export const BatchStage = memo(function BatchStage({ command, runner, state }: BatchStageProps): ReactNode {
  if (state.status === 'resumable')
    return (
      <FileDropArea>
        <ResumeCard command={command} runner={runner} saved={state.saved} />
      </FileDropArea>
    );
  return <FileCard command={command} runner={runner} state={state} />;
});

interface FileStageProps extends BatchPanelProps {
  readonly state: Exclude<BatchState, { status: 'resumable' }>;
}

/** The card, on which a file can be dropped anywhere, and a list pasted, as long as it waits for one (D10b). */
function FileCard({ command, runner, state }: FileStageProps): ReactNode {
  const { kind, variant } = useBatchSubject();
  const limits = fileLimitsOf(useConsole().config.backend, 'batch');
  const isWaiting = (state.status === 'idle' || state.status === 'rejected') && variant !== null;
  const readList = (text: string): void => read(runner, kind, pastedListFile(text), limits);
  return (
    <FileDropArea onText={isWaiting && kind.takesList ? readList : undefined}>
      <Card title={t('Many devices (CSV)')}>
        <StageContent command={command} runner={runner} state={state} />
        <StageOutcome state={state} />
      </Card>
    </FileDropArea>
  );
}

/** Stages in which devices are or were sent something: there is a summary even before the first outcome. */
const begun: ReadonlySet<BatchState['status']> = new Set(['running', 'paused', 'reporting', 'finished']);

/** What is known so far, in one place of the card: its results are not drawn anew when the stage changes. */
function StageOutcome({ state }: Pick<FileStageProps, 'state'>): ReactNode {
  if (!('batch' in state) || state.batch === null || state.status === 'taken-over') return null;
  const { batch, status } = state;
  const hasBegun = begun.has(status) || batch.summary.done > 0;
  return <BatchOutcome batch={batch} isFinished={status === 'finished'} hasBegun={hasBegun} />;
}

function StageContent({ command, runner, state }: FileStageProps): ReactNode {
  const { kind } = useBatchSubject();
  const { Choose, Ready } = kind;
  const limits = fileLimitsOf(useConsole().config.backend, 'batch');
  const readTable = (answer: ImeiFile | RejectedFile, table: number): void => {
    const file = chosenFileOf(answer);
    if (file) read(runner, kind, file, limits, table);
  };
  switch (state.status) {
    case 'preparing':
      return <Spinner label={t('Looking for an unfinished batch')} />;
    case 'idle':
      return <Choose onSelect={(file) => read(runner, kind, file, limits)} />;
    case 'reading':
      return <BatchReading runner={runner} state={state} />;
    case 'rejected':
      return (
        <>
          <Choose onSelect={(file) => read(runner, kind, file, limits)} />
          <RejectedFileReport
            file={state.file}
            isDiagnosed={kind.isDiagnosed}
            onTable={(table) => readTable(state.file, table)}
            onFile={(file) => read(runner, kind, file, limits)}
          />
        </>
      );
    case 'ready':
      return (
        <Ready
          key={state.file.name}
          command={command}
          runner={runner}
          file={state.file}
          onTable={(table) => readTable(state.file, table)}
          onFile={(file) => read(runner, kind, file, limits)}
        />
      );
    case 'locked-elsewhere':
      return (
        <Notice tone="info" actions={<Button onPress={() => runner.lookAgain()}>{t('Look again')}</Button>}>
          {t(
            'This batch runs in another tab of this browser. It can be followed there; this card frees itself when ' +
              'it ends.',
          )}
        </Notice>
      );
    case 'taken-over':
      return <BatchTakenOver runner={runner} state={state} />;
    case 'uploading':
    case 'registering':
      return <BatchBeginning runner={runner} state={state} />;
    case 'running':
    case 'paused':
      return <BatchUnderWay runner={runner} state={state} />;
    case 'reporting':
      return <BatchReporting runner={runner} state={state} />;
    case 'finished':
      return <BatchFinished runner={runner} state={state} />;
    case 'failed':
      return <BatchFailed runner={runner} state={state} onRetry={() => runner.resume(kind.kept(runner))} />;
  }
}

function read(
  runner: BatchRunner,
  { read: readFile }: BatchFileKind,
  file: File,
  limits: FileLimits | undefined,
  table?: number,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  runner.read(
    file.name,
    file.size,
    (onProgress) => readFile(file, { onProgress, signal, limits, table }),
    () => controller.abort(),
  );
}

interface BatchCardsProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly manager: BatchManager;
  readonly kind: BatchFileKind;
}

export function BatchCards({ command, runner, manager, kind }: BatchCardsProps): ReactNode {
  const [variant, chooseVariant] = useState<CommandVariant | null>(() =>
    hasChoice(command) ? null : command.variants[0],
  );
  return (
    <BatchContext value={{ command, manager, kind, variant, chooseVariant }}>
      <BatchPanel command={command} runner={runner} />
      <UndoCard runner={runner} />
      <ArchiveCard runner={runner} />
    </BatchContext>
  );
}
