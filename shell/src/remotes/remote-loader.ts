import { checkContract, describeMismatch, type Provided, type Remote, type ScreenModule } from '@device-console/shared-lib/remote';
import { diagnose, DIAGNOSIS_MS, type FetchFile } from './diagnose.ts';
import type { Federation } from './federation.ts';
import { filesWithoutHash, type IntegrityLookup } from './integrity.ts';
import type { ChosenRelease } from './release.ts';
import { BudgetExceeded, EntryError, RemoteLoadError, type RemoteFailure } from './remote-load-error.ts';
import type { RemoteLog } from './remote-log.ts';

const LOAD_BUDGET_MS = 10_000;

/** What a loader needs from its host. */
export interface RemoteLoaderOptions {
  readonly federation: Federation;
  readonly integrity: IntegrityLookup;
  readonly apiVersion: string;
  readonly log: RemoteLog;
  /** Rejects after that many milliseconds, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
  readonly fetchFile: FetchFile;
  /** Milliseconds of a clock that only goes on. */
  readonly elapsed: () => number;
}

/** Loads screens of remotes; what has been loaded once is kept as long as its release is in use. */
export interface RemoteLoader {
  /**
   * The code of one screen. Checks hashes and contract before any byte is fetched, and is bounded in time.
   * @throws RemoteLoadError
   */
  readonly load: (release: ChosenRelease, screenId: string) => Promise<ScreenModule>;
  /** A screen that is there already: it can be shown without a loading state. */
  readonly loaded: (release: ChosenRelease, screenId: string) => ScreenModule | null;
  /** What this console offers to remotes, which is what their contracts are checked against. */
  readonly provided: () => Provided;
}

/** A release as the runtime has it, with its screens by id. */
interface Placed {
  readonly release: ChosenRelease;
  readonly container: Promise<Remote>;
  readonly ready: Map<string, ScreenModule>;
}

/** Makes the loader of a console. */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { federation, apiVersion, log, elapsed } = options;
  const provided = (): Provided => ({ versions: federation.providedVersions(), apiVersion });
  const placed = new Map<string, Placed>();
  const pending = new Map<string, Promise<ScreenModule>>();

  function place(release: ChosenRelease): Placed {
    const before = placed.get(release.id);
    if (before?.release.baseUrl === release.baseUrl) return before;
    if (release.source !== 'development') options.integrity.admit(release);
    const began = elapsed();
    const container = federation.loadContainer(release).then((remote) => {
      log.entryLoaded(release.id, Math.round(elapsed() - began));
      return checkShape(release, remote);
    });
    const now: Placed = { release, container, ready: new Map() };
    placed.set(release.id, now);
    return now;
  }

  async function fetchScreen(at: Placed, screenId: string): Promise<ScreenModule> {
    const { release } = at;
    const remote = await at.container;
    const screen = remote.screens.find(({ id }) => id === screenId);
    if (!screen) throw new RemoteLoadError('malformed', release.declaration, `Its code has no screen "${screenId}", though its declaration has.`);
    const module = await screen.load();
    if (typeof module.Screen !== 'function') throw new RemoteLoadError('malformed', release.declaration, `The screen "${screenId}" exports no component named Screen.`);
    return module;
  }

  async function attempt(at: Placed, screenId: string): Promise<ScreenModule> {
    const controller = new AbortController();
    try {
      const module = await Promise.race([fetchScreen(at, screenId), options.timeout(LOAD_BUDGET_MS, controller.signal)]);
      at.ready.set(screenId, module);
      return module;
    } catch (error) {
      // What failed once is loaded anew by the next attempt: the runtime keeps broken chunks and half-initialised modules otherwise.
      if (placed.get(at.release.id) === at) placed.delete(at.release.id);
      throw error;
    } finally {
      controller.abort();
    }
  }

  async function loadInTime(release: ChosenRelease, screenId: string): Promise<ScreenModule> {
    const began = elapsed();
    log.loading(release.id);
    try {
      const module = await attempt(place(release), screenId).catch(async (error: unknown) => {
        const fault = await explained(options, release, screenId, error);
        if (fault) throw fault;
        return attempt(place(release), screenId);
      });
      log.screenLoaded(release.id, screenId, Math.round(elapsed() - began));
      return module;
    } catch (error) {
      const failure = asLoadError(release, error);
      log.failed(release.id, failure);
      throw failure;
    }
  }

  function loaded(release: ChosenRelease, screenId: string): ScreenModule | null {
    const at = placed.get(release.id);
    return at?.release.baseUrl === release.baseUrl ? at.ready.get(screenId) ?? null : null;
  }

  return {
    loaded,
    provided,
    load: async (release, screenId) => {
      const unfit = unfitness(provided(), release);
      if (unfit) {
        log.failed(release.id, unfit);
        throw unfit;
      }
      const there = loaded(release, screenId);
      if (there) return there;
      const key = `${release.baseUrl} ${screenId}`;
      const loading = pending.get(key) ?? loadInTime(release, screenId).finally(() => pending.delete(key));
      pending.set(key, loading);
      return loading;
    },
  };
}

