import { jsonOrNull } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import { chooseRelease } from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';

/** Failures of a live release in a session before its predecessor replaces it. */
const FAILURE_BUDGET = 3;

const SESSION_KEY = 'console:remoteFailures';
const LASTING_KEY = 'console:failedCanaries';
const USED_KEY = 'console:remotesUsed';
const CANARIES_KEPT = 20;

/**
 * The failures of releases in this browser, by base address: those of a session, and canaries that it does not use
 * again even in later sessions. If a storage cannot be read or written, they last as long as the page. `provenBefore`
 * gives a remote's last entry that worked before its present one.
 */
export function createReleaseFailures(provenBefore: (id: string) => Promise<RegistryEntry | null>) {
  const counts = new Map(Object.entries(Object(jsonOrNull(sessionStorage.getItem(SESSION_KEY)))));
  const countOf = (baseUrl: string): number => Number(counts.get(baseUrl) ?? 0);
  const dropped = new Set(Object.keys(Object(jsonOrNull(localStorage.getItem(LASTING_KEY)))));
  const standIns = new Map<string, ChosenRelease>();
  // Base addresses of failed live releases whose replacement failed too.
  const irreplaceable = new Set<string>();
  const hasSpentBudget = (baseUrl: string): boolean => countOf(baseUrl) >= FAILURE_BUDGET;

  function keepAll(): void {
    keep(sessionStorage, SESSION_KEY, [...counts]);
    const canaries = [...dropped].slice(-CANARIES_KEPT).map((url) => [url, 1] as const);
    keep(localStorage, LASTING_KEY, canaries);
  }

  function count(baseUrl: string): void {
    counts.set(baseUrl, countOf(baseUrl) + 1);
    keepAll();
  }

  function dropCanary(baseUrl: string): void {
    dropped.add(baseUrl);
    keepAll();
  }

  /** Finds the last release that worked here, to replace a live one that has used up its failures. */
  async function findStandIn(id: string, liveUrl: string | undefined): Promise<void> {
    const entry = await provenBefore(id);
    if (entry && entry.baseUrl !== liveUrl)
      standIns.set(id, { ...chooseRelease(entry, null, false), source: 'previous' });
    else standIns.delete(id);
  }

  return {
    isDropped: (canaryUrl: string): boolean => dropped.has(canaryUrl),
    /** True if a live release has used up its failures, unless its replacement failed too. */
    isSpent: (liveUrl: string): boolean => hasSpentBudget(liveUrl) && !irreplaceable.has(liveUrl),
    hasSpentBudget,
    standIns,
    findStandIn,
    /** After enough failures finds a replacement. */
    failed: async ({ id, source, baseUrl }: ChosenRelease, liveUrl: string | undefined): Promise<void> => {
      if (source === 'canary') dropCanary(baseUrl);
      else if (source === 'previous') irreplaceable.add(liveUrl ?? '');
      else {
        count(baseUrl);
        if (hasSpentBudget(baseUrl)) await findStandIn(id, liveUrl);
      }
    },
    /** True once a canary must go because of uncaught errors. */
    uncaught: ({ source, baseUrl }: ChosenRelease): boolean => {
      if (source !== 'canary' || dropped.has(baseUrl)) return false;
      count(baseUrl);
      if (hasSpentBudget(baseUrl)) dropCanary(baseUrl);
      return dropped.has(baseUrl);
    },
    forgive: (...baseUrls: readonly string[]): void => {
      for (const known of [counts, dropped, irreplaceable]) baseUrls.forEach((baseUrl) => known.delete(baseUrl));
      keepAll();
    },
  };
}

/** A note for the boot script of the next load, which preloads before it is known who gets which release. */
export function noteUsed(releases: readonly ChosenRelease[]): void {
  const unusual = releases.filter(({ source }) => source !== 'registry');
  const used = unusual.map(({ id, baseUrl }) => [id, baseUrl] as const);
  keep(localStorage, USED_KEY, used);
}

function keep(storage: Storage, key: string, entries: readonly (readonly [string, unknown])[]): void {
  const text = JSON.stringify(Object.fromEntries(entries));
  if (text === (storage.getItem(key) ?? '{}')) return;
  try {
    storage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
