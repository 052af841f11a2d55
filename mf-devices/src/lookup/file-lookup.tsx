import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { browserClock } from '@device-console/shared-lib/batch';
import { calls } from '@device-console/shared-lib/contract';
import { formatCount, useConsole, useRead, useSession } from '@device-console/shared-lib/console';
import { fileLimitsOf, pastedListFile, readImeiCsv, type ImeiFile } from '@device-console/shared-lib/csv';
import {
  FileDetails,
  FileProblems,
  ImeiFilePicker,
  InvalidRows,
  type FileReading,
  useFileReading,
  FileDropArea,
  FileProgress,
} from '@device-console/shared-lib/imei-file';
import { Actions, Button, Card, Notice, StageFocus } from '@device-console/shared-lib/ui';
import { DefinitionList, type Definition } from '@device-console/shared-lib/ui/chart';
import type { ApiClient } from '@device-console/shared-lib/api';
import { type LookupOptions, LookupRun, type LookupState, type LookupView } from './lookup-run.ts';
import { nothingToDecide } from './nothing-to-decide.ts';
import { t } from '../t.ts';
import { LookupTables } from './lookup-tables.tsx';

const pausedBy = {
  operator: t('Cancelled. The remaining devices have not been looked up.'),
  network: t('The server cannot be reached. Continue looks up the remaining devices.'),
  failing: t('The server keeps failing. Continue when it works again; the remaining devices have not been looked up.'),
  forbidden: t('You are no longer allowed to look up devices. Ask your admin, then continue.'),
  authorization: t('Your login had expired. Continue looks up the remaining devices.'),
} as const;

/** The lookups of a file. */
interface Lookup {
  readonly run: LookupRun;
  readonly file: ImeiFile;
}

interface LookupPanelProps {
  readonly lookup: Lookup;
  readonly onClear: () => void;
}

/** Progress and results, and the rows that were left out (B3, B4, L2, L3, L5). */
function LookupPanel({ lookup: { run, file }, onClear }: LookupPanelProps): ReactNode {
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
        <FileDetails file={file} />
        <FileProblems file={file} isDiagnosed purpose={t('looked up')} />
        <Summary view={view} isFinished={status === 'finished'} />
      </Card>
      <LookupTables run={run} view={view} isRunning={isRunning} />
      {file.errors.length > 0 && (
        <Card title={t('Rows that were not looked up')}>
          <InvalidRows errors={file.errors} isRepairable />
        </Card>
      )}
    </>
  );
}

/** A run without a hit has the words of L2. */
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
            tone={view.failures.length > 0 ? 'warning' : 'success'}
            title={t('Every device of the file has been looked up.')}
          >
            {view.fileName}
          </Notice>
        );
      if (view.failures.length > 0)
        return (
          <Notice tone="danger" title={t('An error occurred while processing the uploaded file.')}>
            {view.failures[0]?.reason}
          </Notice>
        );
      return <Notice tone="warning">{t('No valid device data found for uploaded IMEIs.')}</Notice>;
  }
}

function LookupProgress({ view: { fileName, ...figures } }: { readonly view: LookupView }): ReactNode {
  return <FileProgress label={t('Looking up the devices of {file}', { file: fileName })} {...figures} />;
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
          figure(t('No device'), unknown.length),
          ...(failures.length > 0 ? [figure(t('Could not be looked up'), failures.length, 'warning')] : []),
          ...(isFinished ? [{ term: t('Process Time'), value: `${formatCount(Math.round(elapsedMs))} ms` }] : []),
        ]}
      />
    </section>
  );
}

interface OperatorRuns {
  readonly email: string;
  readonly lookups: Map<string, Lookup>;
}

const runsByClient = new WeakMap<ApiClient, OperatorRuns>();

