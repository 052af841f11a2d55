import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import {
  fetchReport,
  ReportTooLarge,
  type ReportProgress,
  type ReportQuestion,
  type ReportRows,
} from './fetch-report.ts';
import { t } from '../t.ts';

export interface FetchedReport {
  readonly question: ReportQuestion;
  readonly rows: ReportRows;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The state of fetching. `last` is the last report that was loaded, kept until another one is. */
export type ReportState = { readonly last: FetchedReport | null } & (
  | { readonly status: 'idle' }
  | { readonly status: 'fetching'; readonly progress: ReportProgress }
  | { readonly status: 'cancelled' }
  /** `title` is the specification's text for an exception; a refusal has only the server's words (R7). */
  | ({ readonly status: 'failed'; readonly title?: string } & FailureNotice)
);

/** The text for a failed report (R7): the server's words, or the text for an exception with the cause. */
function failureOf(error: unknown): { readonly title?: string } & FailureNotice {
  const isRefused = error instanceof ApiError && error.outcome === 'refused' && error.serverMessage !== undefined;
  const notice = failureNotice(error);
  return isRefused || error instanceof ReportTooLarge
    ? notice
    : { title: t('Something went wrong.Please try again in sometime.'), ...notice };
}

/** Fetches one kind of report at a time; a new question, or leaving the screen, aborts the old one. */
export function useReport(): {
  readonly state: ReportState;
  readonly fetch: (question: ReportQuestion) => void;
  readonly cancel: () => void;
} {
  const {
    api,
    config: { backend },
  } = useConsole();
  const [state, setState] = useState<ReportState>({ status: 'idle', last: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const fetch = useCallback(
    (question: ReportQuestion) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      const update = (next: (last: FetchedReport | null) => ReportState): void => {
        if (!signal.aborted) setState(({ last }) => next(last));
      };
      const onProgress = (progress: ReportProgress): void => update((last) => ({ status: 'fetching', progress, last }));
      onProgress({ fetched: 0, total: null });
      fetchReport(question, { api, backend, signal, onProgress }).then(
        (rows) => update(() => ({ status: 'idle', last: { question, rows, at: Date.now() } })),
        (error: unknown) => {
          update((last) => ({ status: 'failed', ...failureOf(error), last }));
          if (!(error instanceof ApiError || error instanceof ReportTooLarge)) reportError(error);
        },
      );
    },
    [api, backend],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setState(({ last }) => ({ status: 'cancelled', last }));
  }, []);
  return { state, fetch, cancel };
}
