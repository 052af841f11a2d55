import type { ChosenRelease } from './release.ts';

/** A release that is ready to take another's place, and what it waits for. */
export interface WaitingUpdate {
  readonly id: string;
  readonly version: string;
  /** The version in use. */
  readonly from: string;
  /** `next-screen`: the operator goes on to another screen. `batch`: a batch needs the version in use. `reload`: this page may not load from its address. */
  readonly waitsFor: 'next-screen' | 'batch' | 'reload';
}

/** A release that failed here, and the one that is shown in its place. */
export interface Fallback {
  readonly id: string;
  readonly failedVersion: string;
  readonly wasCanary: boolean;
  readonly shownVersion: string;
}

/** What this page uses of what is deployed. */
export interface Deployed {
  readonly releases: readonly ChosenRelease[];
  readonly waiting: readonly WaitingUpdate[];
  readonly fallbacks: readonly Fallback[];
}

/** One remote as a page has it: in use, offered, and what is to be used. */
export interface Standing {
  readonly used: ChosenRelease;
  /** What the registry offers this operator. */
  readonly newest: ChosenRelease;
  readonly hasFailed: boolean;
  readonly wanted: ChosenRelease;
  readonly isHeld: boolean;
  readonly isReachable: boolean;
}

/** The update that waits for this remote, if one does. What has the same version at the same address, as after an edit under a dev server, comes without a word. */
export function waitingUpdate({ used, wanted, isHeld, isReachable }: Standing): readonly WaitingUpdate[] {
  const isInPlace = used.baseUrl === wanted.baseUrl && used.declaration.version === wanted.declaration.version;
  if (isInPlace) return [];
  const waitsFor = isReachable ? (isHeld ? 'batch' : 'next-screen') : 'reload';
  return [{ id: used.id, version: wanted.declaration.version, from: used.declaration.version, waitsFor }];
}

/** The fallback that is shown for this remote, if one is. */
export function fallbackOf({ used, newest, hasFailed }: Standing): readonly Fallback[] {
  if (!hasFailed || used.baseUrl === newest.baseUrl) return [];
  return [{ id: used.id, failedVersion: newest.declaration.version, wasCanary: newest.source === 'canary', shownVersion: used.declaration.version }];
}

/** The same build under the same declaration, chosen for the same reason. */
export function isSameRelease(left: ChosenRelease, right: ChosenRelease): boolean {
  const same = left.baseUrl === right.baseUrl && left.source === right.source && left.sequence === right.sequence && left.fault === right.fault;
  return same && (left.declaration === right.declaration || JSON.stringify(left.declaration) === JSON.stringify(right.declaration));
}