/** Lookups by screen. Another operator's are stopped. */
function lookupsOf(api: ApiClient, email: string): Map<string, Lookup> {
  const known = runsByClient.get(api);
  if (known?.email === email) return known.lookups;
  for (const { run } of known?.lookups.values() ?? []) run.cancel();
  const lookups = new Map<string, Lookup>();
  runsByClient.set(api, { email, lookups });
  return lookups;
}

/**
 * The lookups of a screen. They and their results stay while the operator is on other screens, such as a device's
 * audit.
 */
function useLookup(screenId: string) {
  const { api } = useConsole();
  const { email } = useSession();
  const [lookup, setLookup] = useState<Lookup | null>(() => lookupsOf(api, email).get(screenId) ?? null);
  const start = (file: ImeiFile, options: LookupOptions): void => {
    const begun = { file, run: new LookupRun(options) };
    lookupsOf(api, email).set(screenId, begun);
    setLookup(begun);
  };
  const clear = (): void => {
    lookup?.run.cancel();
    lookupsOf(api, email).delete(screenId);
    setLookup(null);
  };
  return { lookup, start, clear };
}

interface FileLookupProps {
  /** Keeps the results while the operator is on other screens. */
  readonly screenId: string;
  /** Every device of an IMEI (L2), or only the first (L5). */
  readonly take: 'all' | 'first';
}

/** Looks up every device of a CSV file (L2, L5). */
export function FileLookup({ screenId, take }: FileLookupProps): ReactNode {
  const read = useRead();
  const { lookup, start, clear } = useLookup(screenId);
  const begin = (file: ImeiFile): void =>
    start(file, {
      fileName: file.name,
      imeis: file.rows,
      clock: browserClock,
      ask: async (imei, signal) => {
        const { items } = await read(calls.deviceDetails, { imei }, { signal });
        return take === 'first' ? items.slice(0, 1) : items;
      },
    });
  return (
    <StageFocus
      stage={lookup ? 'begun' : 'file'}
      label={lookup ? t('Lookups of {file}', { file: lookup.file.name }) : t('Lookups: no file chosen')}
    >
      {lookup ? <LookupPanel lookup={lookup} onClear={clear} /> : <ChooseFile onStart={begin} />}
    </StageFocus>
  );
}

/** A file's faults, and how to continue (B1 to B4, D10, D13, D14). If there is nothing to decide, it is looked up. */
function ChooseFile({ onStart }: { readonly onStart: (file: ImeiFile) => void }): ReactNode {
  const { backend } = useConsole().config;
  const { state, choose: read, cancel } = useFileReading(readImeiCsv, fileLimitsOf(backend, 'lookup'));
  const reading: FileReading = {
    state,
    cancel,
    choose: async (chosen, table) => {
      const answer = await read(chosen, table);
      if (answer && nothingToDecide(answer)) onStart(answer);
      return answer;
    },
  };
  const file = state.status === 'read' ? state.file : null;
  const choose = (repaired: File, table?: number): void => void reading.choose(repaired, table);
  return (
    <FileDropArea onText={(text) => void reading.choose(pastedListFile(text))}>
      <Card title={t('Many devices (CSV)')}>
        <ImeiFilePicker
          reading={reading}
          isDiagnosed
          takesList
          failureTitle={t('An error occurred while processing the uploaded file.')}
        />
        {file && (
          <>
            <FileDetails file={file} />
            <FileProblems file={file} isDiagnosed onFile={choose} purpose={t('looked up')} />
            <Actions staysInView>
              <Button variant="primary" onPress={() => onStart(file)}>
                {startLabel(file)}
              </Button>
            </Actions>
            <InvalidRows errors={file.errors} isRepairable />
          </>
        )}
      </Card>
    </FileDropArea>
  );
}

function startLabel({ errors, rows }: ImeiFile): string {
  const count = formatCount(rows.length);
  return errors.length > 0
    ? t('Continue with {count} valid', { count })
    : t('{count, plural, one {Look up {count} device} other {Look up {count} devices}}', { count });
}
