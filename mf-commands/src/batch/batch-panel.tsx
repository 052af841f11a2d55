import { memo, useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { useConsole } from '@device-console/shared-lib/console';
import type { Command } from '@device-console/shared-lib/contract';
import {
  chosenFileOf,
  fileLimitsOf,
  pastedListFile,
  type FileLimits,
  type ImeiFile,
  type RejectedFile,
} from '@device-console/shared-lib/csv';
import { Button, Card, FileDropArea, Notice, Spinner } from '@device-console/shared-lib/ui';
import { RejectedFileReport } from '@device-console/shared-lib/imei-file';
import { useBatchSubject } from './batch-context.ts';
import { BatchFailed, BatchFinished } from './batch-ended.tsx';
import type { BatchFileKind } from './batch-file-kind.ts';
import { BatchBeginning, BatchReading, BatchReporting, BatchTakenOver } from './batch-stages.tsx';
import { BatchOutcome } from './batch-outcome.tsx';
import { BatchUnderWay } from './batch-under-way.tsx';
import { HandedOverNotice } from './handed-over-notice.tsx';
import { ResultDetailsContext } from './result-details.ts';
import { ResumeCard } from './resume-card.tsx';
import { StageFocus } from './stage-focus.tsx';
import { useHandedOverFile } from './use-handed-over.ts';
import { t } from '../t.ts';

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
export function BatchPanel({ command, runner }: BatchPanelProps): ReactNode {
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
  /** Reads another table of the workbook that was read. */
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

/** Has the runner read a file as its kind is read. */
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
