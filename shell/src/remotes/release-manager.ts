import { createSubject } from '@device-console/shared-lib/console';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import {
  nameOwnership,
  namesNotice,
  type AcceptedEntries,
  type RegistryNotice,
  type UsableRegistry,
} from '@device-console/shared-lib/trust';
import type { Override } from '../override/override.ts';
import { allowedOrigins } from '../releases/allowed-origins.ts';
import {
  chooseRelease,
  createReleaseFallbacks,
  type FallbackOptions,
  type Operator,
  type ReleaseFallbacks,
} from '../releases/choose-release.ts';
import { isOverride, type ChosenRelease } from '../releases/release.ts';
import type { RegistryStore } from './registry-store.ts';
import {
  fallbackOf,
  isSameRelease,
  shareAnAddress,
  waitingUpdate,
  withoutClashes,
  type DeployedReleases,
  type ReleaseStatus,
} from './release-status.ts';
import type { RemoteLog } from './remote-log.ts';

/** The releases in use, for React's useSyncExternalStore, and what changes them. */
export interface ReleaseManager {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => DeployedReleases;
  /** Who is logged in now; decides about canaries. */
  readonly operatorIs: (operator: Operator | null) => void;
  /** Uses every waiting release that may come now. */
  readonly applyUpdates: () => void;
  /** Uses the present release of one remote, whose screen is not shown because it failed. */
  readonly retry: (id: string) => void;
  /** A screen of this release was shown: it is what a later release falls back to. */
  readonly shown: (release: ChosenRelease) => void;
  /**
   * A screen of this release failed; may put the last known good release in its place, which the snapshot then says.
   */
  readonly failed: (release: ChosenRelease) => Promise<void>;
  /**
   * An error of this release that nobody caught, or of what it contributes to another screen, which leaves the screen
   * in place. It counts for a canary alone: one that has spent the budget goes with the next screen.
   */
  readonly uncaught: (release: ChosenRelease) => void;
  /** Uses the newest release again, although it failed here. */
  readonly tryNewest: (id: string) => void;
}

/** What a release manager rests on. */
export interface ReleaseManagerOptions extends StatusSources, FallbackOptions {
  readonly registry: RegistryStore;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  readonly log: RemoteLog;
  /** Tells when `isHeld` may have changed. */
  readonly onHoldChange: (listener: () => void) => void;
}

/** Makes the release manager of a page: the first registry is used at once, later ones when that disturbs nobody. */
export function createReleaseManager(options: ReleaseManagerOptions): ReleaseManager {
  const { registry, accepted, failures, log, isHeld, override, pageUrl } = options;
  const page: PageReleases = { operator: null, used: new Map(), allowedOrigins: null, usedCanaries: new Set() };
  const fallbacks = createReleaseFallbacks(options);
  const statuses = createReleaseStatuses(options, fallbacks, page);
  const { subscribe, getSnapshot, publish, apply, addNew } = createReleaseChanges(statuses, page, isHeld, log);
  const applyUpdates = (): void => apply(({ isHeld: isNeeded }) => !isNeeded);
  const applyOne = (id: string): void => apply(({ used }) => used.id === id);
  const baseUrlOf = (id: string): string | undefined => statuses.entryOf(id)?.baseUrl;

  function onRegistry(): void {
    const current = statuses.currentRegistry();
    if (!current) return;
    log.refused([...current.problems, ...current.refused]);
    const isFirst = page.allowedOrigins === null;
    if (isFirst) page.allowedOrigins = allowedOrigins(current.entries, [], pageUrl);
    addNew();
    if (!isFirst) return;
    for (const { id, baseUrl } of current.entries)
      if (failures.hasSpentBudget(baseUrl)) void fallbacks.prepare(id, baseUrl).then(() => applyOne(id));
  }

  function onOverride(): void {
    const state = override?.getSnapshot();
    // What is meant for a while does not wait for another screen; a batch still holds its release.
    if (state?.status === 'over') apply((status) => status.used.id === state.override.id && !status.isHeld);
    else publish();
  }

  registry.subscribe(onRegistry);
  override?.subscribe(onOverride);
  options.onHoldChange(publish);
  onRegistry();

  return {
    subscribe,
    getSnapshot,
    operatorIs: (next) => {
      if (next?.email === page.operator?.email && next?.userlevel === page.operator?.userlevel) return;
      page.operator = next;
      if (next) applyUpdates();
    },
    applyUpdates,
    retry: applyOne,
    shown: (release) => {
      if (release.source === 'registry' || release.source === 'last-good') accepted.prove(release.id, release.sequence);
    },
    failed: async (release) => {
      // Its author wants to see what failed, not what stands in for it.
      if (isOverride(release.source)) return;
      await fallbacks.failed(release, baseUrlOf(release.id));
      applyOne(release.id);
    },
    uncaught: (release) => {
      if (fallbacks.uncaught(release)) publish();
    },
    tryNewest: (id) => {
      const entry = statuses.entryOf(id);
      if (!entry) return;
      fallbacks.forgive(entry.baseUrl, statuses.statusOf(entry).newest.baseUrl);
      applyOne(id);
    },
  };
}

