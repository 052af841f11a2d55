import { useCallback, useState } from 'react';
import { calls, type CommandState, type OperationsCommandRow } from '@device-console/shared-lib/contract';
import { useConsole, useQuery, type QueryState } from '@device-console/shared-lib/console';

/** Which commands are listed; '' for all. */
export interface CommandFilter {
  readonly state: CommandState | '';
  readonly imei: string;
}

interface Page {
  readonly items: readonly OperationsCommandRow[];
  readonly next: string;
}

interface Question {
  readonly filter: CommandFilter;
  readonly before: readonly OperationsCommandRow[];
  readonly cursor: string;
}

export interface Commands {
  readonly state: QueryState<Page>;
  readonly list: (filter: CommandFilter) => void;
  readonly more: () => void;
}

const PAGE = 200;

export function useCommands(): Commands {
  const { api } = useConsole();
  const [filter, setFilter] = useState<CommandFilter>({ state: '', imei: '' });
  const { state, ask } = useQuery(
    useCallback(
      async ({ filter: { state: wanted, imei }, before, cursor }: Question, signal: AbortSignal): Promise<Page> => {
        const body = {
          ...(wanted && { state: wanted }),
          ...(imei && { imei }),
          ...(cursor && { cursor }),
          limit: PAGE,
        };
        const { items, next } = await api.call(calls.operationsCommands, body, { signal });
        return { items: [...before, ...items], next };
      },
      [api],
    ),
  );
  const list = useCallback(
    (wanted: CommandFilter): void => {
      setFilter(wanted);
      ask({ filter: wanted, before: [], cursor: '' });
    },
    [ask],
  );
  const more = (): void => {
    if (state.last) ask({ filter, before: state.last.items, cursor: state.last.next });
  };
  return { state, list, more };
}
