import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useConsole, useRead, formatCount, formatClock } from '@device-console/shared-lib/console';
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
  Form,
  Select,
  Stack,
} from '@device-console/shared-lib/ui';
import {
  DateRangeToolbar,
  knowsTimeZone,
  ownTimeZone,
  timeZoneInWords,
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
  fragmentOf,
  type FetchedReport,
  type ReportInputs,
  type ReportProgress,
  useReport,
} from './fetch-report.ts';
import { ReportTabs } from './report-tabs.tsx';
import { t } from '../t.ts';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { ReportTables } from './report-tables.tsx';
import { rangeFileName, reportFileName, reportSheets } from './report-columns.tsx';
import { fetchAllReports } from './fetch-all-reports.ts';
import styles from './reports.module.css';

const defaultInputs = (now: number, timeZone: string): ReportInputs => ({ ...todayRange(now, timeZone), match: 'ALL' });

function areSame(one: ReportInputs, other: ReportInputs): boolean {
  return areSameDays(one, other) && one.match === other.match;
}

const areSameDays = (one: DateRange, other: DateRange): boolean => one.start === other.start && one.end === other.end;

const isRange = (inputs: DateRange): boolean => Object.keys(rangeProblems(inputs)).length === 0;

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
  readonly now: number;
  readonly isFetching: boolean;
  /** A fetch is running, or the inputs differ from the initial ones. */
  readonly canCancel: boolean;
  readonly onChange: (inputs: ReportInputs) => void;
  readonly onSubmit: (inputs: ReportInputs) => void;
  readonly onCancel: () => void;
  /** View and Download of a loaded report (R1). */
  readonly tools: ReactNode;
  readonly note: ReactNode;
}

/** One toolbar: the days, the filter of registrations, Submit and Cancel, and what to do with the rows (R1, R2). */
function ReportForm(props: ReportFormProps): ReactNode {
  const { definition, inputs, timeZone, now, isFetching, canCancel, onChange, onSubmit, onCancel } = props;
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(inputs);
  const submit = (): void => {
    setWasTried(true);
    if (isRange(inputs)) onSubmit(inputs);
  };
  const chosen = quickRanges.find(({ at }) => areSameDays(at(now, timeZone), inputs));
  return (
    <Card label={t('Days')}>
      <Form isWide aria-label={t.known(definition.title)} onSubmit={submit}>
        <DateRangeToolbar
          startLabel={t('StartDate')}
          endLabel={t('EndDate')}
          value={inputs}
          onChange={(range) => onChange({ ...inputs, ...range })}
          problems={wasTried ? problems : undefined}
          choicesLabel={t('Range')}
          choices={quickRanges.map((range) => ({ ...range, isChosen: range === chosen }))}
          onChoose={(range) => onSubmit({ ...inputs, ...range })}
          timeZone={timeZone}
          note={props.note}
          actions={
            <>
              <Button type="submit" variant="primary" isPending={isFetching}>
                {t('Submit')}
              </Button>
              <Button isDisabled={!canCancel} onPress={onCancel}>
                {t('Cancel')}
              </Button>
            </>
          }
          tools={props.tools}
        >
          {definition.kind === 'registrations' && (
            <Select
              label={t('Registration Filter')}
              options={registrationFilters.map(({ value, title }) => ({ value, title: t.known(title) }))}
              value={inputs.match}
              onChange={(match) => onChange({ ...inputs, match })}
            />
          )}
        </DateRangeToolbar>
      </Form>
    </Card>
  );
}

