import { namesOf, type RegistryNotice, type WithdrawnCanary } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';

/** A release that is ready to take another's place, and what it waits for. */
export interface WaitingUpdate {
  readonly id: string;
  readonly version: string;
  /** The version in use. */
  readonly from: string;
  /**
   * `next-screen`: the operator goes on to another screen. `batch`: a batch needs the version in use. `reload`: this
   * page may not load from its address.
   */
  readonly waitsFor: 'next-screen' | 'batch' | 'reload';
  /** Why an earlier version takes the place of a canary; absent where a newer one comes. */
  readonly goesBack?: 'failed' | 'withdrawn' | undefined;
}

/** What tells one publication of a remote from another, of the same version too. */
export interface PublishedVersion {
  readonly version: string;
  readonly sequence: number;
  /** ISO 8601. */
  readonly publishedAt: string;
}

/** The release that is shown in the place of another one. */
export type Fallback = FailedRelease | WithdrawnRelease;

/** One that failed here. */
interface FailedRelease {
  readonly because: 'failed';
  readonly id: string;
  readonly failed: PublishedVersion;
  readonly wasCanary: boolean;
  readonly shown: PublishedVersion;
}

/** A canary that was withdrawn for everybody while this page used it. */
interface WithdrawnRelease {
  readonly because: 'withdrawn';
  readonly id: string;
  readonly version: string;
  readonly reason: string;
  readonly shown: PublishedVersion;
}

/** What this page uses of what is deployed. */
export interface DeployedReleases {
  readonly releases: readonly ChosenRelease[];
  readonly waiting: readonly WaitingUpdate[];
  readonly fallbacks: readonly Fallback[];
  /** What is not as it should be with remotes that are used, an override included. */
  readonly notices: readonly RegistryNotice[];
}

/** How one remote stands on a page: what is in use, what is offered, and what is to be used. */
export interface ReleaseStatus {
  readonly used: ChosenRelease;
  /** What the registry offers this operator. */
  readonly newest: ChosenRelease;
  readonly hasFailed: boolean;
  readonly wanted: ChosenRelease;
  readonly isHeld: boolean;
  readonly isReachable: boolean;
  /** A canary that this page has used and that was withdrawn for everybody. */
  readonly withdrawn?: WithdrawnCanary | undefined;
}

/**
 * The update that waits for this remote, if one does. What has the same version at the same address, as after an edit
 * under a dev server, comes without a word.
 */
export function waitingUpdate({
  used,
  wanted,
  isHeld,
  isReachable,
  hasFailed,
  withdrawn,
}: ReleaseStatus): readonly WaitingUpdate[] {
  const isInPlace = used.baseUrl === wanted.baseUrl && used.declaration.version === wanted.declaration.version;
  if (isInPlace) return [];
  const waitsFor = isReachable ? (isHeld ? 'batch' : 'next-screen') : 'reload';
  const failed = hasFailed && used.source === 'canary' ? 'failed' : undefined;
  const goesBack = withdrawn?.baseUrl === used.baseUrl ? 'withdrawn' : failed;
  return [
    {
      id: used.id,
      version: wanted.declaration.version,
      from: used.declaration.version,
      waitsFor,
      ...(goesBack && { goesBack }),
    },
  ];
}

/** The fallback that is shown for this remote, if one is. */
export function fallbackOf({ used, newest, hasFailed, withdrawn }: ReleaseStatus): readonly Fallback[] {
  if (withdrawn && withdrawn.baseUrl !== used.baseUrl) {
    const { id, version, reason } = withdrawn;
    return [{ because: 'withdrawn', id, version, reason, shown: publishedVersion(used) }];
  }
  if (!hasFailed || used.baseUrl === newest.baseUrl) return [];
  const wasCanary = newest.source === 'canary';
  return [
    { because: 'failed', id: used.id, failed: publishedVersion(newest), wasCanary, shown: publishedVersion(used) },
  ];
}

function publishedVersion({ declaration: { version }, sequence, publishedAt }: ChosenRelease): PublishedVersion {
  return { version, sequence, publishedAt };
}

/**
 * Of releases that are to come those that take no address from one that stays in use on this page: it keeps the address
 * until it goes, because its screen may be the one that is shown, or that a batch needs.
 */
export function withoutClashes(
  coming: readonly ChosenRelease[],
  used: readonly ChosenRelease[],
): readonly ChosenRelease[] {
  const staying = used.filter(({ id }) => !coming.some((release) => release.id === id));
  const fitting = coming.filter((release) => !staying.some((other) => shareAnAddress(other, release)));
  // One that may not come stays as it is, and may be in the way of another.
  return fitting.length === coming.length ? coming : withoutClashes(fitting, used);
}

/** True when both declare the same address, or one below it: on one page one of them alone can have it (D25). */
export function shareAnAddress(left: ChosenRelease, right: ChosenRelease): boolean {
  const addresses = new Set(addressesOf(left));
  return addressesOf(right).some((address) => addresses.has(address));
}

function addressesOf({ declaration }: ChosenRelease): readonly string[] {
  return namesOf(declaration).flatMap(({ kind, key }) => (kind === 'address' ? [key] : []));
}

/** The same build under the same declaration, chosen for the same reason. */
export function isSameRelease(left: ChosenRelease, right: ChosenRelease): boolean {
  const same =
    left.baseUrl === right.baseUrl &&
    left.source === right.source &&
    left.sequence === right.sequence &&
    left.fault === right.fault;
  return (
    same &&
    (left.declaration === right.declaration || JSON.stringify(left.declaration) === JSON.stringify(right.declaration))
  );
}
