import { createSubject } from '@device-console/shared-lib/console/host';
import { releasesOf, type RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { AcceptedEntries, UsableRegistry } from '@device-console/shared-lib/trust';
import {
  chooseRelease,
  decide,
  usedAfter,
  type Decision,
  type Failures,
  type PageReleases,
  type ReleaseStatus,
} from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { Previews } from '../previews/preview.ts';
import type { RegistryStore } from './registry-store.ts';
import { createReleaseFailures, noteUsed } from './release-failures.ts';
import type { RemoteLog } from './remote-log.ts';
import { nothingDeployed } from './remotes-holder.ts';

export type ReleaseManager = ReturnType<typeof createReleaseManager>;

export interface ReleaseManagerOptions extends Pick<PageReleases, 'isHeld' | 'isTooNew'> {
  readonly registry: Pick<RegistryStore, 'subscribe' | 'getSnapshot'>;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  /** The remote's last entry that worked in this browser before its present one. */
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly log: RemoteLog;
  readonly previews: Pick<Previews, 'subscribe' | 'releases' | 'failed'>;
  /** Called when `isHeld` may have changed. */
  readonly onHoldChange: (listener: () => void) => void;
}

function createDeployed({ registry, log, previews, isHeld, isTooNew }: ReleaseManagerOptions, failures: Failures) {
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
    return decide(currentRegistry(), failures, { ...page, isHeld, isTooNew, previews: previews.releases() });
  }

  /** If anything differs from the last snapshot. */
  function publish(): void {
    const before = getSnapshot();
    const releases = [...page.used.values()];
    for (const { source, baseUrl } of releases) if (source === 'canary') page.usedCanaries.add(baseUrl);
    const { waiting, fallbacks, unused, notices } = decision();
    const isUnchanged =
      releases.length === before.releases.length &&
      releases.every((release, index) => release === before.releases[index]);
    const others = [before.waiting, before.fallbacks, before.unused, before.notices];
    if (isUnchanged && JSON.stringify([waiting, fallbacks, unused, notices]) === JSON.stringify(others)) return;
    if (!isUnchanged) {
      log.uses(releases);
      noteUsed(releases);
    }
    log.noticed(notices);
    set({ releases: isUnchanged ? before.releases : releases, waiting, fallbacks, unused, notices });
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

/** The releases in use. Uses the first registry at once, later ones when that disturbs nobody. */
export function createReleaseManager(options: ReleaseManagerOptions) {
  const { registry, accepted, log, previews, isTooNew } = options;
  const failures = createReleaseFailures(options.provenBefore);
  const { page, subscribe, getSnapshot, currentRegistry, publish, apply, addNew } = createDeployed(options, failures);
  const applyUpdates = (): void => apply((status) => !status.isHeld);
  const applyOne = (id: string): void => apply(({ used }) => used.id === id);

  const entryOf = (id: string) => currentRegistry()?.entries.find((entry) => entry.id === id);

  function onRegistry(): void {
    const current = currentRegistry();
    if (!current) return;
    log.refused([...current.problems, ...current.refused]);
    const isFirst = page.allowedOrigins === null;
    if (isFirst) page.allowedOrigins = originsOf(current.entries);
    addNew();
    if (!isFirst) return;
    for (const { id, baseUrl, declaration } of current.entries)
      if (failures.hasSpentBudget(baseUrl) || isTooNew({ declaration }))
        void failures.findStandIn(id, baseUrl).then(() => applyOne(id));
  }

  registry.subscribe(onRegistry);
  // What this page has not loaded yet changes at once.
  const isUnloaded = (id: string): boolean =>
    log.getSnapshot().some((record) => record.id === id && record.state.status === 'not-loaded');
  previews.subscribe(() => apply(({ used, isHeld }) => !isHeld && isUnloaded(used.id)));
  options.onHoldChange(publish);
  onRegistry();

  return {
    subscribe,
    getSnapshot,
    /** Canaries depend on the logged-in operator. */
    operatorIs: (next: PageReleases['operator']): void => {
      if (next?.email === page.operator?.email && next?.userlevel === page.operator?.userlevel) return;
      page.operator = next;
      if (next) applyUpdates();
    },
    /** Switches to every waiting release that may change now. */
    applyUpdates,
    /** Switches to the current release of a remote whose screen failed and is not shown. */
    retry: applyOne,
    /** Switches a remote to its wanted release because the operator asks for it; a batch still holds its own. */
    switchOne: (id: string): void => apply(({ used, isHeld }) => used.id === id && !isHeld),
    /** A screen of this release was shown: later releases can fall back to it. */
    shown: ({ id, source, sequence }: ChosenRelease): void => {
      if (source === 'registry' || source === 'last-good') accepted.prove(id, sequence);
    },
    /**
     * A screen of this release failed. May switch to the last known good release, as the snapshot then says. `stays`:
     * it is still shown, so a switch waits for the next screen.
     */
    failed: async (release: ChosenRelease, { stays = false } = {}): Promise<void> => {
      // What needs a newer console has not failed.
      if (isTooNew(release)) return;
      if (release.source === 'preview') previews.failed(release);
      else await failures.failed(release, entryOf(release.id)?.baseUrl);
      if (stays) publish();
      else applyOne(release.id);
    },
    /**
     * An uncaught error of this release, or of its contribution to another screen, which stays. It counts only against
     * a canary: one with too many goes at the next screen.
     */
    uncaught: (release: ChosenRelease): void => {
      if (failures.uncaught(release)) publish();
    },
    /** Uses the newest release again, although it failed here. */
    tryNewest: (id: string): void => {
      const entry = entryOf(id);
      if (!entry) return;
      failures.forgive(entry.baseUrl, chooseRelease(entry, page.operator, false).baseUrl);
      applyOne(id);
    },
  };
}

/** The page's own, and those of the registry that it was loaded with. Its security policy lists the same. */
function originsOf(entries: readonly RegistryEntry[]): ReadonlySet<string> {
  const addresses = entries.flatMap((entry) => releasesOf(entry).map(({ baseUrl }) => baseUrl));
  return new Set([document.baseURI, ...addresses].map((address) => new URL(address, document.baseURI).origin));
}
