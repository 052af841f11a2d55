import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { REPORT_PAGE_ROWS } from '../contract/index.ts';
import { mostRows, pagesOf } from '../data/pages.ts';

const PAGE_ROWS = 200;

/** At most `limit` rows, starting at the previous page's `next`; absent: the first page. */
export interface PageQuestion {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface AnsweredPage<Row> {
  readonly items: readonly Row[];
  readonly next: string;
  readonly total: number | null;
  readonly morethan?: number | null;
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
  /** The total; null if the server did not count to the end. */
  readonly total: number | null;
  /** The list has more rows than these; null if the server says nothing of it. */
  readonly moreThan: number | null;
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

  const load = useCallback(
    async (query: Question, found: FoundPages<Question, Row> | null, isAll: boolean): Promise<void> => {
      controller.current?.abort();
      const current = new AbortController();
      controller.current = current;
      const { signal } = current;
      const limit = isAll ? REPORT_PAGE_ROWS : PAGE_ROWS;
      const pages = pagesOf((cursor) => read(query, { limit, cursor }, signal), {
        from: found?.next,
        most: isAll ? mostRows.list - (found?.rows.length ?? 0) : 1,
        signal,
      });
      let shown: FoundPages<Question, Row> | null = found && { ...found, more: { status: 'loading', isAll } };
      setState(shown ?? { status: 'searching' });
      try {
        for await (const { items, next, total, morethan = null } of pages) {
          shown = shown
            ? { ...shown, rows: [...shown.rows, ...items], next }
            : { status: 'found', query, rows: items, next, total, moreThan: morethan, more: { status: 'idle' } };
          setState(shown);
        }
        if (shown && !signal.aborted) setState({ ...shown, more: { status: 'idle' } });
      } catch (caught) {
        if (signal.aborted) return;
        const error = caught instanceof Error ? caught : new Error(String(caught));
        setState(shown ? { ...shown, more: { status: 'failed', error } } : { status: 'failed', query, error });
      }
    },
    [read],
  );

  const stop = useCallback((): void => {
    controller.current?.abort();
    setState((before) => (before.status === 'found' ? { ...before, more: { status: 'idle' } } : { status: 'idle' }));
  }, []);

  const search = useCallback((query: Question): void => void load(query, null, false), [load]);
  return useMemo(
    () => ({
      state,
      search,
      stop,
      more: (found) => void load(found.query, found, false),
      all: (found) => void load(found.query, found, true),
    }),
    [state, search, stop, load],
  );
}
