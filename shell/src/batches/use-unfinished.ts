import { useCallback, useEffect } from 'react';
import { useConsole, useQuery, useSession } from '@device-console/shared-lib/console';

/** The unfinished batches that this browser keeps of the operator; asked for again at each `round`. */
export function useUnfinished(round: number, hasActive: boolean) {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { state, ask } = useQuery(
    useCallback(async (_: null) => (await loadBatches()).unfinished(email), [loadBatches, email]),
  );
  // A batch that begins or ends meanwhile changes the list.
  useEffect(() => ask(null), [ask, round, hasActive]);
  return { state, again: () => ask(null) };
}
