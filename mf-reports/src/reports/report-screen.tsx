import { useMemo, useState, type ReactNode } from 'react';
import { useConsole, formatCount, formatClock } from '@device-console/shared-lib/console';
import { calls, type ReportDefinition, reports, registrationFilters } from '@device-console/shared-lib/contract';
import { useLocation, useParams } from '@device-console/shared-lib/router';
import {
  Notice,
  Page,
  Progress,
  Spinner,
  Button,
  Card,
  EmptyState,
  Actions,
  Form,
  Select,
  Stack,
} from '@device-console/shared-lib/ui';
import {
  DateRangeFields,
  knowsTimeZone,
  ownTimeZone,
  writtenRange,
  quickRanges,
  rangeProblems,
  type DateRange,
  rangeOfFragment,
  todayRange,
} from '@device-console/shared-lib/ui/date-range';
import {
  countRows,
  failureOf,
  type FetchedReport,
  type ReportInputs,
  type ReportProgress,
  useReport,
} from './fetch-report.ts';
import { ReportTabs } from './report-tabs.tsx';
import { t } from '../t.ts';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { ReportTables } from './report-tables.tsx';
import { reportFileName, reportSheets } from './report-columns.tsx';

const defaultInputs = (now: number, timeZone: string): ReportInputs => ({ ...todayRange(now, timeZone), match: 'ALL' });

function areSame(one: ReportInputs, other: ReportInputs): boolean {
  return one.start === other.start && one.end === other.end && one.match === other.match;
}

