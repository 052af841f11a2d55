import type { RegistryEntry } from '@device-console/shared-lib/remote';
import {
  nameOwnership,
  namesNotice,
  type AcceptedEntries,
  type RegistryNotice,
  type UsableRegistry,
} from '@device-console/shared-lib/trust';
import { allowedOrigins } from '../releases/allowed-origins.ts';
import { chooseRelease, type Operator } from '../releases/choose-release.ts';
import type { Override } from '../override/override.ts';
import {
  fallbackOf,
  isSameRelease,
  shareAnAddress,
  waitingUpdate,
  withoutClashes,
  type Deployed,
  type Standing,
} from './deployed.ts';
import type { FailureMemory } from './failure-memory.ts';
import type { RegistryStore } from './registry-store.ts';
import { isOverride, type ChosenRelease } from '../releases/release.ts';
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

/** What a deployment rests on. */
export interface DeploymentOptions {
  readonly registry: RegistryStore;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly failures: FailureMemory;
  readonly log: RemoteLog;
  /** True while a running batch needs the release in use. */
  readonly isHeld: (release: ChosenRelease) => boolean;
  /** Tells when that may have changed. */
  readonly onHoldChange: (listener: () => void) => void;
  /** What stands in for one remote's release in this browser: from a dev server, or a preview. */
  readonly override?: Pick<Override, 'getSnapshot' | 'subscribe' | 'releaseAmong'> | undefined;
  /** The page's own address; its security policy allows this origin and those of the registry it was loaded with. */
  readonly pageUrl: string;
}

const ofNobody = nameOwnership([], { keys: [] });

