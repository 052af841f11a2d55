import { failureText } from '@device-console/shared-lib/console';
import { partsOf, type PartKind } from '@device-console/shared-lib/remote';
import { diagnose, DIAGNOSIS_MS, type FetchFile } from './diagnose.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { TimeoutError } from '../common/timeout.ts';
import { EntryError, RemoteLoadError } from '../releases/remote-load-error.ts';

/** The time that a part of a remote may take to load, in milliseconds. */
export const LOAD_BUDGET_MS = 10_000;

/** What looking for the reason of a failure rests on. */
interface DiagnosisPorts {
  readonly fetchFile: FetchFile;
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
}

/**
 * The failure with its reason, looked for at the files themselves where the runtime does not know it; null when they
 * are sound by now.
 */
export async function explained(
  { fetchFile, timeout }: DiagnosisPorts,
  release: ChosenRelease,
  kind: PartKind,
  id: string,
  error: unknown,
): Promise<RemoteLoadError | null> {
  const known = loadErrorOf(release, error);
  if (known.failure !== 'unreachable') return known;
  const controller = new AbortController();
  const late = timeout(DIAGNOSIS_MS, controller.signal).catch(() => ({ status: 'no-answer' }) as const);
  const text = error instanceof Error ? error.message : '';
  const assets = partsOf(release.declaration).find((one) => one.kind === kind && one.part.id === id)?.part.assets ?? [];
  const found = await Promise.race([diagnose(release, assets, text, fetchFile, controller.signal), late]);
  controller.abort();
  if (found.status === 'sound') return null;
  return found.status === 'fault' ? found.error : known;
}

/**
 * The failure of a second attempt at files that are there and sound: one that did not load all the same was kept from
 * running by the browser.
 */
export function blockedOf(release: ChosenRelease, error: unknown): RemoteLoadError {
  const known = loadErrorOf(release, error);
  if (known.failure !== 'unreachable' || release.source === 'development') return known;
  const detail =
    `${fileOf(error) ?? release.baseUrl} is there and is the published one, and still did not run. The page runs no ` +
    'script that is loaded without its hash, and an extension of the browser may block one too.';
  return new RemoteLoadError('blocked', release.declaration, detail, { cause: error });
}

/** What was thrown while a part of this release was loaded, as the failure that it is. */
export function loadErrorOf(release: ChosenRelease, error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  const text = failureText(error);
  const failure = failureOf(error);
  const detail = {
    'time-out': `Nothing complete came from ${release.baseUrl} within ${LOAD_BUDGET_MS / 1_000} seconds.`,
    unreachable: `${fileOf(error) ?? release.baseUrl} could not be loaded.`,
    malformed: text,
    threw: text,
    'no-hash': text,
  }[failure];
  return new RemoteLoadError(failure, release.declaration, detail, { cause: error });
}

/** An error of a bundler's runtime about a script or style. */
interface ChunkLoadError extends Error {
  /** Of type `missing`, the script came and did not register, because it threw. */
  readonly type?: unknown;
  /** The address of the file. */
  readonly request?: unknown;
  readonly code?: unknown;
}

/** True for an error of a bundler's runtime about a script or style; Rspack gives those of styles no name. */
function isChunkLoadError(error: unknown): error is ChunkLoadError {
  if (!(error instanceof Error)) return false;
  const { name, code }: ChunkLoadError = error;
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}

/** The address of the file that could not be loaded: a part of shared-lib comes from the console itself. */
function fileOf(error: unknown): string | null {
  return isChunkLoadError(error) && typeof error.request === 'string' ? error.request : null;
}

function failureOf(error: unknown): EntryError['failure'] | 'time-out' {
  if (error instanceof TimeoutError) return 'time-out';
  if (error instanceof EntryError) return error.failure;
  const isUnreachable = isChunkLoadError(error) && error.type !== undefined && error.type !== 'missing';
  return isUnreachable ? 'unreachable' : 'threw';
}
