import { createSubject } from '@device-console/shared-lib/console/host';

/** One value per page, made on first use. */
export interface Holder<Value> {
  readonly load: () => Promise<Value>;
  readonly current: () => Value | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** `create` runs at most once, or again after a failure. */
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
