import type { Deployed } from '../remotes/deployed.ts';
import type { RegistryState } from '../remotes/registry-store.ts';
import type { Remotes } from './create-remotes.ts';

/** What the page shows of remotes now. */
export interface RemotesState {
  /** The code that deals with remotes; null until it is there. */
  readonly parts: Remotes | null;
  readonly registry: RegistryState;
  readonly deployed: Deployed;
}

/** Remotes for React's useSyncExternalStore, before and after their code is there. */
export interface RemotesHolder {
  /** Fetches the code that deals with remotes, once. */
  readonly begin: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => RemotesState;
}

/** Holds what `fetchRemotes` gives once it is wanted: the login page and Home are shown without it. */
export function createRemotesHolder(fetchRemotes: () => Promise<Remotes>): RemotesHolder {
  const nothing: Deployed = { releases: [], waiting: [], fallbacks: [], notices: [] };
  let state: RemotesState = { parts: null, registry: { status: 'loading' }, deployed: nothing };
  const listeners = new Set<() => void>();
  const become = (next: RemotesState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const take = (parts: Remotes): void => {
    const show = (): void =>
      become({ parts, registry: parts.registry.getSnapshot(), deployed: parts.deployment.getSnapshot() });
    parts.registry.subscribe(show);
    parts.deployment.subscribe(show);
    show();
  };
  let hasBegun = false;
  return {
    begin: () => {
      if (hasBegun) return;
      hasBegun = true;
      fetchRemotes().then(take, (error: unknown) =>
        become({
          ...state,
          registry: { status: 'failed', message: error instanceof Error ? error.message : String(error) },
        }),
      );
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
  };
}
