import { useCallback, useSyncExternalStore } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import type { BatchHolder } from './batch-holder.ts';

const none: readonly ActiveBatch[] = [];

/** The batches under way in this tab, paused ones included; none as long as the batch code was not needed (D16). */
export function useActiveBatches(batches: BatchHolder): readonly ActiveBatch[] {
  const manager = useSyncExternalStore(batches.subscribe, batches.current);
  const subscribe = useCallback((listener: () => void) => manager?.subscribe(listener) ?? (() => undefined), [manager]);
  return useSyncExternalStore(subscribe, () => manager?.getSnapshot() ?? none);
}

/** True while a batch sends: ending the session would stop it (D9a). */
export function isSending({ state }: ActiveBatch): boolean {
  return state.status !== 'paused';
}
