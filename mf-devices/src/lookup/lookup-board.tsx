import { useSyncExternalStore, type ReactNode } from 'react';
import { formatCount, formatDuration } from '@device-console/shared-lib/console';
import { Actions, Button, Card, DefinitionList, Digits, Notice, Progress, type Definition } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { messages } from '../messages.ts';
import { DeviceTable } from './device-table.tsx';
import type { FailedLookup } from './lookup-results.ts';
import type { LookupRun } from './lookup-run.ts';
import type { LookupState, LookupView } from './lookup-state.ts';

const texts = messages.lookup;

interface LookupBoardProps {
  readonly run: LookupRun;
  /** The operator wants another file. */
  readonly onClear: () => void;
}

/** The lookups of a file: how far they are, and what they have come to (L2, L3, L5). */
export function LookupBoard({ run, onClear }: LookupBoardProps): ReactNode {
  const state = useSyncExternalStore(run.subscribe, run.getSnapshot);
  const { view, status } = state;
  const { rows, unknown, failures } = view;
  const isRunning = status === 'running';
  return (
    <>
      <Card title={texts.manyDevices}>
        <Stage state={state} />
        <Actions>
          {isRunning && <Button onPress={run.cancel}>{texts.cancel}</Button>}
          {status === 'paused' && <Button variant="primary" onPress={run.goOn}>{texts.goOn}</Button>}
          {!isRunning && <Button onPress={onClear}>{texts.anotherFile}</Button>}
        </Actions>
        <Summary view={view} isFinished={status === 'finished'} />
      </Card>
      {failures.count > 0 && (
        <Card
          title={texts.failed} description={texts.failedHelp}
          actions={<Button isDisabled={isRunning} onPress={run.retryFailures}>{texts.retryThose}</Button>}
        >
          <DataTable label={texts.failed} columns={failedColumns} {...failures} emptyText={messages.noResults} isSortable={false} minHeight={200} />
        </Card>
      )}
      {rows.count > 0 && (
        <Card title={messages.result}>
          <DeviceTable label={texts.devicesOf(view.fileName)} {...rows} isGrowing={isRunning} />
        </Card>
      )}
      {unknown.count > 0 && (
        <Card title={texts.unknownTitle}>
          <DataTable label={texts.unknownTitle} columns={unknownColumns} {...unknown} emptyText={messages.noResults} isSortable={false} minHeight={200} />
        </Card>
      )}
    </>
  );
}

/** What the state says to the operator; the end of a run without a hit has the words of L2. */
function Stage({ state }: { readonly state: LookupState }): ReactNode {
  const { view } = state;
  switch (state.status) {
    case 'running':
      return (
        <>
          <LookupProgress view={view} />
          {state.rest !== null && <Notice tone="warning">{texts.resting(state.rest)}</Notice>}
        </>
      );
    case 'paused':
      return (
        <>
          <Notice tone={state.why === 'operator' ? 'info' : 'warning'} title={texts.pausedBy[state.why]}>{state.message}</Notice>
          <LookupProgress view={view} />
        </>
      );
    case 'failed':
      return <Notice tone="danger" title={texts.processingError}>{state.message}</Notice>;
    case 'finished':
      if (view.found > 0) return <Notice tone={view.failures.count > 0 ? 'warning' : 'success'} title={texts.finished}>{view.fileName}</Notice>;
      if (view.failures.count > 0) return <Notice tone="danger" title={texts.processingError}>{view.failures.rowAt(0).reason}</Notice>;
      return <Notice tone="warning">{texts.noHits}</Notice>;
  }
}

function LookupProgress({ view: { fileName, done, total, perSecond, remainingMs } }: { readonly view: LookupView }): ReactNode {
  const rate = perSecond === null ? '' : texts.rate(formatCount(Math.round(perSecond)));
  const left = remainingMs === null ? '' : texts.left(formatDuration(remainingMs));
  return <Progress label={texts.progress(fileName)} value={done} max={total} text={texts.progressText(formatCount(done), formatCount(total), rate, left)} />;
}

function Summary({ view, isFinished }: { readonly view: LookupView; readonly isFinished: boolean }): ReactNode {
  const { total, found, unknown, failures, elapsedMs } = view;
  const figure = (term: string, count: number, tone: Definition['tone'] = 'plain'): Definition => ({ term, value: formatCount(count), tone });
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

function serialColumn<Row>(): Column<Row> {
  return { id: 'number', header: messages.serial, cell: (_row, index) => index + 1, width: 80 };
}

const unknownColumns: readonly Column<string>[] = [
  serialColumn<string>(),
  { id: 'imei', header: messages.imei, cell: (imei) => <Digits>{imei}</Digits>, isRowHeader: true },
];

const failedColumns: readonly Column<FailedLookup>[] = [
  serialColumn<FailedLookup>(),
  { id: 'imei', header: messages.imei, cell: ({ imei }) => <Digits>{imei}</Digits>, isRowHeader: true, width: 180 },
  { id: 'reason', header: texts.reason, cell: ({ reason }) => reason, width: 560 },
];