/** Makes the deployment of a page: the first registry is used at once, later ones at a moment that disturbs nobody. */
export function createDeployment(options: DeploymentOptions): Deployment {
  const { registry, accepted, failures, log, isHeld, override } = options;
  const listeners = new Set<() => void>();
  // Releases that stand in for a failed one, by remote; and failed releases whose stand-in failed too.
  const previous = new Map<string, ChosenRelease>();
  const hopeless = new Set<string>();
  // Base addresses of the canaries that this page has used.
  const canaries = new Set<string>();
  let operator: Operator | null = null;
  let allowed: ReadonlySet<string> | null = null;
  let used: ReadonlyMap<string, ChosenRelease> = new Map();
  let snapshot: Deployed = { releases: [], waiting: [], fallbacks: [], notices: [] };

  function present(): UsableRegistry | null {
    const state = registry.getSnapshot();
    return state.status === 'ready' ? state.registry : null;
  }

  function standing(entry: RegistryEntry): Standing {
    const isLastGood = present()?.refused.some(({ id }) => id === entry.id) ?? false;
    const newest = chooseRelease(entry, operator, isLastGood);
    const live = chooseRelease(entry, null, isLastGood);
    const isDropped = newest.source === 'canary' && failures.isDropped(newest.baseUrl);
    const isSpent = failures.hasSpentBudget(live.baseUrl) && !hopeless.has(live.baseUrl);
    const wanted =
      newest.source === 'canary' && !isDropped ? newest : isSpent ? (previous.get(entry.id) ?? live) : live;
    const now = used.get(entry.id) ?? wanted;
    const isReachable = allowed?.has(new URL(wanted.baseUrl, options.pageUrl).origin) ?? true;
    const isKept = isHeld(now) || isHeldByOthers(wanted);
    const withdrawn = present()?.withdrawn.find(({ id, baseUrl }) => id === entry.id && canaries.has(baseUrl));
    return { used: now, newest, wanted, hasFailed: isDropped || isSpent, isHeld: isKept, isReachable, withdrawn };
  }

  /** A batch's screen keeps its address, also from a remote that has got it since. */
  function isHeldByOthers(wanted: ChosenRelease): boolean {
    return [...used.values()].some((other) => other.id !== wanted.id && isHeld(other) && shareAnAddress(other, wanted));
  }

  /** What stands in for a remote's release, as far as its names are its own (D25). */
  function overridingRelease(): {
    readonly release: ChosenRelease;
    readonly notices: readonly RegistryNotice[];
  } | null {
    const now = present();
    const release = override?.releaseAmong(now?.entries ?? []) ?? null;
    if (!release) return null;
    const { declaration, refusals } = (now?.ownership ?? ofNobody).permit(release.declaration);
    return { release: { ...release, declaration }, notices: namesNotice(release.id, refusals) };
  }

  /** How every remote stands: those of the registry, and an override in the place of its own or beside them. */
  function standings(): readonly Standing[] {
    const entries = present()?.entries ?? [];
    const instead = overridingRelease()?.release;
    if (!instead) return entries.map(standing);
    const now = used.get(instead.id) ?? instead;
    const own: Standing = {
      used: now,
      newest: instead,
      wanted: instead,
      hasFailed: false,
      isHeld: isHeld(now),
      isReachable: true,
    };
    return [...entries.filter(({ id }) => id !== instead.id).map(standing), own];
  }

  function publish(): void {
    const releases = [...used.values()];
    for (const { source, baseUrl } of releases) if (source === 'canary') canaries.add(baseUrl);
    const all = standings();
    const isUnchanged =
      releases.length === snapshot.releases.length &&
      releases.every((release, index) => release === snapshot.releases[index]);
    const [waiting, fallbacks] = [all.flatMap(waitingUpdate), all.flatMap(fallbackOf)];
    const notices = [...(present()?.notices ?? []), ...(overridingRelease()?.notices ?? [])];
    const before = [snapshot.waiting, snapshot.fallbacks, snapshot.notices];
    if (isUnchanged && JSON.stringify([waiting, fallbacks, notices]) === JSON.stringify(before)) return;
    if (!isUnchanged) log.uses(releases);
    log.noticed(notices);
    snapshot = { releases: isUnchanged ? snapshot.releases : releases, waiting, fallbacks, notices };
    for (const listener of listeners) listener();
  }

  /** Puts wanted releases in place, unless they are out of reach; of the remotes that `mayChange` allows. */
  function put(mayChange: (at: Standing) => boolean): void {
    if (!present()) return;
    const all = standings();
    const kept = [...used.values()].filter((release) => all.some((at) => at.used.id === release.id) || isHeld(release));
    const changing = all.filter((at) => at.isReachable && !isSameRelease(at.used, at.wanted) && mayChange(at));
    const arriving = all.filter((at) => !used.has(at.wanted.id));
    const coming = withoutClashes(
      [...changing, ...arriving].map(({ wanted }) => wanted),
      kept,
    );
    use([...kept, ...coming]);
  }

  function use(releases: readonly ChosenRelease[]): void {
    used = new Map(releases.map((release) => [release.id, release]));
    publish();
  }

  const adopt = (): void => put((at) => !at.isHeld);
  const adoptOne = (id: string): void => put((at) => at.used.id === id);

  async function fallBack(id: string): Promise<void> {
    const entry = await options.provenBefore(id);
    const live = present()?.entries.find((candidate) => candidate.id === id);
    if (entry && entry.baseUrl !== live?.baseUrl)
      previous.set(id, { ...chooseRelease(entry, null, false), source: 'previous' });
    else previous.delete(id);
    adoptOne(id);
  }

  function onRegistry(): void {
    const now = present();
    if (!now) return;
    log.refused([...now.problems, ...now.refused]);
    const isFirst = allowed === null;
    if (isFirst) allowed = allowedOrigins(now.entries, [], options.pageUrl);
    // A remote that was not there before disturbs no screen; what is in use stays until a moment for it.
    const arriving = standings()
      .filter(({ wanted }) => !used.has(wanted.id))
      .map(({ wanted }) => wanted);
    use([...used.values(), ...withoutClashes(arriving, [...used.values()])]);
    if (isFirst) for (const { id, baseUrl } of now.entries) if (failures.hasSpentBudget(baseUrl)) void fallBack(id);
  }

  function onOverride(): void {
    const state = override?.getSnapshot();
    // What is meant for a while does not wait for another screen; a batch still holds its release.
    if (state?.status === 'over') put((at) => at.used.id === state.override.id && !at.isHeld);
    else publish();
  }

  registry.subscribe(onRegistry);
  override?.subscribe(onOverride);
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
      if (isOverride(source)) return;
      const live = present()?.entries.find((entry) => entry.id === id);
      if (source === 'canary') failures.dropCanary(baseUrl);
      else if (source === 'previous' && live) hopeless.add(live.baseUrl);
      else if (failures.count(baseUrl) && failures.hasSpentBudget(baseUrl)) await fallBack(id);
      adoptOne(id);
    },
    uncaught: ({ source, baseUrl }) => {
      if (source !== 'canary' || failures.isDropped(baseUrl)) return;
      failures.count(baseUrl);
      if (!failures.hasSpentBudget(baseUrl)) return;
      failures.dropCanary(baseUrl);
      publish();
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
