import type { RegistryEntry } from '@device-console/shared-lib/remote';
import { chooseRelease } from '../releases/choose-release.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { FailureMemory } from './failure-memory.ts';

/** What an operator may get of one remote: the same twice where no canary is meant for them. */
interface OfferedReleases {
  readonly newest: ChosenRelease;
  readonly live: ChosenRelease;
}

/** Which release of a remote to use after what failed in this browser. */
export interface ReleaseFallbacks {
  readonly choose: (offered: OfferedReleases) => { readonly wanted: ChosenRelease; readonly hasFailed: boolean };
  /** Finds the last release that worked here, to take the place of the live one that spent its budget. */
  readonly prepare: (id: string, liveUrl: string | undefined) => Promise<void>;
  /** Counts a screen that failed, and prepares the fallback once there is reason for one. */
  readonly failed: (release: ChosenRelease, liveUrl: string | undefined) => Promise<void>;
  /** Counts an error that nobody caught; true once it has cost a canary its place. */
  readonly uncaught: (release: ChosenRelease) => boolean;
  /** Gives the releases at these addresses another chance. */
  readonly forgive: (...baseUrls: readonly string[]) => void;
}

interface FallbackOptions {
  readonly failures: FailureMemory;
  /** The last entry of a remote that worked in this browser before its present one. */
  readonly provenBefore: (id: string) => Promise<RegistryEntry | null>;
}

/** Makes the fallbacks of a page. */
export function createReleaseFallbacks({ failures, provenBefore }: FallbackOptions): ReleaseFallbacks {
  // Releases that take the place of a failed live one, by remote.
  const previous = new Map<string, ChosenRelease>();
  // Base addresses of failed live releases whose replacement failed too.
  const irreplaceable = new Set<string>();

  async function prepare(id: string, liveUrl: string | undefined): Promise<void> {
    const entry = await provenBefore(id);
    if (entry && entry.baseUrl !== liveUrl)
      previous.set(id, { ...chooseRelease(entry, null, false), source: 'previous' });
    else previous.delete(id);
  }

  return {
    choose: ({ newest, live }) => {
      const isDropped = newest.source === 'canary' && failures.isDropped(newest.baseUrl);
      const isSpent = failures.hasSpentBudget(live.baseUrl) && !irreplaceable.has(live.baseUrl);
      const fallback = isSpent ? (previous.get(live.id) ?? live) : live;
      const wanted = newest.source === 'canary' && !isDropped ? newest : fallback;
      return { wanted, hasFailed: isDropped || isSpent };
    },
    prepare,
    failed: async ({ id, source, baseUrl }, liveUrl) => {
      if (source === 'canary') failures.dropCanary(baseUrl);
      else if (source === 'previous' && liveUrl !== undefined) irreplaceable.add(liveUrl);
      else if (failures.count(baseUrl) && failures.hasSpentBudget(baseUrl)) await prepare(id, liveUrl);
    },
    uncaught: ({ source, baseUrl }) => {
      if (source !== 'canary' || failures.isDropped(baseUrl)) return false;
      failures.count(baseUrl);
      if (!failures.hasSpentBudget(baseUrl)) return false;
      failures.dropCanary(baseUrl);
      return true;
    },
    forgive: (...baseUrls) => {
      for (const baseUrl of baseUrls) {
        failures.forgive(baseUrl);
        irreplaceable.delete(baseUrl);
      }
    },
  };
}
