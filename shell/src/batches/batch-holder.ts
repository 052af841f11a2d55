import type { BatchManager } from '@device-console/shared-lib/batch';

/** The page's one batch manager, made on first use, because its code is not needed before (D16). */
export interface BatchHolder {
  readonly load: () => Promise<BatchManager>;
  readonly current: () => BatchManager | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes the holder; `create` runs at most once, or again after it failed. */
export function createBatchHolder(create: () => Promise<BatchManager>): BatchHolder {
  let manager: BatchManager | null = null;
  let loading: Promise<BatchManager> | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => manager,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: () => {
      loading ??= create().then(
        (made) => {
          manager = made;
          for (const listener of listeners) listener();
          return made;
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
