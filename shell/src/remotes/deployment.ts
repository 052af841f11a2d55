import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { AcceptedEntries, Registry } from '@device-console/shared-lib/trust';
import { chooseRelease, type Operator } from './choose-release.ts';
import type { Development } from '../development/development.ts';
import { fallbackOf, isSameRelease, waitingUpdate, type Deployed, type Standing } from './deployed.ts';
import type { FailureMemory } from './failure-memory.ts';
import type { RegistryStore } from './registry-store.ts';
import type { ChosenRelease } from './release.ts';
import type { RemoteLog } from './remote-log.ts';

/** The releases in use, for React's useSyncExternalStore, and what changes them. */
export interface Deployment {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => Deployed;
  /** Who is logged in now; decides about canaries. */
  readonly operatorIs: (operator: Operator | null) => void;
  /** Puts every waiting release in place that may come now. */
  readonly adopt: () => void;
  /** Puts the present release of one remote in place, whose screen is not shown because it failed. */
  readonly retry: (id: string) => void;
  /** A screen of this release was shown: it is what a later release falls back to. */
  readonly shown: (release: ChosenRelease) => void;
  /** A screen of this release failed; may put the last known good release in its place, which the snapshot then says. */
  readonly failed: (release: ChosenRelease) => Promise<void>;
  /** Uses the newest release again, although it failed here. */
  readonly tryNewest: (id: string) => void;
}

/** What a deployment rests on. */
export interface DeploymentOptions {
  readonly registry: RegistryStore;
  readonly accepted: AcceptedEntries;
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly failures: FailureMemory;
  readonly log: RemoteLog;
  /** True while a running batch needs the release in use. */
  readonly isHeld: (release: ChosenRelease) => boolean;
  /** Tells when that may have changed. */
  readonly onHoldChange: (listener: () => void) => void;
  /** What a superadmin develops; null where this console does not allow it. */
  readonly development?: Pick<Development, 'getSnapshot' | 'subscribe' | 'releaseAmong'> | null | undefined;
  /** The page's own address; its security policy allows this origin and those of the registry it was loaded with. */
  readonly pageUrl: string;
}

