import { type DevicePanelModule, type HomePanelModule, type ScreenModule } from '@device-console/shared-lib/remote';
import { checkContract, describeMismatch, type PartKind, type Provided } from '@device-console/shared-lib/remote/host';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError, renderErrorOf } from '../releases/remote-load-error.ts';
import { explained, isFileError } from './load-failure.ts';
import type { Federation, OpenRelease } from './federation.ts';
import { filesWithoutHash, type IntegrityLookup } from './integrity.ts';
import type { PageWatch } from './page-watch.ts';
import { partModule, partRules } from './part-module.ts';
import type { RemoteLog } from './remote-log.ts';

/** Loads parts of one kind. Keeps a loaded part as long as its release is in use. */
export interface PartLoader<Module> {
  /**
   * Checks hashes and contract before any byte is fetched, and gives up after a time limit.
   * @throws RemoteLoadError
   */
  readonly load: (release: ChosenRelease, id: string) => Promise<Module>;
  /** Null if not loaded yet: a loading state is needed. */
  readonly loaded: (release: ChosenRelease, id: string) => Module | null;
  /** The failure of a shown part that threw. If a file did not load, looks for the reason. */
  readonly explain: (release: ChosenRelease, error: unknown) => RemoteLoadError | Promise<RemoteLoadError>;
  /** Logs the failure of a shown part. */
  readonly failed: (release: ChosenRelease, id: string, error: RemoteLoadError) => void;
  readonly shown: PageWatch['shown'];
}

export interface RemoteLoader extends PartLoader<ScreenModule> {
  readonly panels: PartLoader<DevicePanelModule>;
  readonly homePanels: PartLoader<HomePanelModule>;
  /** Remotes' contracts are checked against it. */
  readonly provided: Provided;
}

interface RemoteLoaderOptions {
  readonly federation: Federation;
  readonly integrity: IntegrityLookup;
  readonly apiVersion: string;
  readonly log: RemoteLog;
  readonly watch: PageWatch;
  /** Adds a release's texts in the page's language; null if there is nothing to wait for. */
  readonly loadTexts?: ((release: ChosenRelease) => Promise<void> | null) | undefined;
}

export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { federation, apiVersion } = options;
  const provided = { versions: federation.providedVersions, apiVersion };
  const containers = createContainers(options);
  const all = { ...options, provided, containers };
  return {
    ...createPartLoader<ScreenModule>('screen', all),
    panels: createPartLoader<DevicePanelModule>('devicePanel', all),
    homePanels: createPartLoader<HomePanelModule>('homePanel', all),
    provided,
  };
}

interface Container extends OpenRelease {
  readonly release: ChosenRelease;
}

/** One per remote. */
function createContainers({ federation, integrity, loadTexts }: RemoteLoaderOptions) {
  const byRemote = new Map<string, Container>();
  const known = ({ id, baseUrl }: ChosenRelease): Container | undefined => {
    const container = byRemote.get(id);
    return container?.release.baseUrl === baseUrl ? container : undefined;
  };
  /** Replaces the container of another build of the same remote. */
  const open = (release: ChosenRelease): Container => {
    void byRemote.get(release.id)?.close();
    integrity.allow(release);
    const { load, close } = federation.open(release);
    const texts = Promise.resolve(loadTexts?.(release));
    const container: Container = { release, close, load: (kind, id) => texts.then(() => load(kind, id)) };
    byRemote.set(release.id, container);
    return container;
  };
  /** The next attempt loads a failed part anew. */
  const discard = (container: Container): void => {
    void container.close();
    if (byRemote.get(container.release.id) === container) byRemote.delete(container.release.id);
  };
  return { known, of: (release: ChosenRelease) => known(release) ?? open(release), discard };
}

interface PartLoaderOptions extends RemoteLoaderOptions {
  readonly provided: Provided;
  readonly containers: ReturnType<typeof createContainers>;
}

function createPartLoader<Module>(kind: PartKind, options: PartLoaderOptions): PartLoader<Module> {
  const { containers, log, watch } = options;
  const { logPrefix } = partRules[kind];
  const ready = new WeakMap<Container, Map<string, Module>>();
  const pending = new Map<string, Promise<Module>>();

  const failed = (release: ChosenRelease, id: string, error: RemoteLoadError): void =>
    log.failed(release.id, error, logPrefix + id);

  async function attempt(release: ChosenRelease, id: string): Promise<Module> {
    const container = containers.of(release);
    try {
      const load = () => Promise.race([container.load(kind, id), late(release)]);
      const module = await partModule<Module>(kind, release, id, await watch.guard(release, load));
      ready.set(container, (ready.get(container) ?? new Map<string, Module>()).set(id, module));
      return module;
    } catch (error) {
      containers.discard(container);
      throw error;
    }
  }

  function loaded(release: ChosenRelease, id: string): Module | null {
    const container = containers.known(release);
    return (container && ready.get(container)?.get(id)) ?? null;
  }

  async function loadOnce(release: ChosenRelease, id: string): Promise<Module> {
    const began = performance.now();
    try {
      refuseUnfit(release, options.provided);
      const there = loaded(release, id);
      if (there) return there;
      log.loading(release.id);
      const module = await attempt(release, id);
      log.screenLoaded(release.id, logPrefix + id, Math.round(performance.now() - began));
      return module;
    } catch (error) {
      const failure = await explained(release, error);
      failed(release, id, failure);
      throw failure;
    }
  }

  return {
    loaded,
    failed,
    shown: watch.shown,
    explain: (release, error) => {
      if (!isFileError(error)) return renderErrorOf(release, error);
      const container = containers.known(release);
      // Modules that waited for the file remember that it failed.
      if (container) containers.discard(container);
      return explained(release, error);
    },
    load: (release, id) => {
      const key = `${release.baseUrl} ${id}`;
      const loading = pending.get(key) ?? loadOnce(release, id).finally(() => pending.delete(key));
      pending.set(key, loading);
      return loading;
    },
  };
}

/** Milliseconds for loading a part of a remote. */
const LOAD_BUDGET_MS = 10_000;

/** Rejects when the time for loading is up. */
function late({ baseUrl, declaration }: ChosenRelease): Promise<never> {
  const signal = AbortSignal.timeout(LOAD_BUDGET_MS);
  const detail = `Nothing complete came from ${baseUrl} within ${LOAD_BUDGET_MS / 1_000} seconds.`;
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new RemoteLoadError('time-out', declaration, detail)));
  });
}

/** Throws what prevents a release from loading, before any byte is fetched. */
function refuseUnfit(release: ChosenRelease, provided: Provided): void {
  const { declaration } = release;
  const mismatches = checkContract(declaration, provided);
  if (mismatches.length > 0)
    throw new RemoteLoadError('contract', declaration, mismatches.map(describeMismatch).join(' '));
  const unhashed = filesWithoutHash(release);
  if (unhashed.length === 0) return;
  const detail = `Its registry entry names no usable hash for ${unhashed.join(', ')}.`;
  throw new RemoteLoadError('no-hash', declaration, `${detail} It must be built and published again.`);
}
