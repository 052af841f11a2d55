import { createSubject } from '@device-console/shared-lib/console/host';

/** One value per page, made on first use. */
export interface Holder<Value> {
  readonly load: () => Promise<Value>;
  readonly current: () => Value | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Calls `begin` with the value once it is there, and what that returned when the returned function is called. */
export function whenHeld<Value>(holder: Holder<Value>, begin: (value: Value) => () => void): () => void {
  let stop = (): void => undefined;
  const look = (): void => {
    const value = holder.current();
    stop();
    stop = value === null ? () => undefined : begin(value);
  };
  look();
  const leave = holder.subscribe(look);
  return () => {
    leave();
    stop();
  };
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
