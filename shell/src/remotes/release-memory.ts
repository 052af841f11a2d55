import { jsonOrNull } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import { chooseRelease, type Failures } from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';

export type MemoryStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Failures of a live release in a session before its predecessor replaces it. */
const FAILURE_BUDGET = 3;

const SESSION_KEY = 'console:remoteFailures';
const LASTING_KEY = 'console:failedCanaries';
const USED_KEY = 'console:remotesUsed';
const CANARIES_KEPT = 20;

export type ReleaseMemory = ReturnType<typeof createReleaseMemory>;

/**
 * What this browser remembers of releases, by base address. If either storage cannot be read or written, the memory
 * lasts as long as the page.
 */
export function createReleaseMemory(session: MemoryStorage, lasting: MemoryStorage) {
  const counts = new Map(Object.entries(Object(jsonOrNull(session.getItem(SESSION_KEY)))));
  const countOf = (baseUrl: string): number => Number(counts.get(baseUrl) ?? 0);
  const dropped = new Set(Object.keys(Object(jsonOrNull(lasting.getItem(LASTING_KEY)))));
  const keepCounts = (): void => keep(session, SESSION_KEY, [...counts]);
  const keepDropped = (): void =>
    keep(
      lasting,
      LASTING_KEY,
      [...dropped].slice(-CANARIES_KEPT).map((url) => [url, 1]),
    );
  return {
    /** Counts a failure in this session. */
    count: (baseUrl: string): void => {
      counts.set(baseUrl, countOf(baseUrl) + 1);
      keepCounts();
    },
    forgive: (...baseUrls: readonly string[]): void => {
      for (const baseUrl of baseUrls) {
        counts.delete(baseUrl);
        dropped.delete(baseUrl);
      }
      keepCounts();
      keepDropped();
    },
    hasSpentBudget: (baseUrl: string): boolean => countOf(baseUrl) >= FAILURE_BUDGET,
    /** This browser does not use a failed canary again, even in later sessions. */
    dropCanary: (baseUrl: string): void => {
      dropped.add(baseUrl);
      keepDropped();
    },
    isDropped: (baseUrl: string): boolean => dropped.has(baseUrl),
    /** A note for the boot script of the next load, which preloads before it is known who gets which release. */
    uses: (releases: readonly ChosenRelease[]): void => {
      const unusual = releases.filter(({ source }) => source !== 'registry');
      keep(
        lasting,
        USED_KEY,
        unusual.map(({ id, baseUrl }) => [id, baseUrl]),
      );
    },
  };
}

/** `provenBefore` gives a remote's last entry that worked before its present one. */
export function createFailures(memory: ReleaseMemory, provenBefore: (id: string) => Promise<RegistryEntry | null>) {
  const standIns = new Map<string, ChosenRelease>();
  // Base addresses of failed live releases whose replacement failed too.
  const irreplaceable = new Set<string>();
  const { isDropped, hasSpentBudget } = memory;

  /** Finds the last release that worked here, to replace a live one that has used up its failures. */
  async function findStandIn(id: string, liveUrl: string | undefined): Promise<void> {
    const entry = await provenBefore(id);
    if (entry && entry.baseUrl !== liveUrl)
      standIns.set(id, { ...chooseRelease(entry, null, false), source: 'previous' });
    else standIns.delete(id);
  }

  const failures: Failures = {
    isDropped,
    isSpent: (liveUrl) => hasSpentBudget(liveUrl) && !irreplaceable.has(liveUrl),
    standIns,
  };
  return {
    ...failures,
    findStandIn,
    /** After enough failures finds a replacement. */
    failed: async ({ id, source, baseUrl }: ChosenRelease, liveUrl: string | undefined): Promise<void> => {
      if (source === 'canary') memory.dropCanary(baseUrl);
      else if (source === 'previous') irreplaceable.add(liveUrl ?? '');
      else {
        memory.count(baseUrl);
        if (hasSpentBudget(baseUrl)) await findStandIn(id, liveUrl);
      }
    },
    /** True once a canary must go because of uncaught errors. */
    uncaught: ({ source, baseUrl }: ChosenRelease): boolean => {
      if (source !== 'canary' || isDropped(baseUrl)) return false;
      memory.count(baseUrl);
      if (hasSpentBudget(baseUrl)) memory.dropCanary(baseUrl);
      return isDropped(baseUrl);
    },
    forgive: (...baseUrls: readonly string[]): void => {
      memory.forgive(...baseUrls);
      for (const baseUrl of baseUrls) irreplaceable.delete(baseUrl);
    },
  };
}

function keep(storage: MemoryStorage, key: string, entries: readonly (readonly [string, unknown])[]): void {
  const text = JSON.stringify(Object.fromEntries(entries));
  if (text === (storage.getItem(key) ?? '{}')) return;
  try {
    storage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
