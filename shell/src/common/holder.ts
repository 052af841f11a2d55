import { createSubject } from '@device-console/shared-lib/console/host';

/** One value per page, made on first use, because its code is not needed earlier. */
export interface Holder<Value> {
  readonly load: () => Promise<Value>;
  readonly current: () => Value | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes the holder; `create` runs at most once, or again after it failed. */
export function createHolder<Value>(create: () => Promise<Value>): Holder<Value> {
  const { subscribe, getSnapshot: current, set } = createSubject<Value | null>(null);
  let loading: Promise<Value> | null = null;
  return {
    current,
    subscribe,
    load: () => {
      loading ??= create().then(
        (value) => {
          set(value);
          return value;
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
