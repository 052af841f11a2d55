import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { RemoteLoadError } from './remote-load-error.ts';

/** A build of a remote: its location and its declaration. */
export type Release = Pick<RegistryEntry, 'id' | 'sequence' | 'baseUrl' | 'publishedAt' | 'declaration'>;

/**
 * Why this build is used: it is the registry's live one; the last good one instead of a refused entry; a canary; the
 * one before, because the live one failed here; or an unsigned build of a dev server on a superadmin's computer.
 */
export type ReleaseSource = 'registry' | 'last-good' | 'canary' | 'previous' | 'development';

/** The build of a remote that this page uses. */
export interface ChosenRelease extends Release {
  readonly source: ReleaseSource;
  /** The key that signed its registry entry; null if signatures are not checked. */
  readonly keyId: RegistryEntry['keyId'];
  /** Why it cannot be loaded, if that is known beforehand: a dev server that declares nothing. */
  readonly fault?: RemoteLoadError | undefined;
}
