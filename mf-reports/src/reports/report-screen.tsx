import { useState, type ReactNode } from 'react';
import { ownTimeZone, todayRange, useConsole } from '@device-console/shared-lib/console';
import { calls, type ReportDefinition } from '@device-console/shared-lib/contract';
import { useParams } from '@device-console/shared-lib/router';
import { Notice, Page, Progress, Spinner } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { ReportProgress, ReportQuestion } from './fetch-report.ts';
import { reportOf } from './report-of.ts';
import { ReportForm, type ReportInputs } from './report-form.tsx';
import { ReportResult } from './report-result.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { useReport, type FetchedReport, type ReportState } from './use-report.ts';
import { writtenRange } from './written-range.ts';

/**
 * The reports (R1 to R7): one screen, whose address names the report. The days stay chosen from one report to the next.
 */
export function Screen(): ReactNode {
  const { report = '' } = useParams();
  const definition = reportOf(report);
  const {
    api,
    config: { serverTimeZone },
  } = useConsole();
  // An existing back end reads the days in its own zone, and cannot be told another.
  const isOwn = api.offers(calls.downloadReports, 'timezone');
  const timeZone = isOwn ? ownTimeZone() : serverTimeZone;
  const [inputs, setInputs] = useState<ReportInputs>(() => ({ ...todayRange(Date.now(), timeZone), match: 'ALL' }));
  return (
    <Page title={messages.reports} lead={isOwn ? messages.reportsLead : messages.reportsLeadOf(serverTimeZone)}>
      <ReportTabs current={definition} />
      <OneReport key={report} definition={definition} inputs={inputs} timeZone={timeZone} onChange={setInputs} />
    </Page>
  );
}

interface OneReportProps {
  readonly definition: ReportDefinition;
  readonly inputs: ReportInputs;
  /** Whose days are meant. */
  readonly timeZone: string;
  readonly onChange: (inputs: ReportInputs) => void;
}

function OneReport({ definition, inputs, timeZone, onChange }: OneReportProps): ReactNode {
  const { state, fetch, cancel } = useReport();
  const question: ReportQuestion = { definition, ...inputs, timeZone };
  const isFetching = state.status === 'fetching';
  const leave = (): void => (isFetching ? cancel() : onChange({ ...todayRange(Date.now(), timeZone), match: 'ALL' }));
  return (
    <>
      <ReportForm
        definition={definition}
        inputs={inputs}
        timeZone={timeZone}
        isFetching={isFetching}
        onChange={onChange}
        onSubmit={() => fetch(question)}
        onCancel={leave}
      />
      <FetchStatus state={state} />
      {state.last && !isFetching && isOther(state.last, question) && (
        <Notice tone="warning" announce="status">
          {messages.otherInputs(writtenRange(state.last.question))}
        </Notice>
      )}
      {state.last && <ReportResult key={state.last.at} report={state.last} />}
    </>
  );
}

function isOther({ question: shown }: FetchedReport, { start, end, match }: ReportQuestion): boolean {
  return shown.start !== start || shown.end !== end || shown.match !== match;
}

function FetchStatus({ state }: { readonly state: ReportState }): ReactNode {
  switch (state.status) {
    case 'idle':
      return null;
    case 'fetching':
      return <Waiting progress={state.progress} />;
    case 'cancelled':
      return <Notice tone="info">{messages.cancelled}</Notice>;
    case 'failed':
      return (
        <Notice tone="danger" title={state.title}>
          {state.message}
        </Notice>
      );
  }
}

function Waiting({ progress: { fetched, total } }: { readonly progress: ReportProgress }): ReactNode {
  return (
    <>
      <Spinner label={messages.wait} />
      {total !== null && total > 0 ? (
        <Progress label={messages.report} value={fetched} max={total} text={messages.fetchedOf(fetched, total)} />
      ) : (
        fetched > 0 && <p>{messages.fetched(fetched)}</p>
      )}
    </>
  );
}
