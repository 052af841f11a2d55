import { useCallback, useSyncExternalStore, useEffect } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { useSession, useConsole, useQuery } from '@device-console/shared-lib/console';
import type { BatchHolder } from './batch-holder.ts';

const none: readonly ActiveBatch[] = [];

/** What `read` makes of the batches under way in this tab; none as long as the batch code was not needed (D16). */
function useBatches<Value>(batches: BatchHolder, read: (active: readonly ActiveBatch[]) => Value): Value {
  const manager = useSyncExternalStore(batches.subscribe, batches.current);
  const subscribe = useCallback((listener: () => void) => manager?.subscribe(listener) ?? (() => undefined), [manager]);
  return useSyncExternalStore(subscribe, () => read(manager?.getSnapshot() ?? none));
}

/** True while a batch sends: ending the session would stop it (D9a). */
export const isSending = ({ state }: ActiveBatch): boolean => state.status !== 'paused';

/** Whether a batch of this tab sends: one of `operator`, or of anybody without it. Figures do not count as a change. */
export function useIsSending(batches: BatchHolder, operator?: string): boolean {
  return useBatches(batches, (active) =>
    active.some((batch) => isSending(batch) && (operator === undefined || batch.operator === operator)),
  );
}

const unchanged = (active: readonly ActiveBatch[]): readonly ActiveBatch[] => active;

/** This operator's batches under way in this tab, drawn several times a second: what calls this should be small. */
export function useOwnBatches(batches: BatchHolder): readonly ActiveBatch[] {
  const { email } = useSession();
  return useBatches(batches, unchanged).filter(({ operator }) => operator === email);
}

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
