import { useSyncExternalStore, type ReactNode } from 'react';
import { EVALUATING, type BatchRunner } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { readImeiCsv } from '@device-console/shared-lib/csv';
import { Actions, Button, Card, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { BatchFailed, BatchFinished, BatchPaused, BatchReporting, BatchRunning } from './batch-stages.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ReadyFile } from './ready-file.tsx';
import { RejectedFileReport } from './rejected-file-report.tsx';
import { ResumeCard } from './resume-card.tsx';

/** What every state of a batch shows, and the actions that make sense in it (B1 to B14). */
export function BatchBoard({ command, runner }: { readonly command: Command; readonly runner: BatchRunner }): ReactNode {
  const state = useSyncExternalStore(runner.subscribe, runner.getSnapshot);
  const read = (file: File): void => runner.read(file.name, file.size, (onProgress) => readImeiCsv(file, { onProgress }));
  const newBatch = <Button onPress={() => runner.newBatch()}>{messages.newBatch}</Button>;

  switch (state.status) {
    case 'preparing':
      return <BatchCard><Spinner label={messages.preparing} /></BatchCard>;
    case 'idle':
      return <BatchCard><ChooseFile onSelect={read} /></BatchCard>;
    case 'reading':
      return <BatchCard><Progress label={messages.reading(state.fileName)} value={state.bytesRead} max={state.sizeBytes} /></BatchCard>;
    case 'rejected':
      return (
        <BatchCard>
          <ChooseFile onSelect={read} />
          <RejectedFileReport file={state.file} />
        </BatchCard>
      );
    case 'ready':
      return <BatchCard><ReadyFile key={state.file.name} command={command} runner={runner} file={state.file} /></BatchCard>;
    case 'resumable':
      return <ResumeCard command={command} runner={runner} saved={state.saved} />;
    case 'locked-elsewhere':
      return <BatchCard><Notice tone="info">{messages.lockedElsewhere}</Notice></BatchCard>;
    case 'uploading':
    case 'registering':
      return (
        <BatchCard>
          <Spinner label={EVALUATING} />
          {state.rest && <Notice tone="warning">{messages.resting(state.rest.message)}</Notice>}
        </BatchCard>
      );
    case 'running':
      return <BatchCard><BatchRunning runner={runner} state={state} /></BatchCard>;
    case 'paused':
      return <BatchCard><BatchPaused runner={runner} state={state} /></BatchCard>;
    case 'reporting':
      return <BatchCard><BatchReporting state={state} /></BatchCard>;
    case 'finished':
      return <BatchCard><BatchFinished runner={runner} batch={state.batch} /></BatchCard>;
    case 'failed':
      return (
        <BatchCard>
          <BatchFailed state={state} />
          <Actions>
            {state.mayRetry && <Button variant="primary" onPress={() => runner.resume()}>{messages.retry}</Button>}
            {newBatch}
          </Actions>
        </BatchCard>
      );
  }
}

function BatchCard({ children }: { readonly children: ReactNode }): ReactNode {
  return <Card title={messages.manyDevices}>{children}</Card>;
}
