import type { ReactNode } from 'react';
import { QueryNotice } from '@device-console/shared-lib/console';
import { LastChangeNotice } from '../change/change-notices.tsx';
import type { ChangedList } from './use-list.ts';

interface ListStateProps<Answer> {
  readonly list: ChangedList<Answer>;
  readonly fetching: string;
  /** Stays while the list is read again, and if that fails. */
  readonly children: (answer: Answer) => ReactNode;
}

/** A list with the result of the last change, and whether it could be loaded (U1, K1). */
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
