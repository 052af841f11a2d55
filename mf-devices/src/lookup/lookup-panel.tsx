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
import type { LookupRun } from './lookup-run.ts';
import type { LookupState, LookupView } from './lookup-state.ts';
import { LookupTables } from './lookup-tables.tsx';
import { t } from '../t.ts';

const pausedBy = {
  operator: t('Cancelled. The remaining devices have not been looked up.'),
  network: t('The server cannot be reached. Continue looks up the remaining devices.'),
  failing: t('The server keeps failing. Continue when it works again; the remaining devices have not been looked up.'),
  forbidden: t('You are no longer allowed to look up devices. Ask your admin, then continue.'),
  authorization: t('Your login had expired. Continue looks up the remaining devices.'),
} as const;

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
      <Card title={t('Many devices (CSV)')}>
        <LookupStatus state={state} />
        <Actions>
          {isRunning && <Button onPress={run.cancel}>{t('Cancel')}</Button>}
          {status === 'paused' && (
            <Button variant="primary" onPress={run.goOn}>
              {t('Continue')}
            </Button>
          )}
          {!isRunning && <Button onPress={onClear}>{t('Another file')}</Button>}
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
              {t('Trying again in a moment.')}
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
            {pausedBy[state.why]}
          </Notice>
          <LookupProgress view={view} />
        </>
      );
    case 'failed':
      return (
        <Notice tone="danger" details={state.message}>
          {t('An error occurred while processing the uploaded file.')}
        </Notice>
      );
    case 'finished':
      if (view.found > 0)
        return (
          <Notice
            tone={view.failures.count > 0 ? 'warning' : 'success'}
            title={t('Every device of the file has been looked up.')}
          >
            {view.fileName}
          </Notice>
        );
      if (view.failures.count > 0)
        return (
          <Notice tone="danger" title={t('An error occurred while processing the uploaded file.')}>
            {view.failures.rowAt(0).reason}
          </Notice>
        );
      return <Notice tone="warning">{t('No valid device data found for uploaded IMEIs.')}</Notice>;
  }
}

function LookupProgress({
  view: { fileName, done, total, perSecond, remainingMs },
}: {
  readonly view: LookupView;
}): ReactNode {
  const rate = perSecond === null ? '' : t(', {perSecond} a second', { perSecond: formatCount(Math.round(perSecond)) });
  const left = remainingMs === null ? '' : t(', about {time} left', { time: formatDuration(remainingMs) });
  return (
    <Progress
      label={t('Looking up the devices of {file}', { file: fileName })}
      value={done}
      max={total}
      text={t('{done} of {of}{rate}{left}', { done: formatCount(done), of: formatCount(total), rate, left })}
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
    <section aria-label={t('Lookup summary')}>
      <DefinitionList
        items={[
          figure(t('Total'), total),
          figure(t('Found'), found, 'success'),
          figure(t('No device'), unknown.count),
          ...(failures.count > 0 ? [figure(t('Could not be looked up'), failures.count, 'warning')] : []),
          ...(isFinished ? [{ term: t('Process Time'), value: `${formatCount(Math.round(elapsedMs))} ms` }] : []),
        ]}
      />
    </section>
  );
}
