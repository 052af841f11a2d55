import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { REPORT_PAGE_ROWS } from '../contract/index.ts';

const PAGE_ROWS = 200;

/** Most rows that a page of the console holds. */
export const MOST_PAGED_ROWS = 100_000;

/** At most `limit` rows, starting at the previous page's `next`; absent: the first page. */
export interface PageQuestion {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface AnsweredPage<Row> {
  readonly items: readonly Row[];
  readonly next: string;
  readonly total: number | null;
}

type MoreState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly isAll: boolean }
  | { readonly status: 'failed'; readonly error: Error };

/** What a search has found so far. */
export interface FoundPages<Question, Row> {
  readonly status: 'found';
  readonly query: Question;
  readonly rows: readonly Row[];
  /** Where the next page starts; '' if all are loaded. */
  readonly next: string;
  /** The total; null if the server did not count. */
  readonly total: number | null;
  readonly more: MoreState;
}

/** The state of a search in pages. */
export type PagedState<Question, Row> =
  | { readonly status: 'idle' }
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly query: Question; readonly error: Error }
  | FoundPages<Question, Row>;

/** A search whose rows come in pages. */
export interface PagedSearch<Question, Row> {
  readonly state: PagedState<Question, Row>;
  readonly search: (query: Question) => void;
  readonly more: (found: FoundPages<Question, Row>) => void;
  /** Loads pages until all are loaded, or as many rows as a page of the console holds. */
  readonly all: (found: FoundPages<Question, Row>) => void;
  /** Keeps what has arrived. */
  readonly stop: () => void;
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Searches a list and loads its pages. The newest search wins; everything stops on unmount. `read` must not change
 * between renders (useCallback).
 */
export function usePages<Question, Row>(
  read: (query: Question, page: PageQuestion, signal: AbortSignal) => Promise<AnsweredPage<Row>>,
): PagedSearch<Question, Row> {
  const [state, setState] = useState<PagedState<Question, Row>>({ status: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const begin = useCallback((): AbortSignal => {
    controller.current?.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  }, []);

  const search = useCallback(
    (query: Question): void => {
      const signal = begin();
      setState({ status: 'searching' });
      read(query, { limit: PAGE_ROWS }, signal).then(
        ({ items: rows, next, total }) => {
          if (!signal.aborted) setState({ status: 'found', query, rows, next, total, more: { status: 'idle' } });
        },
        (error: unknown) => {
          if (!signal.aborted) setState({ status: 'failed', query, error: errorOf(error) });
        },
      );
    },
    [read, begin],
  );

  const load = useCallback(
    async (found: FoundPages<Question, Row>, isAll: boolean): Promise<void> => {
      const signal = begin();
      let current: FoundPages<Question, Row> = { ...found, more: { status: 'loading', isAll } };
      setState(current);
      try {
        do {
          const limit = isAll ? REPORT_PAGE_ROWS : PAGE_ROWS;
          const { items, next } = await read(found.query, { limit, cursor: current.next }, signal);
          if (signal.aborted) return;
          current = { ...current, rows: [...current.rows, ...items], next };
          setState(current);
        } while (isAll && current.next !== '' && current.rows.length < MOST_PAGED_ROWS);
        setState({ ...current, more: { status: 'idle' } });
      } catch (error) {
        if (!signal.aborted) setState({ ...current, more: { status: 'failed', error: errorOf(error) } });
      }
    },
    [read, begin],
  );

  const stop = useCallback((): void => {
    controller.current?.abort();
    setState((before) => (before.status === 'found' ? { ...before, more: { status: 'idle' } } : { status: 'idle' }));
  }, []);

  return useMemo(
    () => ({ state, search, stop, more: (found) => void load(found, false), all: (found) => void load(found, true) }),
    [state, search, stop, load],
  );
}
