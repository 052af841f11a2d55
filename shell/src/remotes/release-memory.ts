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

/** What this browser remembers of releases, by base address. */
export interface ReleaseMemory {
  /** Counts a failure in this session. */
  readonly count: (baseUrl: string) => void;
  readonly forgive: (...baseUrls: readonly string[]) => void;
  readonly hasSpentBudget: (baseUrl: string) => boolean;
  /** This browser does not use a failed canary again, even in later sessions. */
  readonly dropCanary: (baseUrl: string) => void;
  readonly isDropped: (baseUrl: string) => boolean;
  /** A note for the boot script of the next load, which preloads before it is known who gets which release. */
  readonly uses: (releases: readonly ChosenRelease[]) => void;
}

/** If either storage cannot be read or written, the memory lasts as long as the page. */
export function createReleaseMemory(session: MemoryStorage, lasting: MemoryStorage): ReleaseMemory {
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
    count: (baseUrl) => {
      counts.set(baseUrl, countOf(baseUrl) + 1);
      keepCounts();
    },
    forgive: (...baseUrls) => {
      for (const baseUrl of baseUrls) {
        counts.delete(baseUrl);
        dropped.delete(baseUrl);
      }
      keepCounts();
      keepDropped();
    },
    hasSpentBudget: (baseUrl) => countOf(baseUrl) >= FAILURE_BUDGET,
    dropCanary: (baseUrl) => {
      dropped.add(baseUrl);
      keepDropped();
    },
    isDropped: (baseUrl) => dropped.has(baseUrl),
    uses: (releases) => {
      const unusual = releases.filter(({ source }) => source !== 'registry');
      keep(
        lasting,
        USED_KEY,
        unusual.map(({ id, baseUrl }) => [id, baseUrl]),
      );
    },
  };
}

export interface CountedFailures extends Failures {
  /** Finds the last release that worked here, to replace a live one that has used up its failures. */
  readonly findStandIn: (id: string, liveUrl: string | undefined) => Promise<void>;
  /** After enough failures finds a replacement. */
  readonly failed: (release: ChosenRelease, liveUrl: string | undefined) => Promise<void>;
  /** True once a canary must go because of uncaught errors. */
  readonly uncaught: (release: ChosenRelease) => boolean;
  readonly forgive: (...baseUrls: readonly string[]) => void;
}

/** `provenBefore` gives a remote's last entry that worked before its present one. */
export function createFailures(
  memory: ReleaseMemory,
  provenBefore: (id: string) => Promise<RegistryEntry | null>,
): CountedFailures {
  const standIns = new Map<string, ChosenRelease>();
  // Base addresses of failed live releases whose replacement failed too.
  const irreplaceable = new Set<string>();
  const { isDropped, hasSpentBudget } = memory;

  async function findStandIn(id: string, liveUrl: string | undefined): Promise<void> {
    const entry = await provenBefore(id);
    if (entry && entry.baseUrl !== liveUrl)
      standIns.set(id, { ...chooseRelease(entry, null, false), source: 'previous' });
    else standIns.delete(id);
  }

  return {
    isDropped,
    isSpent: (liveUrl) => hasSpentBudget(liveUrl) && !irreplaceable.has(liveUrl),
    standIns,
    findStandIn,
    failed: async ({ id, source, baseUrl }, liveUrl) => {
      if (source === 'canary') memory.dropCanary(baseUrl);
      else if (source === 'previous') irreplaceable.add(liveUrl ?? '');
      else {
        memory.count(baseUrl);
        if (hasSpentBudget(baseUrl)) await findStandIn(id, liveUrl);
      }
    },
    uncaught: ({ source, baseUrl }) => {
      if (source !== 'canary' || isDropped(baseUrl)) return false;
      memory.count(baseUrl);
      if (hasSpentBudget(baseUrl)) memory.dropCanary(baseUrl);
      return isDropped(baseUrl);
    },
    forgive: (...baseUrls) => {
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
