import { failureText } from '@device-console/shared-lib/console';
import type { ChosenRelease } from '../releases/release.ts';
import { type RemoteFailure, RemoteLoadError } from '../releases/remote-load-error.ts';
import { filesOf } from './integrity.ts';

/** The failure with its reason; if the runtime does not know it, looks at the files. */
export async function explained(release: ChosenRelease, error: unknown): Promise<RemoteLoadError> {
  const known = loadErrorOf(release, error);
  if (error === known || known.failure !== 'unreachable') return known;
  return diagnose(release, known, AbortSignal.timeout(DIAGNOSIS_MS));
}

/** The files are sound now but failed to load twice: most often the browser blocks one. */
function blocked(release: ChosenRelease, error: unknown): RemoteLoadError {
  const detail =
    `${fileOf(error) ?? release.baseUrl} is there and is the published one, and did not run. If Retry does not help: ` +
    'the page runs no script that is loaded without its hash, and an extension of the browser may block one too.';
  return new RemoteLoadError('blocked', release.declaration, detail, { cause: error });
}

function loadErrorOf(release: ChosenRelease, error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  const failed = (failure: RemoteFailure, detail: string) =>
    new RemoteLoadError(failure, release.declaration, detail, { cause: error });
  if (!isFileError(error) || error.type === 'missing') return failed('threw', failureText(error));
  return failed('unreachable', `${fileOf(error) ?? release.baseUrl} could not be loaded.`);
}

/**
 * An error of a bundler's runtime about a script or style, or of the federation's about an entry. Rspack does not name
 * those of styles.
 */
interface FileError extends Error {
  /** With type `missing`, the script loaded but threw, and registered nothing. */
  readonly type?: unknown;
  /** The file's address. */
  readonly request?: unknown;
  readonly code?: unknown;
}

/** True if a file did not load, rather than its code threw. */
export function isFileError(error: unknown): error is FileError {
  if (!(error instanceof Error)) return false;
  const { name, code }: FileError = error;
  return name === 'ChunkLoadError' || name === 'ScriptNetworkError' || code === 'CSS_CHUNK_LOAD_FAILED';
}

/** The console itself serves parts of shared-lib. */
const fileOf = (error: unknown): string | null =>
  isFileError(error) && typeof error.request === 'string' ? error.request : null;

/** Milliseconds for requesting again. */
const DIAGNOSIS_MS = 4_000;

/**
 * Finds out why the files that an error names did not load: browsers tell a page neither the status nor a wrong hash.
 * Requests each file past the cache, which refreshes it, and once more with its hash, except a dev server's file. Knows
 * nothing more about the console's own files.
 */
async function diagnose(release: ChosenRelease, known: RemoteLoadError, signal: AbortSignal): Promise<RemoteLoadError> {
  const errorText = failureText(known.cause);
  const { declaration, baseUrl } = release;
  const named = filesOf(release).filter(({ file }) => errorText.includes(file));
  const suspects = new Map(named.map(({ file, integrity }) => [file, integrity]));
  let isSilent = suspects.size === 0;
  for (const [file, integrity] of suspects) {
    const url = baseUrl + file;
    const plain = await fetch(url, { cache: 'reload', credentials: 'omit', signal }).catch(() => null);
    if (plain === null) {
      isSilent = true;
      continue;
    }
    if (!plain.ok) return new RemoteLoadError('missing', declaration, `${url} answered ${plain.status}.`);
    const asked = { cache: 'default', credentials: 'omit', signal, integrity } as const;
    const same = await fetch(url, asked).catch(() => null);
    if (same !== null || signal.aborted) continue;
    const detail = `${url} does not have the hash that its signed registry entry names; it was not run.`;
    return new RemoteLoadError('integrity', declaration, detail);
  }
  return isSilent || signal.aborted ? known : blocked(release, known.cause);
}
