import { useCallback, useEffect } from 'react';
import { calls, type CommandState, type OperationsCommandRow } from '@device-console/shared-lib/contract';
import { useConsole, useQuery, type QueryState } from '@device-console/shared-lib/console';

/** '' for all. */
export interface CommandFilter {
  readonly state: CommandState | '';
  readonly imei: string;
}

interface Page {
  readonly items: readonly OperationsCommandRow[];
  readonly next: string;
}

export interface Commands {
  readonly state: QueryState<Page>;
  /** Starts again from the first. */
  readonly list: () => void;
  readonly more: () => void;
}

const PAGE = 200;

/** A new filter lists again. `filter` must not change between renders (useState). */
export function useCommands(filter: CommandFilter): Commands {
  const { api } = useConsole();
  const { state, ask } = useQuery(
    useCallback(
      async (before: Page | null, signal: AbortSignal): Promise<Page> => {
        const body = {
          ...(filter.state && { state: filter.state }),
          ...(filter.imei && { imei: filter.imei }),
          ...(before && { cursor: before.next }),
          limit: PAGE,
        };
        const { items, next } = await api.call(calls.operationsCommands, body, { signal });
        return { items: [...(before?.items ?? []), ...items], next };
      },
      [api, filter],
    ),
  );
  const list = useCallback(() => ask(null), [ask]);
  useEffect(list, [list]);
  return { state, list, more: () => ask(state.last) };
}
