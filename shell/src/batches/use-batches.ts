import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ActiveBatch, BatchManager } from '@device-console/shared-lib/batch';
import { useConsole, useQuery, useSession } from '@device-console/shared-lib/console';
import type { Holder } from '../common/holder.ts';

const none: readonly ActiveBatch[] = [];

/** The batches under way in this tab (D16); none until the batch code is loaded. */
function useBatches<Value>(batches: BatchHolder, read: (active: readonly ActiveBatch[]) => Value): Value {
  const manager = useSyncExternalStore(batches.subscribe, batches.current);
  const subscribe = useCallback((listener: () => void) => manager?.subscribe(listener) ?? (() => undefined), [manager]);
  return useSyncExternalStore(subscribe, () => read(manager?.getSnapshot() ?? none));
}

/** Ending the session would stop it (D9a). */
export const isSending = ({ state }: ActiveBatch): boolean => state.status !== 'paused';

/** True if a batch of this tab sends: `operator`'s, or by default anybody's. Its figures do not rerender. */
export function useIsSending(batches: BatchHolder, operator?: string): boolean {
  return useBatches(batches, (active) =>
    active.some((batch) => isSending(batch) && (operator === undefined || batch.operator === operator)),
  );
}

/** The server cannot be reached, or does not answer properly. */
export const isCutOff = ({ state }: ActiveBatch): boolean => state.status === 'paused' && state.why === 'network';

/** True if a batch of this tab waits for the server. */
export function useIsCutOff(batches: BatchHolder): boolean {
  return useBatches(batches, (active) => active.some(isCutOff));
}

const unchanged = (active: readonly ActiveBatch[]): readonly ActiveBatch[] => active;

/** This operator's batches under way in this tab. Rerenders several times a second, so keep the caller small. */
export function useOwnBatches(batches: BatchHolder): readonly ActiveBatch[] {
  const { email } = useSession();
  return useBatches(batches, unchanged).filter(({ operator }) => operator === email);
}

/** The operator's unfinished batches in this browser; read again when `round` changes. */
export function useUnfinished(round: number, hasActive: boolean) {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { state, ask } = useQuery(
    useCallback(async (_: null) => (await loadBatches()).unfinished(email), [loadBatches, email]),
  );
  // A batch that begins or ends changes the list.
  useEffect(() => ask(null), [ask, round, hasActive]);
  return { state, again: () => ask(null) };
}

/** Made on first use (D16). */
export type BatchHolder = Holder<BatchManager>;