/** What a page uses, and for whom. */
interface PageReleases {
  operator: Operator | null;
  /** The releases in use, by remote. */
  used: ReadonlyMap<string, ChosenRelease>;
  /** The origins that the page may load from; null before the first registry. */
  allowedOrigins: ReadonlySet<string> | null;
  /** Base addresses of the canaries that this page has used. */
  readonly usedCanaries: Set<string>;
}

/** What the statuses are made from. */
interface StatusSources {
  readonly registry: Pick<RegistryStore, 'getSnapshot'>;
  /** True while a running batch needs the release in use. */
  readonly isHeld: (release: ChosenRelease) => boolean;
  /** What stands in for one remote's release in this browser: from a dev server, or a preview. */
  readonly override?: Pick<Override, 'getSnapshot' | 'subscribe' | 'releaseAmong'> | undefined;
  /** The page's own address; its security policy allows this origin and those of the registry it was loaded with. */
  readonly pageUrl: string;
}

const ownedByNobody = nameOwnership([], { keys: [] });

/** How the remotes of a page stand, made anew from what is known at each call. */
function createReleaseStatuses(
  { registry, isHeld, override, pageUrl }: StatusSources,
  fallbacks: ReleaseFallbacks,
  page: PageReleases,
) {
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
    /** The registry that was read last; null before there is one. */
    currentRegistry,
    entryOf: (id: string) => currentRegistry()?.entries.find((entry) => entry.id === id),
    statusOf,
    /** Every remote: those of the registry, and an override in the place of its own or beside them. */
    all,
    /** What is not as it should be with remotes that are used, an override included. */
    notices: () => [...(currentRegistry()?.notices ?? []), ...(overridingRelease()?.notices ?? [])],
  };
}

/** Changes which releases a page uses, and tells of it; it uses nothing yet. */
function createReleaseChanges(
  statuses: ReturnType<typeof createReleaseStatuses>,
  page: PageReleases,
  isHeld: (release: ChosenRelease) => boolean,
  log: Pick<RemoteLog, 'uses' | 'noticed'>,
) {
  const nothing: DeployedReleases = { releases: [], waiting: [], fallbacks: [], notices: [] };
  const { subscribe, getSnapshot, set } = createSubject(nothing);

  function publish(): void {
    const releases = [...page.used.values()];
    for (const { source, baseUrl } of releases) if (source === 'canary') page.usedCanaries.add(baseUrl);
    const before = getSnapshot();
    const all = statuses.all();
    const isUnchanged =
      releases.length === before.releases.length &&
      releases.every((release, index) => release === before.releases[index]);
    const [waiting, fallbacks, notices] = [all.flatMap(waitingUpdate), all.flatMap(fallbackOf), statuses.notices()];
    const others = [before.waiting, before.fallbacks, before.notices];
    if (isUnchanged && JSON.stringify([waiting, fallbacks, notices]) === JSON.stringify(others)) return;
    if (!isUnchanged) log.uses(releases);
    log.noticed(notices);
    set({ releases: isUnchanged ? before.releases : releases, waiting, fallbacks, notices });
  }

  function use(releases: readonly ChosenRelease[]): void {
    page.used = new Map(releases.map((release) => [release.id, release]));
    publish();
  }

  const wantedOf = (some: readonly ReleaseStatus[]): readonly ChosenRelease[] => some.map(({ wanted }) => wanted);
  const newOf = (all: readonly ReleaseStatus[]): readonly ReleaseStatus[] =>
    all.filter(({ wanted }) => !page.used.has(wanted.id));

  return {
    subscribe,
    getSnapshot,
    /** Tells the listeners where anything is not as the last snapshot has it. */
    publish,
    /** Puts wanted releases in place, unless they are out of reach; of the remotes that `mayChange` allows. */
    apply: (mayChange: (status: ReleaseStatus) => boolean) => {
      if (!statuses.currentRegistry()) return;
      const all = statuses.all();
      const used = [...page.used.values()];
      const kept = used.filter((release) => all.some((status) => status.used.id === release.id) || isHeld(release));
      const changing = all.filter(
        (status) => status.isReachable && !isSameRelease(status.used, status.wanted) && mayChange(status),
      );
      use([...kept, ...withoutClashes(wantedOf([...changing, ...newOf(all)]), kept)]);
    },
    /** Uses remotes that were not there before, which disturbs no screen; what is in use stays. */
    addNew: () => {
      const used = [...page.used.values()];
      use([...used, ...withoutClashes(wantedOf(newOf(statuses.all())), used)]);
    },
  };
}
