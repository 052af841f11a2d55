import type { RegistryEntry } from '@device-console/shared-lib/remote';

/** A build of a remote: where it lies, and what it declares. */
export type Release = Pick<RegistryEntry, 'id' | 'sequence' | 'baseUrl' | 'publishedAt' | 'declaration'>;

/**
 * Why this build and no other: the registry's live one; the last good one in the place of a refused entry; a canary; or the one
 * before, because the live one failed here.
 */
export type ReleaseSource = 'registry' | 'last-good' | 'canary' | 'previous';

/** The build of a remote that this page uses. */
export interface ChosenRelease extends Release {
  readonly source: ReleaseSource;
  /** Which key signed the entry that names it; null where signatures are not checked. */
  readonly keyId: RegistryEntry['keyId'];
}
