import { useSyncExternalStore, type ReactNode } from 'react';
import { formatCount, formatDuration } from '@device-console/shared-lib/console';
import {
  Actions,
  Button,
  Card,
  DefinitionList,
  Notice,
  Progress,
  type Definition,
} from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { LookupRun } from './lookup-run.ts';
import type { LookupState, LookupView } from './lookup-state.ts';
import { LookupTables } from './lookup-tables.tsx';

const texts = messages.lookup;

interface LookupPanelProps {
  readonly run: LookupRun;
  /** The operator wants another file. */
  readonly onClear: () => void;
}

/** The lookups of a file: how far they are, and what they have come to (L2, L3, L5). */
export function LookupPanel({ run, onClear }: LookupPanelProps): ReactNode {
  const state = useSyncExternalStore(run.subscribe, run.getSnapshot);
  const { view, status } = state;
  const isRunning = status === 'running';
  return (
    <>
      <Card title={texts.manyDevices}>
        <LookupStatus state={state} />
        <Actions>
          {isRunning && <Button onPress={run.cancel}>{texts.cancel}</Button>}
          {status === 'paused' && (
            <Button variant="primary" onPress={run.goOn}>
              {texts.goOn}
            </Button>
          )}
          {!isRunning && <Button onPress={onClear}>{texts.anotherFile}</Button>}
        </Actions>
        <Summary view={view} isFinished={status === 'finished'} />
      </Card>
      <LookupTables run={run} view={view} isRunning={isRunning} />
    </>
  );
}

/** What the state says to the operator; the end of a run without a hit has the words of L2. */
function LookupStatus({ state }: { readonly state: LookupState }): ReactNode {
  const { view } = state;
  switch (state.status) {
    case 'running':
      return (
        <>
          <LookupProgress view={view} />
          {state.retryReason !== null && (
            <Notice tone="warning" details={state.retryReason}>
              {texts.retryLater}
            </Notice>
          )}
        </>
      );
    case 'paused':
      return (
        <>
          <Notice
            tone={state.why === 'operator' ? 'info' : 'warning'}
            details={state.message === '' ? undefined : state.message}
          >
            {texts.pausedBy[state.why]}
          </Notice>
          <LookupProgress view={view} />
        </>
      );
    case 'failed':
      return (
        <Notice tone="danger" details={state.message}>
          {texts.processingError}
        </Notice>
      );
    case 'finished':
      if (view.found > 0)
        return (
          <Notice tone={view.failures.count > 0 ? 'warning' : 'success'} title={texts.finished}>
            {view.fileName}
          </Notice>
        );
      if (view.failures.count > 0)
        return (
          <Notice tone="danger" title={texts.processingError}>
            {view.failures.rowAt(0).reason}
          </Notice>
        );
      return <Notice tone="warning">{texts.noHits}</Notice>;
  }
}

function LookupProgress({
  view: { fileName, done, total, perSecond, remainingMs },
}: {
  readonly view: LookupView;
}): ReactNode {
  const rate = perSecond === null ? '' : texts.rate(formatCount(Math.round(perSecond)));
  const left = remainingMs === null ? '' : texts.left(formatDuration(remainingMs));
  return (
    <Progress
      label={texts.progress(fileName)}
      value={done}
      max={total}
      text={texts.progressText(formatCount(done), formatCount(total), rate, left)}
    />
  );
}

function Summary({ view, isFinished }: { readonly view: LookupView; readonly isFinished: boolean }): ReactNode {
  const { total, found, unknown, failures, elapsedMs } = view;
  const figure = (term: string, count: number, tone: Definition['tone'] = 'plain'): Definition => ({
    term,
    value: formatCount(count),
    tone,
  });
  return (
    <section aria-label={texts.summary}>
      <DefinitionList
        items={[
          figure(texts.total, total),
          figure(texts.found, found, 'success'),
          figure(texts.unknown, unknown.count),
          ...(failures.count > 0 ? [figure(texts.failed, failures.count, 'warning')] : []),
          ...(isFinished ? [{ term: texts.processTime, value: `${formatCount(Math.round(elapsedMs))} ms` }] : []),
        ]}
      />
    </section>
  );
}
