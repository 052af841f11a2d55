import { failureText } from '@device-console/shared-lib/console';
import { createSubject, type Subject } from '@device-console/shared-lib/console/host';
import type { DeployedReleases } from '../releases/decide.ts';
import type { RegistryState, RegistryStore } from './registry-store.ts';

interface HeldRemotes {
  readonly registry: Pick<RegistryStore, 'subscribe' | 'getSnapshot'>;
  readonly releaseManager: Pick<Subject<DeployedReleases>, 'subscribe' | 'getSnapshot'>;
}

export interface RemotesState<Remotes> {
  /** Null until loaded. */
  readonly parts: Remotes | null;
  readonly registry: RegistryState;
  readonly deployed: DeployedReleases;
}

/** Remotes before and after their code is loaded. */
export type RemotesHolder<Remotes extends HeldRemotes> = ReturnType<typeof createRemotesHolder<Remotes>>;

export const nothingDeployed: DeployedReleases = { releases: [], waiting: [], fallbacks: [], unused: [], notices: [] };

/** Loads the code through `fetchRemotes` on first need and keeps it; the login page and Home show without it. */
export function createRemotesHolder<Remotes extends HeldRemotes>(fetchRemotes: () => Promise<Remotes>) {
  const { subscribe, getSnapshot, set } = createSubject<RemotesState<Remotes>>({
    parts: null,
    registry: { status: 'loading' },
    deployed: nothingDeployed,
  });
  const show = (parts: Remotes): void =>
    set({ parts, registry: parts.registry.getSnapshot(), deployed: parts.releaseManager.getSnapshot() });
  const follow = (parts: Remotes): void => {
    parts.registry.subscribe(() => show(parts));
    parts.releaseManager.subscribe(() => show(parts));
    show(parts);
  };
  let hasBegun = false;
  return {
    /** Fetches the code for remotes, once. */
    begin: (): void => {
      if (hasBegun) return;
      hasBegun = true;
      fetchRemotes().then(follow, (error: unknown) =>
        set({ ...getSnapshot(), registry: { status: 'failed', message: failureText(error) } }),
      );
    },
    subscribe,
    getSnapshot,
  };
}
