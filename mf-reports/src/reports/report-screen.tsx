import { useMemo, useState, type ReactNode } from 'react';
import { ownTimeZone, useConsole, writtenRange } from '@device-console/shared-lib/console';
import { calls, type ReportDefinition } from '@device-console/shared-lib/contract';
import { useLocation, useParams } from '@device-console/shared-lib/router';
import { Notice, Page, Progress, Spinner } from '@device-console/shared-lib/ui';
import type { ReportProgress } from './fetch-report.ts';
import { reportOf } from './report-of.ts';
import { ReportForm } from './report-form.tsx';
import { areSame, defaultInputs, inputsOfFragment, type ReportInputs } from './report-question.ts';
import { ReportActions, ReportResult } from './report-result.tsx';
import { ReportTabs } from './report-tabs.tsx';
import styles from './reports.module.css';
import { useAskedReport } from './use-asked-report.ts';
import type { ReportState } from './use-report.ts';
import { t } from '../t.ts';
import { formatCount } from '@device-console/shared-lib/console';

/**
 * The reports (R1 to R7): one screen, whose address names the report, and its fragment the days and the filter of what
 * was asked for. The days stay chosen from one report to the next.
 */
export function Screen(): ReactNode {
  const { report = '' } = useParams();
  const { hash } = useLocation();
  const definition = useMemo(() => reportOf(report), [report]);
  const {
    api,
    config: { serverTimeZone },
  } = useConsole();
  // An existing back end reads the days in its own zone, and cannot be told another.
  const isOwn = api.offers(calls.downloadReports, 'timezone');
  const timeZone = isOwn ? ownTimeZone() : serverTimeZone;
  const [arrivedAt] = useState(() => Date.now());
  const asked = useMemo(() => inputsOfFragment(hash, arrivedAt, timeZone), [hash, arrivedAt, timeZone]);
  const [inputs, setInputs] = useState(() => asked ?? defaultInputs(arrivedAt, timeZone));
  const [taken, setTaken] = useState(asked);
  if (asked !== taken) {
    setTaken(asked);
    setInputs(asked ?? inputs);
  }
  const question = { definition, asked, timeZone, first: defaultInputs(arrivedAt, timeZone) };
  return (
    <Page
      title={t('Reports')}
      lead={
        isOwn
          ? t('Registrations, enrolment records and the history of every command, by day in your time zone.')
          : t(
              "Registrations, enrolment records and the history of every command, by day in the server's time zone, " +
                '{zone}.',
              { zone: serverTimeZone },
            )
      }
    >
      <div className={styles['screen']}>
        <ReportTabs current={definition} />
        <OneReport key={report} {...question} inputs={inputs} onChange={setInputs} />
      </div>
    </Page>
  );
}

interface OneReportProps {
  readonly definition: ReportDefinition;
  /** What the address asks for. */
  readonly asked: ReportInputs | null;
  /** What the form began with. */
  readonly first: ReportInputs;
  readonly inputs: ReportInputs;
  /** Whose days are meant. */
  readonly timeZone: string;
  readonly onChange: (inputs: ReportInputs) => void;
}

function OneReport({ definition, asked, first, inputs, timeZone, onChange }: OneReportProps): ReactNode {
  const { state, submit, cancel } = useAskedReport(definition, asked, timeZone);
  const [isViewed, setViewed] = useState(false);
  const isFetching = state.status === 'fetching';
  return (
    <div className={styles['report']}>
      <ReportForm
        definition={definition}
        inputs={inputs}
        timeZone={timeZone}
        isFetching={isFetching}
        canCancel={isFetching || !areSame(inputs, first)}
        onChange={onChange}
        onSubmit={(wanted) => {
          onChange(wanted);
          submit(wanted);
        }}
        onCancel={() => (isFetching ? cancel() : onChange(first))}
      >
        {state.last && <ReportActions key={state.last.at} report={state.last} isViewed={isViewed} onView={setViewed} />}
      </ReportForm>
      <FetchStatus state={state} />
      {state.last && !isFetching && !areSame(state.last.question, inputs) && (
        <Notice tone="warning" announce="status">
          {t('The inputs have changed. The report shown is still {range}; press Submit to fetch the new one.', {
            range: writtenRange(state.last.question),
          })}
        </Notice>
      )}
      {state.last && <ReportResult key={state.last.at} report={state.last} isViewed={isViewed} />}
    </div>
  );
}

function FetchStatus({ state }: { readonly state: ReportState }): ReactNode {
  switch (state.status) {
    case 'idle':
      return null;
    case 'fetching':
      return <Waiting progress={state.progress} />;
    case 'cancelled':
      return <Notice tone="info">{t('Fetching was cancelled, so that report is not shown.')}</Notice>;
    case 'failed':
      return (
        <Notice tone="danger" title={state.title} details={state.details}>
          {state.children}
        </Notice>
      );
  }
}

function Waiting({ progress: { fetched, total } }: { readonly progress: ReportProgress }): ReactNode {
  return (
    <>
      <Spinner label={t('Please wait while the report is fetched.')} />
      {total !== null && total > 0 ? (
        <Progress
          label={t('Report')}
          value={fetched}
          max={total}
          text={t('{count} of {total, plural, one {{total} row} other {{total} rows}}', {
            count: formatCount(fetched),
            total: formatCount(total),
          })}
        />
      ) : (
        fetched > 0 && (
          <p>{t('{count, plural, one {{count} row} other {{count} rows}}', { count: formatCount(fetched) })}</p>
        )
      )}
    </>
  );
}