/** What keeps a release from being loaded, as far as it can be known before any byte is fetched. */
function unfitness(provided: Provided, release: ChosenRelease): RemoteLoadError | null {
  if (release.fault) return release.fault;
  const mismatches = checkContract(release.declaration, provided);
  if (mismatches.length > 0) return new RemoteLoadError('contract', release.declaration, mismatches.map(describeMismatch).join(' '));
  const unhashed = release.source === 'development' ? [] : filesWithoutHash(release);
  if (unhashed.length > 0) return new RemoteLoadError('no-hash', release.declaration, `Its registry entry names no usable hash for ${unhashed.join(', ')}. It must be built and published anew.`);
  return null;
}

function checkShape(release: ChosenRelease, remote: Remote): Remote {
  if (remote.id === release.id && Array.isArray(remote.screens)) return remote;
  throw new RemoteLoadError('malformed', release.declaration, `The code at ${release.baseUrl} calls itself "${String(remote.id)}".`);
}

/** The failure with its reason, looked for at the files themselves where the runtime does not know it; null when they are sound by now. */
async function explained({ fetchFile, timeout }: RemoteLoaderOptions, release: ChosenRelease, screenId: string, error: unknown): Promise<RemoteLoadError | null> {
  const known = asLoadError(release, error);
  if (known.failure !== 'unreachable') return known;
  const controller = new AbortController();
  const late = timeout(DIAGNOSIS_MS, controller.signal).catch(() => ({ status: 'no-answer' }) as const);
  const found = await Promise.race([diagnose(release, screenId, error instanceof Error ? error.message : '', fetchFile, controller.signal), late]);
  controller.abort();
  if (found.status === 'sound') return null;
  return found.status === 'fault' ? found.error : known;
}

function asLoadError(release: ChosenRelease, error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const failure = failureOf(error, text);
  const detail = {
    'time-out': `Nothing complete came from ${release.baseUrl} within ${LOAD_BUDGET_MS / 1_000} seconds.`,
    unreachable: `${release.baseUrl} could not be loaded.`,
    malformed: `Its entry at ${release.baseUrl} ran, but is not the entry of a remote.`,
    threw: text,
  }[failure];
  return new RemoteLoadError(failure, release.declaration, detail, { cause: error });
}

function failureOf(error: unknown, text: string): Extract<RemoteFailure, 'time-out' | 'unreachable' | 'malformed' | 'threw'> {
  if (error instanceof BudgetExceeded) return 'time-out';
  if (error instanceof EntryError) return error.failure;
  // A chunk that came and did not register threw.
  if (text.includes('(missing: ')) return 'threw';
  const chunkFailed = error instanceof Error && error.name === 'ChunkLoadError';
  return chunkFailed || /loading css chunk/i.test(text) ? 'unreachable' : 'threw';
}
