import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { PreviewName, RemotePreview, StoredOverride } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { OverrideAnswer } from './dev-server.ts';
import type { PreviewAnswer } from './preview.ts';

/** What this page does about an override. `over`: it has ended, and the page waits to be reloaded. */
export type OverrideState =
  | { readonly status: 'off' }
  | { readonly status: 'asking'; readonly override: StoredOverride }
  | { readonly status: 'on'; readonly override: StoredOverride; readonly release: ChosenRelease }
  | { readonly status: 'failed'; readonly override: StoredOverride; readonly error: RemoteLoadError }
  | { readonly status: 'over'; readonly override: StoredOverride; readonly why: EndOfOverride };

/** What ended an override: the button, its time, another tab, or another session. */
export type EndOfOverride = 'operator' | 'time' | 'other-tab' | 'session';

/** The release that a verified preview names. */
export function releaseOfPreview({ id, baseUrl, publishedAt, declaration, keyId }: RemotePreview): ChosenRelease {
  return { id, sequence: 0, baseUrl, publishedAt, declaration, source: 'preview', keyId };
}

/** What a preview came to, as what a dev server says. */
export function declaredBy(answer: PreviewAnswer): OverrideAnswer {
  return answer.status === 'failed' ? answer : { status: 'declared', release: releaseOfPreview(answer.found.preview) };
}

/** Where nothing is declared the remote's screens are known from its signed entry; they say what is wrong. */
export function releaseIn(
  state: OverrideState,
  entries: readonly RegistryEntry[],
  previewUrl: (wanted: PreviewName) => string,
): ChosenRelease | null {
  if (state.status === 'on') return state.release;
  if (state.status !== 'failed') return null;
  const { override, error: fault } = state;
  const { id, source } = override;
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return null;
  const { declaration, publishedAt, sequence } = entry;
  const baseUrl = override.source === 'development' ? `${override.origin}/` : previewUrl(override);
  return { id, sequence, baseUrl, publishedAt, declaration, source, keyId: null, fault };
}
