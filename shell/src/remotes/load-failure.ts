import { failureText } from '@device-console/shared-lib/console';
import { diagnose, DIAGNOSIS_MS, type FetchFile } from './diagnose.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { TimeoutError } from '../common/timeout.ts';
import { EntryError, RemoteLoadError, type RemoteFailure } from '../releases/remote-load-error.ts';

/** Milliseconds for loading a part of a remote. */
export const LOAD_BUDGET_MS = 10_000;

interface DiagnosisPorts {
  readonly fetchFile: FetchFile;
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
}

/** The failure with its reason; if the runtime does not know it, looks at the files. */
export async function explained(
  { fetchFile, timeout }: DiagnosisPorts,
  release: ChosenRelease,
  error: unknown,
): Promise<RemoteLoadError> {
  const known = loadErrorOf(release, error);
  if (error === known || known.failure !== 'unreachable') return known;
  const controller = new AbortController();
  const late = timeout(DIAGNOSIS_MS, controller.signal).catch(() => 'no-answer' as const);
  const looking = diagnose(release, failureText(error), fetchFile, controller.signal);
  const found = await Promise.race([looking, late]);
  controller.abort();
  if (found === 'sound') return release.source === 'development' ? known : blocked(release, error);
  return found === 'no-answer' ? known : found;
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
  if (error instanceof TimeoutError)
    return failed(
      'time-out',
      `Nothing complete came from ${release.baseUrl} within ${LOAD_BUDGET_MS / 1_000} seconds.`,
    );
  const failure = error instanceof EntryError ? error.failure : chunkFailureOf(error);
  if (failure !== 'unreachable') return failed(failure, failureText(error));
  return failed(failure, `${fileOf(error) ?? release.baseUrl} could not be loaded.`);
}

/** An error of a bundler's runtime about a script or style. Rspack does not name those of styles. */
interface ChunkLoadError extends Error {
  /** With type `missing`, the script loaded but threw, and registered nothing. */
  readonly type?: unknown;
  /** The file's address. */
  readonly request?: unknown;
  readonly code?: unknown;
}

/** True if a file did not load, rather than its code threw. */
export function isChunkLoadError(error: unknown): error is ChunkLoadError {
  if (!(error instanceof Error)) return false;
  const { name, code }: ChunkLoadError = error;
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}

const chunkFailureOf = (error: unknown) =>
  isChunkLoadError(error) && error.type !== undefined && error.type !== 'missing' ? 'unreachable' : 'threw';

/** The console itself serves parts of shared-lib. */
const fileOf = (error: unknown): string | null =>
  isChunkLoadError(error) && typeof error.request === 'string' ? error.request : null;