/** Makes the deployment of a page: the first registry is used at once, later ones at a moment that disturbs nobody. */
export function createDeployment(options: DeploymentOptions): Deployment {
  const { registry, accepted, failures, log, isHeld, development = null } = options;
  const listeners = new Set<() => void>();
  // Releases that stand in for a failed one, by remote; and failed releases whose stand-in failed too.
  const previous = new Map<string, ChosenRelease>();
  const hopeless = new Set<string>();
  let operator: Operator | null = null;
  let allowedOrigins: ReadonlySet<string> | null = null;
  let used: ReadonlyMap<string, ChosenRelease> = new Map();
  let snapshot: Deployed = { releases: [], waiting: [], fallbacks: [] };

  function present(): Registry | null {
    const state = registry.getSnapshot();
    return state.status === 'ready' ? state.registry : null;
  }

  function standing(entry: RegistryEntry): Standing {
    const isLastGood = present()?.refused.some(({ id }) => id === entry.id) ?? false;
    const newest = chooseRelease(entry, operator, isLastGood);
    const live = chooseRelease(entry, null, isLastGood);
    const isDropped = newest.source === 'canary' && failures.isDropped(newest.baseUrl);
    const isSpent = failures.hasSpentBudget(live.baseUrl) && !hopeless.has(live.baseUrl);
    const wanted = newest.source === 'canary' && !isDropped ? newest : isSpent ? previous.get(entry.id) ?? live : live;
    const now = used.get(entry.id) ?? wanted;
    const isReachable = allowedOrigins?.has(new URL(wanted.baseUrl, options.pageUrl).origin) ?? true;
    return { used: now, newest, wanted, hasFailed: isDropped || isSpent, isHeld: isHeld(now), isReachable };
  }

  /** How every remote stands: those of the registry, and one under development in the place of its own or beside them. */
  function standings(): readonly Standing[] {
    const entries = present()?.entries ?? [];
    const developed = development?.releaseAmong(entries) ?? null;
    if (!developed) return entries.map(standing);
    const now = used.get(developed.id) ?? developed;
    const own: Standing = { used: now, newest: developed, wanted: developed, hasFailed: false, isHeld: isHeld(now), isReachable: true };
    return [...entries.filter(({ id }) => id !== developed.id).map(standing), own];
  }

  function publish(): void {
    const all = standings();
    const releases = [...used.values()];
    const isUnchanged = releases.length === snapshot.releases.length && releases.every((release, index) => release === snapshot.releases[index]);
    const [waiting, fallbacks] = [all.flatMap(waitingUpdate), all.flatMap(fallbackOf)];
    if (isUnchanged && JSON.stringify([waiting, fallbacks]) === JSON.stringify([snapshot.waiting, snapshot.fallbacks])) return;
    if (!isUnchanged) log.uses(releases);
    snapshot = { releases: isUnchanged ? snapshot.releases : releases, waiting, fallbacks };
    for (const listener of listeners) listener();
  }

  /** Puts wanted releases in place, unless they are out of reach; of the remotes that `mayChange` allows. */
  function put(mayChange: (at: Standing) => boolean): void {
    if (!present()) return;
    const kept = new Map(standings().map((at) => {
      const changes = at.isReachable && !isSameRelease(at.used, at.wanted) && mayChange(at);
      return [at.used.id, changes ? at.wanted : at.used];
    }));
    const leaving = [...used].filter(([id, release]) => !kept.has(id) && isHeld(release));
    used = new Map([...kept, ...leaving]);
    publish();
  }

  const adopt = (): void => put((at) => !at.isHeld);
  const adoptOne = (id: string): void => put((at) => at.used.id === id);

  async function fallBack(id: string): Promise<void> {
    const entry = await options.provenBefore(id);
    const live = present()?.entries.find((candidate) => candidate.id === id);
    if (entry && entry.baseUrl !== live?.baseUrl) previous.set(id, { ...chooseRelease(entry, null, false), source: 'previous' });
    else previous.delete(id);
    adoptOne(id);
  }

  function onRegistry(): void {
    const now = present();
    if (!now) return;
    log.refused([...now.problems, ...now.refused]);
    const isFirst = allowedOrigins === null;
    if (isFirst) {
      const addresses = now.entries.flatMap(({ baseUrl, canary }) => [baseUrl, ...(canary ? [canary.baseUrl] : [])]);
      allowedOrigins = new Set([options.pageUrl, ...addresses].map((address) => new URL(address, options.pageUrl).origin));
    }
    // A remote that was not there before disturbs no screen; what is in use stays until a moment for it.
    used = new Map([...used, ...standings().filter(({ wanted }) => !used.has(wanted.id)).map(({ wanted }) => [wanted.id, wanted] as const)]);
    publish();
    if (isFirst) for (const { id, baseUrl } of now.entries) if (failures.hasSpentBudget(baseUrl)) void fallBack(id);
  }

  function onDevelopment(): void {
    const state = development?.getSnapshot();
    // What nobody signed does not wait for another screen; a batch still holds its release.
    if (state?.status === 'over') put((at) => at.used.id === state.override.id && !at.isHeld);
    else publish();
  }

  registry.subscribe(onRegistry);
  development?.subscribe(onDevelopment);
  options.onHoldChange(publish);
  onRegistry();

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    operatorIs: (next) => {
      if (next?.email === operator?.email && next?.userlevel === operator?.userlevel) return;
      operator = next;
      if (operator) adopt();
    },
    adopt,
    retry: adoptOne,
    shown: (release) => {
      if (release.source === 'registry' || release.source === 'last-good') accepted.prove(release.id, release.sequence);
    },
    failed: async ({ id, source, baseUrl }) => {
      // Its author wants to see what failed, not what stands in for it.
      if (source === 'development') return;
      const live = present()?.entries.find((entry) => entry.id === id);
      if (source === 'canary') failures.dropCanary(baseUrl);
      else if (source === 'previous' && live) hopeless.add(live.baseUrl);
      else if (failures.count(baseUrl) && failures.hasSpentBudget(baseUrl)) await fallBack(id);
      adoptOne(id);
    },
    tryNewest: (id) => {
      const entry = present()?.entries.find((candidate) => candidate.id === id);
      if (!entry) return;
      for (const baseUrl of [entry.baseUrl, standing(entry).newest.baseUrl]) failures.forgive(baseUrl);
      hopeless.delete(entry.baseUrl);
      adoptOne(id);
    },
  };
}
