import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { calls, REPORT_PAGE_ROWS, type OperatorAuditRow } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { bodyOf, type AuditQuery } from './audit-query.ts';

/** Rows of the first page and of each further one. */
const PAGE_ROWS = 200;

/** As many rows as the page holds at once. */
export const MAX_ROWS = 100_000;

type MoreState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly isAll: boolean }
  | { readonly status: 'failed'; readonly error: Error };

export interface FoundAudit {
  readonly status: 'found';
  readonly query: AuditQuery;
  readonly rows: readonly OperatorAuditRow[];
  /** Where the next ones begin; '' when all are here. */
  readonly next: string;
  /** How many there are; null where the server did not count them. */
  readonly total: number | null;
  readonly more: MoreState;
}

type AuditState =
  | { readonly status: 'idle' }
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly query: AuditQuery; readonly error: Error }
  | FoundAudit;

export interface AuditSearch {
  readonly state: AuditState;
  readonly search: (query: AuditQuery) => void;
  readonly more: (found: FoundAudit) => void;
  /** Loads page after page until all are here, or as many as the page holds. */
  readonly all: (found: FoundAudit) => void;
  /** Ends what is under way; what has come stays. */
  readonly stop: () => void;
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Searches the operator audit and loads its pages (D2a). The newest search wins; all ends with the screen. */
export function useAudit(): AuditSearch {
  const { api } = useConsole();
  const [state, setState] = useState<AuditState>({ status: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const begin = useCallback((): AbortSignal => {
    controller.current?.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  }, []);

  const search = useCallback(
    (query: AuditQuery): void => {
      const signal = begin();
      setState({ status: 'searching' });
      api.call(calls.operatorAudit, { ...bodyOf(query), limit: PAGE_ROWS }, { signal }).then(
        ({ items: rows, next, total }) => {
          if (!signal.aborted) setState({ status: 'found', query, rows, next, total, more: { status: 'idle' } });
        },
        (error: unknown) => {
          if (!signal.aborted) setState({ status: 'failed', query, error: errorOf(error) });
        },
      );
    },
    [api, begin],
  );

  const load = useCallback(
    async (found: FoundAudit, isAll: boolean): Promise<void> => {
      const signal = begin();
      let current: FoundAudit = { ...found, more: { status: 'loading', isAll } };
      setState(current);
      try {
        do {
          const limit = isAll ? REPORT_PAGE_ROWS : PAGE_ROWS;
          const { items, next } = await api.call(
            calls.operatorAudit,
            { ...bodyOf(found.query), limit, cursor: current.next },
            { signal },
          );
          if (signal.aborted) return;
          current = { ...current, rows: [...current.rows, ...items], next };
          setState(current);
        } while (isAll && current.next !== '' && current.rows.length < MAX_ROWS);
        setState({ ...current, more: { status: 'idle' } });
      } catch (error) {
        if (!signal.aborted) setState({ ...current, more: { status: 'failed', error: errorOf(error) } });
      }
    },
    [api, begin],
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
