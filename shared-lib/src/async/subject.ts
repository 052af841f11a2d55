/** Listeners that are all called with the same arguments. */
export interface Listeners<Given extends readonly unknown[] = readonly []> {
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: (...given: Given) => void) => () => void;
  readonly notify: (...given: Given) => void;
}

/** Makes an empty set of listeners. */
export function createListeners<Given extends readonly unknown[] = readonly []>(): Listeners<Given> {
  const listeners = new Set<(...given: Given) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (...given) => {
      for (const listener of listeners) listener(...given);
    },
  };
}

/** A value that changes, for React's useSyncExternalStore. */
export interface Subject<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => Value;
  /** Sets a value and calls the listeners, even if it is unchanged. */
  readonly set: (value: Value) => void;
}

/** Makes a subject with an initial value. */
export function createSubject<Value>(first: Value): Subject<Value> {
  const { subscribe, notify } = createListeners();
  let value = first;
  return {
    subscribe,
    getSnapshot: () => value,
    set: (next) => {
      value = next;
      notify();
    },
  };
}
