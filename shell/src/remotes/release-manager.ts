import { createSubject } from '@device-console/shared-lib/console/host';
import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { AcceptedEntries, UsableRegistry } from '@device-console/shared-lib/trust';
import type { Override, OverrideState } from '../override/override.ts';
import {
  chooseRelease,
  decide,
  usedAfter,
  type Decision,
  type DeployedReleases,
  type Failures,
  type PageReleases,
  type ReleaseStatus,
} from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { RegistryStore } from './registry-store.ts';
import { createFailures, type ReleaseMemory } from './release-memory.ts';
import type { RemoteLog } from './remote-log.ts';
import { nothingDeployed } from './remotes-holder.ts';

/** The releases in use, and what changes them. */
export interface ReleaseManager {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => DeployedReleases;
  /** Canaries depend on the logged-in operator. */
  readonly operatorIs: (operator: PageReleases['operator']) => void;
  /** Switches to every waiting release that may change now. */
  readonly applyUpdates: () => void;
  /** Switches to the current release of a remote whose screen failed and is not shown. */
  readonly retry: (id: string) => void;
  /** A screen of this release was shown: later releases can fall back to it. */
  readonly shown: (release: ChosenRelease) => void;
  /** A screen of this release failed. May switch to the last known good release, as the snapshot then says. */
  readonly failed: (release: ChosenRelease) => Promise<void>;
  /**
   * An uncaught error of this release, or of its contribution to another screen, which stays. It counts only against a
   * canary: one with too many goes at the next screen.
   */
  readonly uncaught: (release: ChosenRelease) => void;
  /** Uses the newest release again, although it failed here. */
  readonly tryNewest: (id: string) => void;
}

export interface ReleaseManagerOptions extends Pick<PageReleases, 'isHeld' | 'pageUrl'> {
  readonly registry: RegistryStore;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  /** The remote's last entry that worked in this browser before its present one. */
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly memory: ReleaseMemory;
  readonly log: RemoteLog;
  readonly override: Pick<Override, 'getSnapshot' | 'subscribe' | 'releaseAmong'> | null;
  /** Called when `isHeld` may have changed. */
  readonly onHoldChange: (listener: () => void) => void;
}

function createDeployed(options: ReleaseManagerOptions, failures: Failures) {
  const { registry, memory, log, override, isHeld, pageUrl } = options;
  const { subscribe, getSnapshot, set } = createSubject(nothingDeployed);
  const page = {
    operator: null as PageReleases['operator'],
    used: new Map() as PageReleases['used'],
    allowedOrigins: null as PageReleases['allowedOrigins'],
    usedCanaries: new Set<string>(),
  };

  function currentRegistry(): UsableRegistry | null {
    const state = registry.getSnapshot();
    return state.status === 'ready' ? state.registry : null;
  }

  function decision(): Decision {
    const current = currentRegistry();
    const instead = override?.releaseAmong(current?.entries ?? []) ?? null;
    return decide(current, failures, { ...page, isHeld, pageUrl, override: instead });
  }

  /** If anything differs from the last snapshot. */
  function publish(): void {
    const before = getSnapshot();
    const releases = [...page.used.values()];
    for (const { source, baseUrl } of releases) if (source === 'canary') page.usedCanaries.add(baseUrl);
    const { waiting, fallbacks, notices } = decision();
    const isUnchanged =
      releases.length === before.releases.length &&
      releases.every((release, index) => release === before.releases[index]);
    const others = [before.waiting, before.fallbacks, before.notices];
    if (isUnchanged && JSON.stringify([waiting, fallbacks, notices]) === JSON.stringify(others)) return;
    if (!isUnchanged) {
      log.uses(releases);
      memory.uses(releases);
    }
    log.noticed(notices);
    set({ releases: isUnchanged ? before.releases : releases, waiting, fallbacks, notices });
  }

  /** Switches to the wanted releases of remotes that `mayChange` allows, if this page can load them. */
  function apply(mayChange: (status: ReleaseStatus) => boolean): void {
    if (!currentRegistry()) return;
    const decided = decision();
    const isThere = ({ id }: ChosenRelease): boolean => decided.statuses.some(({ used }) => used.id === id);
    const kept = [...page.used.values()].filter((release) => isThere(release) || isHeld(release));
    page.used = usedAfter(decided, page.used, kept, mayChange);
    publish();
  }

  /** Adds new remotes at once, which disturbs no screen; what is in use stays. */
  function addNew(): void {
    page.used = usedAfter(decision(), page.used, [...page.used.values()], () => false);
    publish();
  }

  return { page, subscribe, getSnapshot, currentRegistry, publish, apply, addNew };
}

/** Uses the first registry at once, later ones when that disturbs nobody. */
export function createReleaseManager(options: ReleaseManagerOptions): ReleaseManager {
  const { registry, accepted, provenBefore, memory, log, override, pageUrl } = options;
  const failures = createFailures(memory, provenBefore);
  const { page, subscribe, getSnapshot, currentRegistry, publish, apply, addNew } = createDeployed(options, failures);
  const applyUpdates = (): void => apply((status) => !status.isHeld);
  const applyOne = (id: string): void => apply(({ used }) => used.id === id);

  const entryOf = (id: string) => currentRegistry()?.entries.find((entry) => entry.id === id);

  function onRegistry(): void {
    const current = currentRegistry();
    if (!current) return;
    log.refused([...current.problems, ...current.refused]);
    const isFirst = page.allowedOrigins === null;
    if (isFirst) page.allowedOrigins = originsOf(current.entries, pageUrl);
    addNew();
    if (!isFirst) return;
    for (const { id, baseUrl } of current.entries)
      if (memory.hasSpentBudget(baseUrl)) void failures.findStandIn(id, baseUrl).then(() => applyOne(id));
  }

  function onOverride(state: OverrideState): void {
    // An override does not wait for another screen; a batch still holds its release.
    if (state.status === 'over') apply((status) => status.used.id === state.override.id && !status.isHeld);
    else publish();
  }

  registry.subscribe(onRegistry);
  override?.subscribe(() => onOverride(override.getSnapshot()));
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
    shown: ({ id, source, sequence }) => {
      if (source === 'registry' || source === 'last-good') accepted.prove(id, sequence);
    },
    failed: async (release) => {
      // A developer wants to see what failed, not a replacement.
      if (release.source === 'development') return;
      await failures.failed(release, entryOf(release.id)?.baseUrl);
      applyOne(release.id);
    },
    uncaught: (release) => {
      if (failures.uncaught(release)) publish();
    },
    tryNewest: (id) => {
      const entry = entryOf(id);
      if (!entry) return;
      failures.forgive(entry.baseUrl, chooseRelease(entry, page.operator, false).baseUrl);
      applyOne(id);
    },
  };
}

/** The page's own, and those of the registry that it was loaded with. Its security policy lists the same. */
function originsOf(entries: readonly RegistryEntry[], pageUrl: string): ReadonlySet<string> {
  const addresses = entries.flatMap(({ baseUrl, canary }) => [baseUrl, ...(canary ? [canary.baseUrl] : [])]);
  return new Set([pageUrl, ...addresses].map((address) => new URL(address, pageUrl).origin));
}
