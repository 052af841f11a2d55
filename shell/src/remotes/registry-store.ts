import { readRegistry, type Registry } from '@device-console/shared-lib/remote';

/** The registry as the console has it. A failed refresh keeps what was read before. */
export type RegistryState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly registry: Registry }
  | { readonly status: 'failed'; readonly message: string };

/** Holds the registry for React's useSyncExternalStore. */
export interface RegistryStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => RegistryState;
  /** Reads the registry again; never rejects, the state says how it went. */
  readonly refresh: () => Promise<void>;
}

/** Makes the store; `first` is the read that the boot script has begun, `read` reads again. */
export function createRegistryStore(first: Promise<unknown>, read: () => Promise<unknown>): RegistryStore {
  let state: RegistryState = { status: 'loading' };
  const listeners = new Set<() => void>();
  const become = (next: RegistryState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const take = async (document: Promise<unknown>): Promise<void> => {
    try {
      become({ status: 'ready', registry: readRegistry(await document) });
    } catch (error) {
      if (state.status !== 'ready') become({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  void take(first);
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
    refresh: () => take(read()),
  };
}
