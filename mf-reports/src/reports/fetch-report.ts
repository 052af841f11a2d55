import { ApiError } from '@device-console/shared-lib/api';
import {
  type AnswerOf,
  type BodyOf,
  calls,
  type ConsoleConfig,
  type ReportDefinition,
  type ReportKind,
} from '@device-console/shared-lib/contract';
import {
  failureNotice,
  type FailureNotice,
  formatCount,
  useConsole,
  useQuery,
  useRead,
  type Read,
} from '@device-console/shared-lib/console';
import { mostRows, pagesOf } from '@device-console/shared-lib/records';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import type { DateRange } from '@device-console/shared-lib/ui/date-range';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../t.ts';

/** Fewer than the server allows, so that parsing a reply never blocks the page. */
export const PAGE_ROWS = 1_000;

/** A server without paging has to collect the whole report. */
const WHOLE_ANSWER_MS = 180_000;

/** The message says why and what to do. */
export class ReportTooLarge extends Error {
  override readonly name = 'ReportTooLarge';
}

/** The operator's input: days and registrations (R1, R2). */
export interface ReportInputs extends DateRange {
  readonly match: 'ALL' | 'YES' | 'NO';
}

export interface ReportQuestion extends ReportInputs {
  readonly definition: ReportDefinition;
  readonly timeZone: string;
}

/** `total` is null if the server does not count. */
export interface ReportProgress {
  readonly fetched: number;
  readonly total: number | null;
}

export interface FetchOptions {
  readonly read: Read;
  readonly backend: ConsoleConfig['backend'];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReportProgress) => void;
}

type Body = BodyOf<typeof calls.downloadReports>;
type Answer = AnswerOf<typeof calls.downloadReports>;

/** Of registrations (R3), enrolments (R4) or uploaded files (R5); other kinds' fields are ''. */
export type ReportRow = Answer['items'][number];

/** Only a report of commands has rows beside its `items` (R3 to R5). */
export interface ReportRows {
  readonly kind: ReportKind;
  readonly items: readonly ReportRow[];
  readonly commands: Answer['commanditems'];
}

export const countRows = ({ items, commands }: ReportRows): number => items.length + commands.length;

function bodyOf({ definition, start, end, match, timeZone }: ReportQuestion, cursor: string | undefined): Body {
  return {
    report: definition.report,
    startdate: start,
    enddate: end,
    timezone: timeZone,
    limit: PAGE_ROWS,
    ...(definition.kind === 'registrations' && { match }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** Throws {@link ReportTooLarge} for a range of more rows than a report shows. */
export function refuseTooMany(count: number): void {
  if (count > mostRows.report)
    throw new ReportTooLarge(
      t(
        'This range has {count} rows or more; a report shows at most {limit}. Nothing is shown, because a part ' +
          'would look like the whole. Please choose a shorter range.',
        { count: formatCount(count), limit: formatCount(mostRows.report) },
      ),
    );
}

/**
 * Fetches a whole report in pages (R2). A legacy back end returns all rows at once (D1a). Throws ApiError if a page
 * fails, {@link ReportTooLarge} and `RepeatedCursor`: a partial report is never shown as a whole.
 */
export async function fetchReport(
  question: ReportQuestion,
  { read, backend, signal, onProgress }: FetchOptions,
): Promise<ReportRows> {
  const { kind } = question.definition;
  const items: ReportRow[] = [];
  const commands: Answer['commanditems'] = [];
  const timeout = backend === 'legacy' ? { timeoutMs: WHOLE_ANSWER_MS } : {};
  const call = calls.downloadReports;
  const pages = pagesOf((cursor) => read(call, bodyOf(question, cursor), { signal, ...timeout }), {
    path: call.path,
    most: mostRows.report + 1,
    countOf: ({ items: rows, commanditems }) => rows.length + (kind === 'commands' ? commanditems.length : 0),
    signal,
  });
  let total: number | null = null;
  for await (const page of pages) {
    total ??= page.total;
    refuseTooMany(total ?? 0);
    for (const row of page.items) items.push(row);
    if (kind === 'commands') for (const row of page.commanditems) commands.push(row);
    const fetched = items.length + commands.length;
    refuseTooMany(fetched);
    onProgress({ fetched, total });
  }
  return { kind, items, commands };
}

export interface FetchedReport {
  readonly question: ReportQuestion;
  readonly rows: ReportRows;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const nothingYet: ReportProgress = { fetched: 0, total: null };

/** The server's words, or the text for an exception with the cause (R7). */
export function failureOf(error: unknown): { readonly title?: string } & FailureNotice {
  const isRefused = error instanceof ApiError && error.outcome === 'refused' && error.serverMessage !== undefined;
  const notice = failureNotice(error);
  return isRefused || error instanceof ReportTooLarge
    ? notice
    : { title: t('Something went wrong.Please try again in sometime.'), ...notice };
}

/** A fragment, which no server sees, for reload, Back and the next report. */
export function fragmentOf({ start, end, match }: ReportInputs): string {
  return `#${new URLSearchParams({ start, end, ...(match !== 'ALL' && { match }) }).toString()}`;
}

/**
 * The report that the address asks for: reload, Back and Forward fetch it as Submit does. Submit writes the question
 * into the address; the same question again adds no entry to the history. A new question, or leaving the screen, aborts
 * the old one.
 */
export function useReport(definition: ReportDefinition, asked: ReportInputs | null, timeZone: string) {
  const {
    config: { backend },
  } = useConsole();
  const read = useRead();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<ReportProgress>(nothingYet);
  const [wasCancelled, setCancelled] = useState(false);
  const { state, ask, stop } = useQuery(
    useCallback(
      async (inputs: ReportInputs, signal: AbortSignal): Promise<FetchedReport> => {
        const question = { definition, ...inputs, timeZone };
        const onProgress = (now: ReportProgress): void => {
          if (!signal.aborted) setProgress(now);
        };
        setCancelled(false);
        onProgress(nothingYet);
        try {
          const rows = await fetchReport(question, { read, backend, signal, onProgress });
          return { question, rows, at: Date.now() };
        } catch (error) {
          const isKnown = error instanceof ApiError || error instanceof ReportTooLarge;
          if (!isKnown && !signal.aborted) reportError(error);
          throw error;
        }
      },
      [read, backend, definition, timeZone],
    ),
  );
  useEffect(() => {
    if (asked) ask(asked);
  }, [asked, ask]);
  const submit = (inputs: ReportInputs): void => {
    const fragment = fragmentOf(inputs);
    if (fragment === hash) ask(inputs);
    else void navigate(fragment);
  };
  const cancel = (): void => {
    setCancelled(true);
    stop();
  };
  return { state, progress, wasCancelled, submit, cancel };
}
