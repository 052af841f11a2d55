/** Those who want to be told, each with the same arguments. */
export interface Listeners<Given extends readonly unknown[] = readonly []> {
  /** Calls the listener from now on; the function given back ends it. */
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
  /** Takes another value and tells the listeners, also when it is the same. */
  readonly set: (value: Value) => void;
}

/** Makes a subject that begins with a value. */
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
