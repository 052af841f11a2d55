import type { ReactNode } from 'react';
import { QueryNotice } from '@device-console/shared-lib/console';
import { LastChangeNotice } from '../change/change-notices.tsx';
import type { ChangedList } from './use-list.ts';

interface ListStateProps<Answer> {
  readonly list: ChangedList<Answer>;
  readonly fetching: string;
  /** The list itself; it stays while it is read again and when that fails. */
  readonly children: (answer: Answer) => ReactNode;
}

/** A list with what is to be said of it: what the last change came to, and whether it can be fetched (U1, K1). */
export function ListState<Answer>(props: ListStateProps<Answer>): ReactNode {
  const { list, fetching, children } = props;
  const { state, refresh, lastChange, forget } = list;
  return (
    <>
      <LastChangeNotice lastChange={lastChange} onDismiss={forget} />
      <QueryNotice state={state} onRetry={refresh} fetching={fetching} />
      {state.last && children(state.last)}
    </>
  );
}
