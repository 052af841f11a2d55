import type { Asset } from '@device-console/shared-lib/remote';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError, type RemoteFailure } from '../releases/remote-load-error.ts';

/** How a file is asked for once more, to learn why a browser did not run it; as much of `fetch` as that needs. */
export type FetchFile = (
  url: string,
  init: { cache: 'reload' | 'default'; credentials: 'omit'; signal: AbortSignal; integrity?: string },
) => Promise<{ readonly ok: boolean; readonly status: number }>;

/** The time that asking again may take, in milliseconds. */
export const DIAGNOSIS_MS = 4_000;

/** What asking again has shown: a fault, files that are sound by now, or no answer. */
export type Diagnosis =
  | { readonly status: 'fault'; readonly error: RemoteLoadError }
  | { readonly status: 'sound' }
  | { readonly status: 'no-answer' };

/**
 * Finds out why files of a part did not load, `assets` being all that it needs. A browser tells a page neither the
 * status nor a wrong hash, so each file is asked for past the browser's cache, which then holds what the server has
 * now, and once more with its hash; that of a dev server's file means nothing.
 */
export async function diagnose(
  release: ChosenRelease,
  assets: readonly Asset[],
  errorText: string,
  fetchFile: FetchFile,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { declaration, baseUrl, source } = release;
  const own = [declaration.entry, ...assets];
  const all = [...own, ...declaration.assets];
  const named = all.filter(({ file }) => errorText.includes(file));
  const suspects = new Map((named.length > 0 ? named : own).map(({ file, integrity }) => [file, integrity]));
  let silent: string | null = null;
  for (const [file, integrity] of suspects) {
    const url = baseUrl + file;
    const plain = await answerOf(fetchFile(url, { cache: 'reload', credentials: 'omit', signal }));
    if (plain === null) silent ??= url;
    else {
      const hash = source === 'development' ? '' : integrity;
      const fault = plain.ok
        ? await hashFault(url, hash, fetchFile, signal)
        : (['missing', `${url} answered ${plain.status}.`] as const);
      if (fault) return { status: 'fault', error: new RemoteLoadError(fault[0], declaration, fault[1]) };
    }
  }
  return silent === null ? { status: 'sound' } : { status: 'no-answer' };
}

async function hashFault(
  url: string,
  integrity: string,
  fetchFile: FetchFile,
  signal: AbortSignal,
): Promise<readonly [RemoteFailure, string] | null> {
  const checked = await answerOf(fetchFile(url, { cache: 'default', credentials: 'omit', signal, integrity }));
  return checked === null && !signal.aborted
    ? ['integrity', `${url} does not have the hash that its signed registry entry names; it was not run.`]
    : null;
}

/** A request that fails, for whatever reason, has no answer. */
async function answerOf<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
