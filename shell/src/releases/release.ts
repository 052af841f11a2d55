import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { RemoteLoadError } from './remote-load-error.ts';

/** A build of a remote: where it lies, and what it declares. */
export type Release = Pick<RegistryEntry, 'id' | 'sequence' | 'baseUrl' | 'publishedAt' | 'declaration'>;

/**
 * Why this build and no other: the registry's live one; the last good one in the place of a refused entry; a canary; or
 * the one before, because the live one failed here; or what a superadmin put in its place: what a dev server on this
 * computer builds, which nobody signed, or a preview, which its team signed.
 */
export type ReleaseSource = 'registry' | 'last-good' | 'canary' | 'previous' | OverrideSource;

/** The sources of a build that is in no registry. */
export type OverrideSource = 'development' | 'preview';

/** True for a build that a superadmin put in the place of the registry's. */
export function isOverride(source: ReleaseSource | 'none'): source is OverrideSource {
  return source === 'development' || source === 'preview';
}

/** The build of a remote that this page uses. */
export interface ChosenRelease extends Release {
  readonly source: ReleaseSource;
  /** Which key signed the entry that names it; null where signatures are not checked. */
  readonly keyId: RegistryEntry['keyId'];
  /** Why it cannot be loaded, where that is known before: a dev server that declares nothing. */
  readonly fault?: RemoteLoadError | undefined;
}
