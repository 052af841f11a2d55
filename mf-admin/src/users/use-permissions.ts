import { useCallback, useEffect } from 'react';
import { calls, type AnswerOf } from '@device-console/shared-lib/contract';
import { useConsole, useQuery, type QueryState } from '@device-console/shared-lib/console';

export type Permission = AnswerOf<typeof calls.getPermissions>['permissions'][number];

/** The admin's list of permissions, asked for on arrival (D20). */
export function usePermissions(): { readonly state: QueryState<readonly Permission[]>; readonly ask: () => void } {
  const { api } = useConsole();
  const { state, ask } = useQuery(
    useCallback(
      async (_: null, signal: AbortSignal) => (await api.call(calls.getPermissions, {}, { signal })).permissions,
      [api],
    ),
  );
  const again = useCallback(() => ask(null), [ask]);
  useEffect(again, [again]);
  return { state, ask: again };
}
