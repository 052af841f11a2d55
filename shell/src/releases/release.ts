import type { RegistryEntry, RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { spokenLanguage } from '@device-console/shared-lib/i18n-host';
import { t } from '../t.ts';

export type Release = Pick<RegistryEntry, 'id' | 'sequence' | 'baseUrl' | 'publishedAt' | 'declaration'>;

/**
 * Why this build is used: the registry's live one; the last good one instead of a refused entry; a canary; the previous
 * one, because the live one failed here; or a preview, which this operator tries.
 */
export type ReleaseSource = 'registry' | 'last-good' | 'canary' | 'previous' | 'preview';

/** The build that this page uses. */
export interface ChosenRelease extends Release {
  readonly source: ReleaseSource;
  /** The key that signed its entry; null if signatures are not checked. */
  readonly keyId: RegistryEntry['keyId'];
}

/** Uses the page's language; the declaration holds the translations. */
export function declaredTitle({ languages }: Pick<RemoteDeclaration, 'languages'>, title: string): string {
  return languages?.[spokenLanguage().id]?.titles?.[title] || t.known(title);
}
