import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { filesOf } from './integrity.ts';

/** The part of `fetch` that is used. */
export type FetchFile = (
  url: string,
  init: { cache: 'reload' | 'default'; credentials: 'omit'; signal: AbortSignal; integrity?: string },
) => Promise<{ readonly ok: boolean; readonly status: number }>;

/** Milliseconds for requesting again. */
export const DIAGNOSIS_MS = 4_000;

type Diagnosis = RemoteLoadError | 'sound' | 'no-answer';

/**
 * Finds out why the files that `errorText` names did not load: browsers tell a page neither the status nor a wrong
 * hash. Requests each file past the cache, which refreshes it, and once more with its hash, except a dev server's file.
 * Says nothing about the console's own files.
 */
export async function diagnose(
  release: ChosenRelease,
  errorText: string,
  fetchFile: FetchFile,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { declaration, baseUrl, source } = release;
  const named = filesOf(release).filter(({ file }) => errorText.includes(file));
  const suspects = new Map(named.map(({ file, integrity }) => [file, integrity]));
  let isSilent = suspects.size === 0;
  for (const [file, integrity] of suspects) {
    const url = baseUrl + file;
    const plain = await answerOf(fetchFile(url, { cache: 'reload', credentials: 'omit', signal }));
    if (plain === null) {
      isSilent = true;
      continue;
    }
    if (!plain.ok) return new RemoteLoadError('missing', declaration, `${url} answered ${plain.status}.`);
    const hash = source === 'development' ? '' : integrity;
    const same = await answerOf(fetchFile(url, { cache: 'default', credentials: 'omit', signal, integrity: hash }));
    if (same !== null || signal.aborted) continue;
    const detail = `${url} does not have the hash that its signed registry entry names; it was not run.`;
    return new RemoteLoadError('integrity', declaration, detail);
  }
  return isSilent ? 'no-answer' : 'sound';
}

/** Any failure counts as no answer. */
async function answerOf<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
