import type { Role } from '@device-console/shared-lib/contract';
import {
  getsCanary,
  namesOf,
  type RegistryNotice,
  type UsableRegistry,
  type WithdrawnCanary,
} from '@device-console/shared-lib/trust';
import type { RegistryEntry, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import type { ChosenRelease } from './release.ts';

/** Null before login. */
export interface Operator {
  readonly email: string;
  readonly userlevel: Role;
}

/**
 * The release of an entry for this operator: its canary for one of its roles or within its share, else the live one.
 * The share depends on e-mail and remote, so an operator gets the same release on every load and computer.
 */
export function chooseRelease(entry: RegistryEntry, operator: Operator | null, isLastGood: boolean): ChosenRelease {
  const { id, sequence, canary, keyId } = entry;
  const isCanary = canary !== null && operator !== null && getsCanary(canary, id, operator);
  const { baseUrl, publishedAt, declaration } = isCanary ? canary : entry;
  const live = isLastGood ? 'last-good' : 'registry';
  return { id, sequence, keyId, baseUrl, publishedAt, declaration, source: isCanary ? 'canary' : live };
}

/** Names a remote for operators: `mf-reports` is Reports. */
export function remoteTitle(id: string): string {
  const words = id.replace(/^mf-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A release that is ready to replace another. */
export interface WaitingUpdate {
  readonly id: string;
  readonly version: string;
  readonly from: string;
  /**
   * `next-screen`: until the operator opens another screen. `batch`: while a batch needs the version in use. `reload`:
   * this page may not load from its address. `console`: it needs a newer host than this page's.
   */
  readonly waitsFor: 'next-screen' | 'batch' | 'reload' | 'console';
  /** Why the live version replaces a canary or preview; absent for a newer one. */
  readonly goesBack?: 'failed' | 'withdrawn' | 'ended' | undefined;
}

/** Identifies a publication, even among several of one version. */
export interface PublishedVersion {
  readonly version: string;
  readonly sequence: number;
  /** ISO 8601. */
  readonly publishedAt: string;
}

/** Replaces a release that failed in this browser, or a canary withdrawn for everybody. */
export type Fallback = { readonly id: string; readonly shown: PublishedVersion } & (
  | { readonly because: 'failed'; readonly failed: PublishedVersion; readonly wasCanary: boolean }
  | { readonly because: 'withdrawn'; readonly version: string; readonly reason: string }
);

/** A release that is not in use on this page, and why: an address may lead to a screen that only it has. */
export type UnusedRelease = {
  readonly id: string;
  readonly declaration: RemoteDeclaration;
  /** The version in use. */
  readonly shown: string;
} & (
  | { readonly because: 'failed' }
  | { readonly because: 'withdrawn'; readonly reason: string }
  | { readonly because: WaitingUpdate['waitsFor'] }
);

/** One remote on a page: the release in use, the one on offer, and the one to use. */
export interface ReleaseStatus {
  readonly used: ChosenRelease;
  /** The registry's release for this operator. */
  readonly newest: ChosenRelease;
  readonly hasFailed: boolean;
  readonly wanted: ChosenRelease;
  readonly isHeld: boolean;
  readonly isReachable: boolean;
  /** Would be wanted, but needs a newer host than this page's. */
  readonly awaited?: ChosenRelease | undefined;
  /** A canary that this page has used, withdrawn for everybody since. */
  readonly withdrawn?: WithdrawnCanary | undefined;
}

/** Failures in this browser, by base address. */
export interface Failures {
  readonly isDropped: (canaryUrl: string) => boolean;
  readonly isSpent: (liveUrl: string) => boolean;
  /** Replacements of failed live releases, by remote. */
  readonly standIns: ReadonlyMap<string, ChosenRelease>;
}

export interface PageReleases {
  readonly operator: Operator | null;
  /** By remote. */
  readonly used: ReadonlyMap<string, ChosenRelease>;
  /** By the page's security policy; null before the first registry. */
  readonly allowedOrigins: ReadonlySet<string> | null;
  readonly usedCanaries: ReadonlySet<string>;
  /** What this operator tries, by remote: it takes the place of the others. */
  readonly previews: ReadonlyMap<string, ChosenRelease>;
  /** A running batch needs the release in use. */
  readonly isHeld: (release: ChosenRelease) => boolean;
  /** It needs a newer host than this page's. */
  readonly isTooNew: (release: Pick<ChosenRelease, 'declaration'>) => boolean;
}

export interface Decision {
  /** All remotes of the registry. */
  readonly statuses: readonly ReleaseStatus[];
  readonly waiting: readonly WaitingUpdate[];
  readonly fallbacks: readonly Fallback[];
  readonly unused: readonly UnusedRelease[];
  /** Of the remotes in use. */
  readonly notices: readonly RegistryNotice[];
}

export interface DeployedReleases extends Omit<Decision, 'statuses'> {
  readonly releases: readonly ChosenRelease[];
}

const noRegistry = { entries: [], refused: [], withdrawn: [], notices: [] };

/** Decides from the latest registry, the failures here, and the releases in use. */
export function decide(registry: UsableRegistry | null, failures: Failures, page: PageReleases): Decision {
  const { entries, notices, ...known } = registry ?? noRegistry;
  const statuses = entries.map((entry) => statusOf(entry, known, failures, page));
  return {
    statuses,
    waiting: statuses.flatMap(waitingUpdate),
    fallbacks: statuses.flatMap(fallbackOf),
    unused: statuses.flatMap((status) => unusedOf(status, known.withdrawn)),
    notices,
  };
}

function statusOf(
  entry: RegistryEntry,
  { refused, withdrawn }: Pick<UsableRegistry, 'refused' | 'withdrawn'>,
  failures: Failures,
  page: PageReleases,
): ReleaseStatus {
  const isLastGood = refused.some(({ id }) => id === entry.id);
  const newest = chooseRelease(entry, page.operator, isLastGood);
  const live = chooseRelease(entry, null, isLastGood);
  const isDropped = newest.source === 'canary' && failures.isDropped(newest.baseUrl);
  const isSpent = failures.isSpent(live.baseUrl);
  const standIn = failures.standIns.get(live.id);
  const offered = page.previews.get(entry.id) ?? (newest.source === 'canary' && !isDropped ? newest : live);
  const current = page.used.get(entry.id);
  const staying = current && mayStay(current, failures, withdrawn) ? current : undefined;
  const inTurn = [offered === live ? undefined : offered, isSpent ? standIn : undefined, live, staying, standIn];
  const wanted = inTurn.find((release) => release && !page.isTooNew(release)) ?? live;
  const used = current ?? wanted;
  return {
    used,
    newest,
    wanted,
    hasFailed: isDropped || isSpent,
    isHeld: page.isHeld(used) || isHeldByOthers(wanted, page),
    isReachable: page.allowedOrigins?.has(new URL(wanted.baseUrl, document.baseURI).origin) ?? true,
    awaited: offered !== wanted && page.isTooNew(offered) ? offered : undefined,
    withdrawn: withdrawn.find(({ id, baseUrl }) => id === entry.id && page.usedCanaries.has(baseUrl)),
  };
}

/** May stay in use while this page can serve no release that the registry offers. */
function mayStay(
  { id, baseUrl, source }: ChosenRelease,
  { isDropped, isSpent }: Failures,
  withdrawn: readonly WithdrawnCanary[],
): boolean {
  if (source === 'preview') return false;
  if (source === 'canary')
    return !isDropped(baseUrl) && !withdrawn.some((one) => one.id === id && one.baseUrl === baseUrl);
  return !isSpent(baseUrl);
}

/** A batch's screen keeps its address, even if another remote has received it since. */
function isHeldByOthers(wanted: ChosenRelease, { used, isHeld }: PageReleases): boolean {
  return [...used.values()].some((other) => isHeld(other) && shareAnAddress(other, wanted));
}

/** The same version at the same address comes without a notice. */
function waitingUpdate(status: ReleaseStatus): readonly WaitingUpdate[] {
  const { used, wanted, isHeld, isReachable, awaited, hasFailed, withdrawn } = status;
  const from = used.declaration.version;
  const { version } = wanted.declaration;
  const later: readonly WaitingUpdate[] = awaited
    ? [{ id: used.id, version: awaited.declaration.version, from, waitsFor: 'console' }]
    : [];
  if (used.baseUrl === wanted.baseUrl && from === version) return later;
  const whereReachable = isHeld ? 'batch' : 'next-screen';
  const waitsFor = isReachable ? whereReachable : 'reload';
  const failed = hasFailed && used.source === 'canary' ? 'failed' : undefined;
  const ended = used.source === 'preview' && wanted.source !== 'preview' ? 'ended' : undefined;
  const goesBack = withdrawn?.baseUrl === used.baseUrl ? 'withdrawn' : (failed ?? ended);
  return [{ id: used.id, version, from, waitsFor, ...(goesBack && { goesBack }) }, ...later];
}

function fallbackOf({ used, newest, hasFailed, withdrawn }: ReleaseStatus): readonly Fallback[] {
  const { id } = used;
  const shown = publishedVersion(used);
  if (withdrawn && withdrawn.baseUrl !== used.baseUrl) {
    const { version, reason } = withdrawn;
    return [{ because: 'withdrawn', id, version, reason, shown }];
  }
  if (!hasFailed || used.source === 'preview' || used.baseUrl === newest.baseUrl) return [];
  const wasCanary = newest.source === 'canary';
  return [{ because: 'failed', id, failed: publishedVersion(newest), wasCanary, shown }];
}

function unusedOf(status: ReleaseStatus, withdrawn: readonly WithdrawnCanary[]): readonly UnusedRelease[] {
  const { used, newest, wanted, awaited = wanted, hasFailed } = status;
  const { id } = used;
  const shown = used.declaration.version;
  const failed = hasFailed && used.source !== 'preview' && used.baseUrl !== newest.baseUrl ? [newest] : [];
  return [
    ...failed.map(({ declaration }) => ({ id, declaration, shown, because: 'failed' as const })),
    ...withdrawn.flatMap(({ id: ofRemote, baseUrl, declaration, reason }) =>
      ofRemote === id && baseUrl !== used.baseUrl
        ? [{ id, declaration, shown, because: 'withdrawn' as const, reason }]
        : [],
    ),
    ...waitingUpdate(status).map(({ waitsFor }) => {
      const { declaration } = waitsFor === 'console' ? awaited : wanted;
      return { id, declaration, shown, because: waitsFor };
    }),
  ];
}

function publishedVersion({ declaration: { version }, sequence, publishedAt }: ChosenRelease): PublishedVersion {
  return { version, sequence, publishedAt };
}

/**
 * The releases in use after new remotes have joined and the wanted releases that `mayChange` allows have replaced
 * theirs; the `kept` ones stay.
 */
export function usedAfter(
  { statuses }: Decision,
  used: PageReleases['used'],
  kept: readonly ChosenRelease[],
  mayChange: (status: ReleaseStatus) => boolean,
): ReadonlyMap<string, ChosenRelease> {
  const isComing = (status: ReleaseStatus): boolean =>
    !used.has(status.wanted.id) ||
    (status.isReachable && !isSameRelease(status.used, status.wanted) && mayChange(status));
  const coming = statuses.filter(isComing).map(({ wanted }) => wanted);
  return new Map([...kept, ...withoutClashes(coming, kept)].map((release) => [release.id, release]));
}

/**
 * Leaves out new releases that would take an address from one that stays in use on this page: its screen may be shown,
 * or a batch may need it.
 */
function withoutClashes(coming: readonly ChosenRelease[], used: readonly ChosenRelease[]): readonly ChosenRelease[] {
  const staying = used.filter(({ id }) => !coming.some((release) => release.id === id));
  const fitting = coming.filter((release) => !staying.some((other) => shareAnAddress(other, release)));
  // A release that may not change yet keeps its names, and another may need them.
  return fitting.length === coming.length ? coming : withoutClashes(fitting, used);
}

/** Or if one's address is below the other's: a page can give it to only one of them (D25). */
function shareAnAddress(left: ChosenRelease, right: ChosenRelease): boolean {
  const addresses = new Set(addressesOf(left));
  return addressesOf(right).some((address) => addresses.has(address));
}

function addressesOf({ declaration }: ChosenRelease): readonly string[] {
  return namesOf(declaration).flatMap(({ kind, key }) => (kind === 'addresses' ? [key] : []));
}

/** The same build and declaration, chosen for the same reason. */
function isSameRelease(left: ChosenRelease, right: ChosenRelease): boolean {
  return (
    left.baseUrl === right.baseUrl &&
    left.source === right.source &&
    left.sequence === right.sequence &&
    (left.declaration === right.declaration || JSON.stringify(left.declaration) === JSON.stringify(right.declaration))
  );
}