/** The first filter of the table of commands, as in `#range=today&find=failed`; '' for none. */
const findOfFragment = (fragment: string): string => new URLSearchParams(fragment.replace(/^#/, '')).get('find') ?? '';

/** Null if the fragment names no range. */
function inputsOfFragment(fragment: string, now: number, timeZone: string): ReportInputs | null {
  const range = rangeOfFragment(fragment, now, timeZone);
  const named = new URLSearchParams(fragment.replace(/^#/, '')).get('match');
  const match = registrationFilters.find(({ value }) => value === named)?.value ?? 'ALL';
  return range && { ...range, match };
}

interface ReportFormProps {
  readonly definition: ReportDefinition;
  readonly inputs: ReportInputs;
  readonly timeZone: string;
  readonly isFetching: boolean;
  /** A fetch is running, or the inputs differ from the initial ones. */
  readonly canCancel: boolean;
  readonly onChange: (inputs: ReportInputs) => void;
  readonly onSubmit: (inputs: ReportInputs) => void;
  readonly onCancel: () => void;
  /** View and Download of a loaded report (R1). */
  readonly children: ReactNode;
}

/** The days, the filter of registrations, and Submit and Cancel (R1, R2). */
function ReportForm(props: ReportFormProps): ReactNode {
  const { definition, inputs, timeZone, isFetching, canCancel, onChange, onSubmit, onCancel, children } = props;
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(inputs);
  const isRange = Object.keys(problems).length === 0;
  const submit = (): void => {
    setWasTried(true);
    if (isRange) onSubmit(inputs);
  };
  const choose = (range: DateRange): void => onSubmit({ ...inputs, ...range });
  return (
    <Card
      title={t('Days')}
      description={t('Days of {report}; a range searches at once.', {
        report: t.known(definition.title),
      })}
    >
      <Form aria-label={t.known(definition.title)} onSubmit={submit}>
        <DateRangeFields
          startLabel={t('StartDate')}
          endLabel={t('EndDate')}
          value={inputs}
          onChange={(range) => onChange({ ...inputs, ...range })}
          problems={wasTried ? problems : undefined}
          choicesLabel={t('Range')}
          choices={quickRanges}
          onChoose={choose}
          timeZone={timeZone}
          note={
            isRange
              ? t('{range}, days of {zone}', { range: writtenRange(inputs), zone: timeZone })
              : t('Days of {zone}', { zone: timeZone })
          }
        >
          {definition.kind === 'registrations' && (
            <Select
              label={t('Registration Filter')}
              options={registrationFilters.map(({ value, title }) => ({ value, title: t.known(title) }))}
              value={inputs.match}
              onChange={(match) => onChange({ ...inputs, match })}
            />
          )}
        </DateRangeFields>
        <Actions>
          <Button type="submit" variant="primary" isPending={isFetching}>
            {t('Submit')}
          </Button>
          <Button isDisabled={!canCancel} onPress={onCancel}>
            {t('Cancel')}
          </Button>
          {children}
        </Actions>
      </Form>
    </Card>
  );
}

interface ReportResultProps {
  readonly report: FetchedReport;
  /** The initial filter of its commands. */
  readonly find: string;
  readonly isViewed: boolean;
}

/** What was fetched for which days, and its tables once viewed (R1). */
function ReportResult({ report, find, isViewed }: ReportResultProps): ReactNode {
  const { question, rows, at } = report;
  const count = countRows(rows);
  const filter =
    question.definition.kind === 'registrations'
      ? t.known(registrationFilters.find(({ value }) => value === question.match)?.title ?? '')
      : '';
  return (
    <>
      <Card title={t('Result')}>
        <p>
          {t('{range} ({zone}){filter}: {count, plural, one {{count} row} other {{count} rows}}, fetched at {at}.', {
            range: writtenRange(question),
            zone: question.timeZone,
            filter: filter === '' ? '' : `, ${filter}`,
            count: formatCount(count),
            at: formatClock(at),
          })}
        </p>
        {count === 0 && (
          <EmptyState title={t('No results found')}>{t('Choose other days, or another report.')}</EmptyState>
        )}
      </Card>
      {isViewed && count > 0 && <ReportTables report={report} find={find} />}
    </>
  );
}

/** An unknown type is a command's history, by its own name (R1). */
function reportOf(report: string): ReportDefinition {
  return (
    reports.find((row) => row.report === report) ?? {
      report,
      title: t('{report} History', { report }),
      kind: 'commands',
    }
  );
}

const ownDays = (): string =>
  knowsTimeZone()
    ? t('Registrations, enrolment records and the history of every command, by day in your time zone.')
    : t(
        'Registrations, enrolment records and the history of every command, by day in UTC: this browser does not ' +
          'know your time zone.',
      );

const daysOfServer = (zone: string): string =>
  t(
    "Registrations, enrolment records and the history of every command, by day in the server's time zone, " + '{zone}.',
    { zone },
  );

/**
 * R1 to R7: the address names the report, its fragment the days and the filter. The days stay chosen from one report to
 * the next.
 */
export function Screen(): ReactNode {
  const { report = '' } = useParams();
  const { hash } = useLocation();
  const definition = useMemo(() => reportOf(report), [report]);
  const {
    api,
    config: { serverTimeZone },
  } = useConsole();
  // An existing back end reads days in its own zone.
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
    <Page title={t('Reports')} lead={isOwn ? ownDays() : daysOfServer(serverTimeZone)}>
      <ReportTabs current={definition} />
      <OneReport key={report} {...question} inputs={inputs} onChange={setInputs} />
    </Page>
  );
}

interface OneReportProps {
  readonly definition: ReportDefinition;
  readonly asked: ReportInputs | null;
  readonly first: ReportInputs;
  readonly inputs: ReportInputs;
  readonly timeZone: string;
  readonly onChange: (inputs: ReportInputs) => void;
}

function OneReport({ definition, asked, first, inputs, timeZone, onChange }: OneReportProps): ReactNode {
  const { state, progress, wasCancelled, submit, cancel } = useReport(definition, asked, timeZone);
  // A link to some of its rows shows them at once.
  const [find] = useState(findOfFragment(useLocation().hash));
  const [isViewed, setViewed] = useState(find !== '');
  const isFetching = state.status === 'loading';
  const report = state.last;
  const hasRows = report !== null && countRows(report.rows) > 0;
  return (
    <Stack>
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
        {report && hasRows && (
          <>
            <Button aria-expanded={isViewed} onPress={() => setViewed(!isViewed)}>
              {isViewed ? t('Hide') : t('View')}
            </Button>
            <DownloadWorkbook
              key={report.at}
              label={t('Download (Excel)')}
              fileName={reportFileName(report.question)}
              sheets={() => reportSheets(report.rows)}
            />
          </>
        )}
      </ReportForm>
      {isFetching && <Waiting progress={progress} />}
      {state.status === 'failed' && <Notice tone="danger" {...failureOf(state.error)} />}
      {wasCancelled && <Notice tone="info">{t('Fetching was cancelled, so that report is not shown.')}</Notice>}
      {report && !isFetching && !areSame(report.question, inputs) && (
        <Notice tone="warning" announce="status">
          {t('The inputs have changed. The report shown is still {range}; press Submit to fetch the new one.', {
            range: writtenRange(report.question),
          })}
        </Notice>
      )}
      {report && <ReportResult key={report.at} report={report} find={find} isViewed={isViewed} />}
    </Stack>
  );
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
