import type { AcceptedEntries } from '@device-console/shared-lib/trust';
import { allowedOrigins } from '../releases/allowed-origins.ts';
import type { Operator } from '../releases/choose-release.ts';
import { isOverride, type ChosenRelease } from '../releases/release.ts';
import type { FailureMemory } from './failure-memory.ts';
import type { RegistryStore } from './registry-store.ts';
import { createReleaseChanges } from './release-changes.ts';
import { createReleaseFallbacks } from './release-fallbacks.ts';
import type { DeployedReleases } from './release-status.ts';
import { createReleaseStatuses, type PageReleases, type StatusSources } from './release-statuses.ts';
import type { RemoteLog } from './remote-log.ts';
import type { RegistryEntry } from '@device-console/shared-lib/remote';

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
export interface ReleaseManagerOptions extends StatusSources {
  readonly registry: RegistryStore;
  readonly accepted: Pick<AcceptedEntries, 'prove'>;
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
  readonly failures: FailureMemory;
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
