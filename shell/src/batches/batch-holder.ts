import { createSubject } from '@device-console/shared-lib/console';
import type { BatchManager } from '@device-console/shared-lib/batch';

/** The page's one batch manager, made on first use, because its code is not needed before (D16). */
export interface BatchHolder {
  readonly load: () => Promise<BatchManager>;
  readonly current: () => BatchManager | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes the holder; `create` runs at most once, or again after it failed. */
export function createBatchHolder(create: () => Promise<BatchManager>): BatchHolder {
  const { subscribe, getSnapshot: current, set } = createSubject<BatchManager | null>(null);
  let loading: Promise<BatchManager> | null = null;
  return {
    current,
    subscribe,
    load: () => {
      loading ??= create().then(
        (manager) => {
          set(manager);
          return manager;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}
