import type { RegistryEntry } from '@device-console/shared-lib/remote';
import { nameOwnership, namesNotice, type RegistryNotice, type UsableRegistry } from '@device-console/shared-lib/trust';
import type { Override } from '../override/override.ts';
import { chooseRelease, type Operator } from '../releases/choose-release.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { RegistryStore } from './registry-store.ts';
import type { ReleaseFallbacks } from './release-fallbacks.ts';
import { shareAnAddress, type ReleaseStatus } from './release-status.ts';

/** What a page uses, and for whom. */
export interface PageReleases {
  operator: Operator | null;
  /** The releases in use, by remote. */
  used: ReadonlyMap<string, ChosenRelease>;
  /** The origins that the page may load from; null before the first registry. */
  allowedOrigins: ReadonlySet<string> | null;
  /** Base addresses of the canaries that this page has used. */
  readonly usedCanaries: Set<string>;
}

/** What the statuses are made from. */
export interface StatusSources {
  readonly registry: Pick<RegistryStore, 'getSnapshot'>;
  /** True while a running batch needs the release in use. */
  readonly isHeld: (release: ChosenRelease) => boolean;
  /** What stands in for one remote's release in this browser: from a dev server, or a preview. */
  readonly override?: Pick<Override, 'getSnapshot' | 'subscribe' | 'releaseAmong'> | undefined;
  /** The page's own address; its security policy allows this origin and those of the registry it was loaded with. */
  readonly pageUrl: string;
}

/** How the remotes of a page stand, made anew from what is known at each call. */
export interface ReleaseStatuses {
  /** The registry that was read last; null before there is one. */
  readonly currentRegistry: () => UsableRegistry | null;
  readonly entryOf: (id: string) => RegistryEntry | undefined;
  readonly statusOf: (entry: RegistryEntry) => ReleaseStatus;
  /** Every remote: those of the registry, and an override in the place of its own or beside them. */
  readonly all: () => readonly ReleaseStatus[];
  /** What is not as it should be with remotes that are used, an override included. */
  readonly notices: () => readonly RegistryNotice[];
}

const ownedByNobody = nameOwnership([], { keys: [] });

/** Makes the statuses of a page. */
export function createReleaseStatuses(
  { registry, isHeld, override, pageUrl }: StatusSources,
  fallbacks: ReleaseFallbacks,
  page: PageReleases,
): ReleaseStatuses {
  function currentRegistry(): UsableRegistry | null {
    const state = registry.getSnapshot();
    return state.status === 'ready' ? state.registry : null;
  }

  /** A batch's screen keeps its address, also from a remote that has got it since. */
  const isHeldByOthers = (wanted: ChosenRelease): boolean =>
    [...page.used.values()].some((other) => other.id !== wanted.id && isHeld(other) && shareAnAddress(other, wanted));

  function statusOf(entry: RegistryEntry): ReleaseStatus {
    const { refused, withdrawn } = currentRegistry() ?? { refused: [], withdrawn: [] };
    const isLastGood = refused.some(({ id }) => id === entry.id);
    const newest = chooseRelease(entry, page.operator, isLastGood);
    const { wanted, hasFailed } = fallbacks.choose({ newest, live: chooseRelease(entry, null, isLastGood) });
    const used = page.used.get(entry.id) ?? wanted;
    return {
      used,
      newest,
      wanted,
      hasFailed,
      isHeld: isHeld(used) || isHeldByOthers(wanted),
      isReachable: page.allowedOrigins?.has(new URL(wanted.baseUrl, pageUrl).origin) ?? true,
      withdrawn: withdrawn.find(({ id, baseUrl }) => id === entry.id && page.usedCanaries.has(baseUrl)),
    };
  }

  /** The override's release, as far as its names are its own (D25). */
  function overridingRelease(): {
    readonly release: ChosenRelease;
    readonly notices: readonly RegistryNotice[];
  } | null {
    const current = currentRegistry();
    const release = override?.releaseAmong(current?.entries ?? []) ?? null;
    if (!release) return null;
    const { declaration, refusals } = (current?.ownership ?? ownedByNobody).permit(release.declaration);
    return { release: { ...release, declaration }, notices: namesNotice(release.id, refusals) };
  }

  function all(): readonly ReleaseStatus[] {
    const entries = currentRegistry()?.entries ?? [];
    const release = overridingRelease()?.release;
    if (!release) return entries.map(statusOf);
    const used = page.used.get(release.id) ?? release;
    const own = { used, newest: release, wanted: release, hasFailed: false, isHeld: isHeld(used), isReachable: true };
    return [...entries.filter(({ id }) => id !== release.id).map(statusOf), own];
  }

  return {
    currentRegistry,
    entryOf: (id) => currentRegistry()?.entries.find((entry) => entry.id === id),
    statusOf,
    all,
    notices: () => [...(currentRegistry()?.notices ?? []), ...(overridingRelease()?.notices ?? [])],
  };
}
