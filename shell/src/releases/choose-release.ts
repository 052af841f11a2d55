import type { Role } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { FailureMemory } from './failure-memory.ts';
import type { ChosenRelease } from './release.ts';

/** Whom a release is chosen for; null before login. */
export interface Operator {
  readonly email: string;
  readonly userlevel: Role;
}

/**
 * The release of an entry that this operator gets: its canary when the operator has one of its roles or falls into its
 * share, else the live one. The share goes by e-mail and remote, so that an operator has the same release on every load
 * and every computer.
 */
export function chooseRelease(entry: RegistryEntry, operator: Operator | null, isLastGood: boolean): ChosenRelease {
  const { id, sequence, baseUrl, publishedAt, declaration, canary, keyId } = entry;
  if (canary && operator && getsCanary(canary, id, operator)) {
    return {
      id,
      sequence,
      keyId,
      baseUrl: canary.baseUrl,
      publishedAt: canary.publishedAt,
      declaration: canary.declaration,
      source: 'canary',
    };
  }
  return { id, sequence, keyId, baseUrl, publishedAt, declaration, source: isLastGood ? 'last-good' : 'registry' };
}

function getsCanary(
  { roles, share }: NonNullable<RegistryEntry['canary']>,
  id: string,
  { email, userlevel }: Operator,
): boolean {
  return roles.includes(userlevel) || shareOf(email, id) < share;
}

/** Where an operator falls for a remote: evenly spread from 0 to 1, without 1, and always the same. */
export function shareOf(email: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${email.toLowerCase()}\n${id}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // FNV-1a alone keeps similar addresses together; murmur's last step spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** The name of a remote for operators: `mf-reports` is Reports. */
export function remoteTitle(id: string): string {
  const words = id.replace(/^mf-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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

export interface FallbackOptions {
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
