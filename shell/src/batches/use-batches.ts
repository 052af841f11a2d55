import { useCallback, useSyncExternalStore, useEffect } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { useSession, useConsole, useQuery } from '@device-console/shared-lib/console';
import type { BatchHolder } from './batch-holder.ts';

const none: readonly ActiveBatch[] = [];

/** What `read` makes of the batches under way in this tab (D16). None until the batch code is loaded. */
function useBatches<Value>(batches: BatchHolder, read: (active: readonly ActiveBatch[]) => Value): Value {
  const manager = useSyncExternalStore(batches.subscribe, batches.current);
  const subscribe = useCallback((listener: () => void) => manager?.subscribe(listener) ?? (() => undefined), [manager]);
  return useSyncExternalStore(subscribe, () => read(manager?.getSnapshot() ?? none));
}

/** True while a batch sends: ending the session would stop it (D9a). */
export const isSending = ({ state }: ActiveBatch): boolean => state.status !== 'paused';

/**
 * Whether a batch of this tab sends: `operator`'s, or anybody's if not given. Changes of its figures do not rerender.
 */
export function useIsSending(batches: BatchHolder, operator?: string): boolean {
  return useBatches(batches, (active) =>
    active.some((batch) => isSending(batch) && (operator === undefined || batch.operator === operator)),
  );
}

const unchanged = (active: readonly ActiveBatch[]): readonly ActiveBatch[] => active;

/**
 * This operator's batches under way in this tab. Rerenders several times a second, so keep the calling component small.
 */
export function useOwnBatches(batches: BatchHolder): readonly ActiveBatch[] {
  const { email } = useSession();
  return useBatches(batches, unchanged).filter(({ operator }) => operator === email);
}

/** The operator's unfinished batches in this browser; read again whenever `round` changes. */
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