/** Which rows these are, and when they were fetched. */
function fetchedText({ question, rows, at }: FetchedReport): string {
  const filter =
    question.definition.kind === 'registrations'
      ? t.known(registrationFilters.find(({ value }) => value === question.match)?.title ?? '')
      : '';
  return t('{range} ({zone}){filter}: {count, plural, one {{count} row} other {{count} rows}}, fetched at {at}.', {
    range: writtenRange(question),
    zone: timeZoneInWords(question.timeZone),
    filter: filter === '' ? '' : `, ${filter}`,
    count: formatCount(countRows(rows)),
    at: formatClock(at),
  });
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

/** Whose days they are. */
function zoneText(isOwn: boolean, timeZone: string): string {
  const zone = timeZoneInWords(timeZone);
  if (!isOwn) return t("Days of the server's time zone, {zone}.", { zone });
  return knowsTimeZone()
    ? t('Days of your time zone, {zone}.', { zone })
    : t('Days of UTC: this browser does not know your time zone.');
}

/**
 * R1 to R7: the address names the report, its fragment the days and the filter. What was asked for stays from one
 * report to the next.
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
  return (
    <Page title={t.known(definition.title)}>
      <ReportTabs current={definition} fragment={asked ? fragmentOf(asked) : ''} />
      <OneReport
        key={report}
        definition={definition}
        asked={asked}
        arrivedAt={arrivedAt}
        timeZone={timeZone}
        zone={zoneText(isOwn, timeZone)}
        inputs={inputs}
        onChange={setInputs}
      />
    </Page>
  );
}

interface OneReportProps {
  readonly definition: ReportDefinition;
  readonly asked: ReportInputs | null;
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
  readonly inputs: ReportInputs;
  readonly timeZone: string;
  readonly zone: string;
  readonly onChange: (inputs: ReportInputs) => void;
}

function OneReport(props: OneReportProps): ReactNode {
  const { definition, asked, arrivedAt, inputs, timeZone, zone, onChange } = props;
  const first = defaultInputs(arrivedAt, timeZone);
  const { state, progress, wasCancelled, submit, cancel } = useReport(definition, asked, timeZone);
  const [find] = useState(findOfFragment(useLocation().hash));
  const tables = useRef<HTMLDivElement>(null);
  const isFetching = state.status === 'loading';
  const report = state.last;
  const hasRows = report !== null && countRows(report.rows) > 0;
  return (
    <Stack>
      <ReportForm
        definition={definition}
        inputs={inputs}
        timeZone={timeZone}
        now={arrivedAt}
        isFetching={isFetching}
        canCancel={isFetching || !areSame(inputs, first)}
        onChange={onChange}
        onSubmit={(wanted) => {
          onChange(wanted);
          submit(wanted);
        }}
        onCancel={() => (isFetching ? cancel() : onChange(first))}
        note={report ? fetchedText(report) : zone}
        tools={
          <>
            {hasRows && <LoadedTools report={report} onView={() => tables.current?.focus()} />}
            <DownloadAll inputs={inputs} timeZone={timeZone} />
          </>
        }
      />
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
      {hasRows && (
        <div
          ref={tables}
          tabIndex={-1}
          role="group"
          aria-label={t.known(definition.title)}
          className={styles['tables']}
        >
          <ReportTables key={report.at} report={report} find={find} />
        </div>
      )}
      {report && !hasRows && (
        <EmptyState title={t('No results found')}>{t('Choose other days, or another report.')}</EmptyState>
      )}
    </Stack>
  );
}

/** Of a report with rows (R1). */
function LoadedTools({ report, onView }: { readonly report: FetchedReport; readonly onView: () => void }): ReactNode {
  return (
    <>
      <Button size="small" onPress={onView}>
        {t('View')}
      </Button>
      <DownloadWorkbook
        key={report.at}
        size="small"
        label={t('Download (Excel)')}
        fileName={reportFileName(report.question)}
        sheets={() => reportSheets(report.rows)}
      />
    </>
  );
}

/** All reports of the chosen days in one file. */
function DownloadAll({ inputs, timeZone }: { readonly inputs: DateRange; readonly timeZone: string }): ReactNode {
  const read = useRead();
  const {
    config: { backend },
  } = useConsole();
  const { start, end } = inputs;
  return (
    <DownloadWorkbook
      size="small"
      label={t('Download all')}
      fileName={rangeFileName('reports', inputs)}
      isDisabled={!isRange(inputs)}
      sheets={({ signal, onStep }) =>
        fetchAllReports(
          { start, end, match: 'ALL', timeZone },
          {
            read,
            backend,
            signal,
            onReport: (fetched) =>
              onStep(
                t('{fetched} of {all} reports', { fetched: formatCount(fetched), all: formatCount(reports.length) }),
              ),
          },
        )
      }
    />
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
