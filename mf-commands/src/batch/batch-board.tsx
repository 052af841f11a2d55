import { useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { useConsole } from '@device-console/shared-lib/console';
import type { Command } from '@device-console/shared-lib/contract';
import { fileLimitsOf } from '@device-console/shared-lib/csv';
import { Actions, Button, Card, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { RejectedFileReport } from '@device-console/shared-lib/imei-file';
import { messages } from '../messages.ts';
import { BatchFailed, BatchFinished } from './batch-ended.tsx';
import { BatchPaused } from './batch-paused.tsx';
import { BatchBeginning, BatchReporting, BatchRunning } from './batch-stages.tsx';
import { fileKindOf } from './file-kinds.ts';
import { ResultDetailsContext } from './result-details.ts';
import { ResumeCard } from './resume-card.tsx';

interface BatchBoardProps {
  readonly command: Command;
  readonly runner: BatchRunner;
}

/** The batch card of a command; what its kind of file adds to results goes with it (T6). */
export function BatchBoard({ command, runner }: BatchBoardProps): ReactNode {
  const state = useSyncExternalStore(runner.subscribe, runner.getSnapshot);
  return (
    <ResultDetailsContext value={fileKindOf(command).resultDetails(runner)}>
      <BatchStage command={command} runner={runner} state={state} />
    </ResultDetailsContext>
  );
}

/** What every state of a batch shows, and the actions that make sense in it (B1 to B14). */
export function BatchStage({ command, runner, state }: BatchBoardProps & { readonly state: BatchState }): ReactNode {
  const { read: readFile, isDiagnosed, Choose, Ready, kept } = fileKindOf(command);
  const limits = fileLimitsOf(useConsole().config.backend, 'batch');
  const read = (file: File): void => {
    const controller = new AbortController();
    const { signal } = controller;
    runner.read(
      file.name,
      file.size,
      (onProgress) => readFile(file, { onProgress, signal, limits }),
      () => controller.abort(),
    );
  };

  switch (state.status) {
    case 'preparing':
      return (
        <BatchCard>
          <Spinner label={messages.preparing} />
        </BatchCard>
      );
    case 'idle':
      return (
        <BatchCard>
          <Choose onSelect={read} />
        </BatchCard>
      );
    case 'reading':
      return (
        <BatchCard>
          <Progress label={messages.reading(state.fileName)} value={state.bytesRead} max={state.sizeBytes} />
          <Actions>
            <Button onPress={() => runner.cancel()}>{messages.cancelReading}</Button>
          </Actions>
        </BatchCard>
      );
    case 'rejected':
      return (
        <BatchCard>
          <Choose onSelect={read} />
          <RejectedFileReport file={state.file} isDiagnosed={isDiagnosed} />
        </BatchCard>
      );
    case 'ready':
      return (
        <BatchCard>
          <Ready key={state.file.name} command={command} runner={runner} file={state.file} />
        </BatchCard>
      );
    case 'resumable':
      return <ResumeCard command={command} runner={runner} saved={state.saved} />;
    case 'locked-elsewhere':
      return (
        <BatchCard>
          <Notice tone="info" actions={<Button onPress={() => runner.lookAgain()}>{messages.lookAgain}</Button>}>
            {messages.lockedElsewhere}
          </Notice>
        </BatchCard>
      );
    case 'uploading':
    case 'registering':
      return (
        <BatchCard>
          <BatchBeginning runner={runner} state={state} />
        </BatchCard>
      );
    case 'running':
      return (
        <BatchCard>
          <BatchRunning runner={runner} state={state} />
        </BatchCard>
      );
    case 'paused':
      return (
        <BatchCard>
          <BatchPaused runner={runner} state={state} />
        </BatchCard>
      );
    case 'reporting':
      return (
        <BatchCard>
          <BatchReporting runner={runner} state={state} />
        </BatchCard>
      );
    case 'finished':
      return (
        <BatchCard>
          <BatchFinished runner={runner} state={state} />
        </BatchCard>
      );
    case 'failed':
      return (
        <BatchCard>
          <BatchFailed runner={runner} state={state} onRetry={() => runner.resume(kept(runner))} />
        </BatchCard>
      );
  }
}

function BatchCard({ children }: { readonly children: ReactNode }): ReactNode {
  return <Card title={messages.manyDevices}>{children}</Card>;
}
