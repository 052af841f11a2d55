import { useCallback, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { failureNotice, useConsole, useQuery, type FailureNotice } from '@device-console/shared-lib/console';
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

const nothingYet: ReportProgress = { fetched: 0, total: null };

/** The server's words, or the text for an exception with the cause (R7). */
export function failureOf(error: unknown): { readonly title?: string } & FailureNotice {
  const isRefused = error instanceof ApiError && error.outcome === 'refused' && error.serverMessage !== undefined;
  const notice = failureNotice(error);
  return isRefused || error instanceof ReportTooLarge
    ? notice
    : { title: t('Something went wrong.Please try again in sometime.'), ...notice };
}

/** One fetch at a time; a new question, or leaving the screen, aborts the old one. */
export function useReport() {
  const {
    api,
    config: { backend },
  } = useConsole();
  const [progress, setProgress] = useState<ReportProgress>(nothingYet);
  const [wasCancelled, setCancelled] = useState(false);
  const { state, ask, stop } = useQuery(
    useCallback(
      async (question: ReportQuestion, signal: AbortSignal): Promise<FetchedReport> => {
        const onProgress = (now: ReportProgress): void => {
          if (!signal.aborted) setProgress(now);
        };
        onProgress(nothingYet);
        try {
          const rows = await fetchReport(question, { api, backend, signal, onProgress });
          return { question, rows, at: Date.now() };
        } catch (error) {
          if (!(error instanceof ApiError || error instanceof ReportTooLarge)) reportError(error);
          throw error;
        }
      },
      [api, backend],
    ),
  );
  const fetch = useCallback(
    (question: ReportQuestion) => {
      setCancelled(false);
      ask(question);
    },
    [ask],
  );
  const cancel = (): void => {
    setCancelled(true);
    stop();
  };
  return { state, progress, wasCancelled, fetch, cancel };
}
