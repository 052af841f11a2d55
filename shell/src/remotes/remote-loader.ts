import {
  checkContract,
  describeMismatch,
  type DeviceColumnModule,
  type DevicePanelModule,
  type Provided,
  type Remote,
  type ScreenModule,
} from '@device-console/shared-lib/remote';
import type { FetchFile } from './diagnose.ts';
import type { Federation } from './federation.ts';
import { filesWithoutHash, type IntegrityLookup } from './integrity.ts';
import { asLoadError, explained, LOAD_BUDGET_MS } from './load-failure.ts';
import { columnRule, panelRule, screenRule, type PartRule } from './part-rules.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { RemoteLog } from './remote-log.ts';

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

/** Loads parts of one kind; what has been loaded once is kept as long as its release is in use. */
export interface PartLoader<Module> {
  /**
   * The code of one part. Checks hashes and contract before any byte is fetched, and is bounded in time.
   * @throws RemoteLoadError
   */
  readonly load: (release: ChosenRelease, id: string) => Promise<Module>;
  /** A part that is there already: it can be shown without a loading state. */
  readonly loaded: (release: ChosenRelease, id: string) => Module | null;
}

/** Loads the parts of remotes: screens, and what they contribute to other screens, all by one mechanism. */
export interface RemoteLoader extends PartLoader<ScreenModule> {
  readonly panels: PartLoader<DevicePanelModule>;
  readonly columns: PartLoader<DeviceColumnModule>;
  /** What this console offers to remotes, which is what their contracts are checked against. */
  readonly provided: () => Provided;
}

/** A release as the runtime has it. */
interface Placed {
  readonly release: ChosenRelease;
  readonly container: Promise<Remote>;
}

/** The releases that the runtime has, one of each remote. */
interface Places {
  readonly of: (id: string) => Placed | undefined;
  readonly place: (release: ChosenRelease) => Placed;
  /**
   * What failed once is loaded anew by the next attempt: the runtime keeps broken chunks and half-initialised modules
   * otherwise.
   */
  readonly giveUp: (at: Placed) => void;
}

/** Makes the loader of a console. */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { federation, apiVersion } = options;
  const provided = (): Provided => ({ versions: federation.providedVersions(), apiVersion });
  const places = createPlaces(options);
  const loaderOf = <Module>(rule: PartRule<Module>): PartLoader<Module> =>
    createPartLoader(rule, options, places, provided);
  return { ...loaderOf(screenRule), panels: loaderOf(panelRule), columns: loaderOf(columnRule), provided };
}

function createPlaces({ federation, integrity, log, elapsed }: RemoteLoaderOptions): Places {
  const placed = new Map<string, Placed>();
  return {
    of: (id) => placed.get(id),
    place: (release) => {
      const before = placed.get(release.id);
      if (before?.release.baseUrl === release.baseUrl) return before;
      if (release.source !== 'development') integrity.admit(release);
      const began = elapsed();
      const container = federation.loadContainer(release).then((remote) => {
        log.entryLoaded(release.id, Math.round(elapsed() - began));
        return checkShape(release, remote);
      });
      const now: Placed = { release, container };
      placed.set(release.id, now);
      return now;
    },
    giveUp: (at) => {
      if (placed.get(at.release.id) === at) placed.delete(at.release.id);
    },
  };
}

function createPartLoader<Module>(
  rule: PartRule<Module>,
  options: RemoteLoaderOptions,
  places: Places,
  provided: () => Provided,
): PartLoader<Module> {
  const { log, elapsed } = options;
  const ready = new WeakMap<Placed, Map<string, Module>>();
  const pending = new Map<string, Promise<Module>>();

  async function fetchPart({ release, container }: Placed, id: string): Promise<Module> {
    const malformed = (detail: string): RemoteLoadError =>
      new RemoteLoadError('malformed', release.declaration, detail);
    const remote = await container;
    const part = rule.find(remote, id);
    if (!part) throw malformed(`Its code has no ${rule.word} "${id}", though its declaration has.`);
    const module = await part.load();
    if (!rule.fits(module)) throw malformed(`The ${rule.word} "${id}" exports no ${rule.exported}.`);
    return module;
  }

  async function attempt(at: Placed, id: string): Promise<Module> {
    const controller = new AbortController();
    try {
      const module = await Promise.race([fetchPart(at, id), options.timeout(LOAD_BUDGET_MS, controller.signal)]);
      ready.set(at, (ready.get(at) ?? new Map<string, Module>()).set(id, module));
      return module;
    } catch (error) {
      places.giveUp(at);
      throw error;
    } finally {
      controller.abort();
    }
  }

  async function loadInTime(release: ChosenRelease, id: string): Promise<Module> {
    const began = elapsed();
    log.loading(release.id);
    try {
      const module = await attempt(places.place(release), id).catch(async (error: unknown) => {
        const found = await explained(options, release, rule.kind, id, error);
        if (found) throw found;
        return attempt(places.place(release), id);
      });
      log.screenLoaded(release.id, rule.place(id), Math.round(elapsed() - began));
      return module;
    } catch (error) {
      const failure = asLoadError(release, error);
      log.failed(release.id, failure, rule.place(id));
      throw failure;
    }
  }

  function loaded(release: ChosenRelease, id: string): Module | null {
    const at = places.of(release.id);
    return at?.release.baseUrl === release.baseUrl ? (ready.get(at)?.get(id) ?? null) : null;
  }

  return {
    loaded,
    load: async (release, id) => {
      const unfit = unfitness(provided(), release);
      if (unfit) {
        log.failed(release.id, unfit, rule.place(id));
        throw unfit;
      }
      const there = loaded(release, id);
      if (there) return there;
      const key = `${release.baseUrl} ${id}`;
      const loading = pending.get(key) ?? loadInTime(release, id).finally(() => pending.delete(key));
      pending.set(key, loading);
      return loading;
    },
  };
}

/** What keeps a release from being loaded, as far as it can be known before any byte is fetched. */
function unfitness(provided: Provided, release: ChosenRelease): RemoteLoadError | null {
  if (release.fault) return release.fault;
  const mismatches = checkContract(release.declaration, provided);
  if (mismatches.length > 0)
    return new RemoteLoadError('contract', release.declaration, mismatches.map(describeMismatch).join(' '));
  const unhashed = release.source === 'development' ? [] : filesWithoutHash(release);
  if (unhashed.length > 0)
    return new RemoteLoadError(
      'no-hash',
      release.declaration,
      `Its registry entry names no usable hash for ${unhashed.join(', ')}. It must be built and published anew.`,
    );
  return null;
}

function checkShape(release: ChosenRelease, remote: Remote): Remote {
  if (remote.id === release.id && Array.isArray(remote.screens)) return remote;
  throw new RemoteLoadError(
    'malformed',
    release.declaration,
    `The code at ${release.baseUrl} calls itself "${String(remote.id)}".`,
  );
}
