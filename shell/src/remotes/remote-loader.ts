import { checkContract, describeMismatch, type RegistryEntry, type Remote, type ScreenModule } from '@device-console/shared-lib/remote';
import { RemoteLoadError, type RemoteFailure } from './remote-load-error.ts';
import type { Federation } from './federation.ts';

const LOAD_BUDGET_MS = 10_000;

/** What a loader needs from its host. */
export interface RemoteLoaderOptions {
  readonly federation: Federation;
  readonly apiVersion: string;
  /** Rejects after that many milliseconds, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
}

/** Loads screens of remotes; what has been loaded once is kept. */
export interface RemoteLoader {
  /**
   * The code of one screen. Checks the contract before any byte is fetched, and is bounded in time.
   * @throws RemoteLoadError
   */
  readonly load: (entry: RegistryEntry, screenId: string) => Promise<ScreenModule>;
  /** A screen that is there already: it can be shown without a loading state. */
  readonly loaded: (entry: RegistryEntry, screenId: string) => ScreenModule | null;
}

/** Makes the loader of a console. */
export function createRemoteLoader({ federation, apiVersion, timeout }: RemoteLoaderOptions): RemoteLoader {
  const screens = new Map<string, ScreenModule>();
  const pending = new Map<string, Promise<ScreenModule>>();
  // The build of each remote that is registered with the runtime, and whether it came without a fault.
  const registered = new Map<string, { baseUrl: string; sound: boolean }>();

  async function fetchScreen(entry: RegistryEntry, screenId: string): Promise<ScreenModule> {
    const before = registered.get(entry.id);
    const fresh = before !== undefined && (!before.sound || before.baseUrl !== entry.baseUrl);
    registered.set(entry.id, { baseUrl: entry.baseUrl, sound: false });
    const remote = checkShape(entry, await federation.loadContainer(entry, fresh));
    const screen = remote.screens.find(({ id }) => id === screenId);
    if (!screen) throw new RemoteLoadError('malformed', entry.declaration, `Its code has no screen "${screenId}", though its declaration has.`);
    const module = await screen.load();
    if (typeof module.Screen !== 'function') throw new RemoteLoadError('malformed', entry.declaration, `The screen "${screenId}" exports no component named Screen.`);
    registered.set(entry.id, { baseUrl: entry.baseUrl, sound: true });
    return module;
  }

  async function loadOnce(entry: RegistryEntry, screenId: string): Promise<ScreenModule> {
    const mismatches = checkContract(entry.declaration, { versions: federation.providedVersions(), apiVersion });
    if (mismatches.length > 0) throw new RemoteLoadError('contract', entry.declaration, mismatches.map(describeMismatch).join(' '));
    const controller = new AbortController();
    try {
      return await Promise.race([fetchScreen(entry, screenId), timeout(LOAD_BUDGET_MS, controller.signal)]);
    } catch (error) {
      throw asLoadError(entry, error);
    } finally {
      controller.abort();
    }
  }

  return {
    loaded: (entry, screenId) => screens.get(keyOf(entry, screenId)) ?? null,
    load: (entry, screenId) => {
      const key = keyOf(entry, screenId);
      const known = pending.get(key);
      if (known) return known;
      const loading = loadOnce(entry, screenId)
        .then((module) => {
          screens.set(key, module);
          return module;
        })
        .catch((error: unknown) => {
          pending.delete(key);
          throw error;
        });
      pending.set(key, loading);
      return loading;
    },
  };
}

function keyOf(entry: RegistryEntry, screenId: string): string {
  return `${entry.baseUrl} ${screenId}`;
}

function checkShape(entry: RegistryEntry, remote: Remote): Remote {
  if (remote.id === entry.id && Array.isArray(remote.screens)) return remote;
  throw new RemoteLoadError('malformed', entry.declaration, `The code at ${entry.baseUrl} calls itself "${String(remote.id)}".`);
}

/** The budget ran out before the remote was there. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

function asLoadError(entry: RegistryEntry, error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const failure = failureOf(error, text);
  const detail = {
    'time-out': `Nothing complete came from ${entry.baseUrl} within ${LOAD_BUDGET_MS / 1_000} seconds.`,
    unreachable: `${entry.baseUrl} could not be loaded.`,
    threw: text,
  }[failure];
  return new RemoteLoadError(failure, entry.declaration, detail, { cause: error });
}

function failureOf(error: unknown, text: string): Extract<RemoteFailure, 'time-out' | 'unreachable' | 'threw'> {
  if (error instanceof BudgetExceeded) return 'time-out';
  const chunkFailed = error instanceof Error && error.name === 'ChunkLoadError';
  // RUNTIME-008 is the federation runtime's "entry could not be loaded"; RUNTIME-001 that its code did not register.
  return chunkFailed || /RUNTIME-00[38]|loading chunk|loading css chunk|load script/i.test(text) ? 'unreachable' : 'threw';
}
