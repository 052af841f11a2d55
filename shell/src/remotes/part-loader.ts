import { checkContract, describeMismatch, type Provided } from '@device-console/shared-lib/remote';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { CachedContainer, ContainerCache } from './container-cache.ts';
import type { FetchFile } from './diagnose.ts';
import { filesWithoutHash } from './integrity.ts';
import { blockedOf, explained, LOAD_BUDGET_MS, loadErrorOf } from './load-failure.ts';
import type { PartRule } from './part-rules.ts';
import type { RemoteLog } from './remote-log.ts';

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

/** What parts are loaded with. */
export interface PartLoaderOptions {
  readonly containers: ContainerCache;
  /** What this console offers to remotes. */
  readonly provided: () => Provided;
  readonly log: RemoteLog;
  /** Rejects after that many milliseconds, or never once aborted. */
  readonly timeout: (milliseconds: number, signal: AbortSignal) => Promise<never>;
  readonly fetchFile: FetchFile;
  /** Milliseconds of a clock that only goes on. */
  readonly elapsed: () => number;
}

/** Makes the loader of one kind of parts. */
export function createPartLoader<Module>(rule: PartRule<Module>, options: PartLoaderOptions): PartLoader<Module> {
  const { containers, log, elapsed } = options;
  const ready = new WeakMap<CachedContainer, Map<string, Module>>();
  const pending = new Map<string, Promise<Module>>();

  async function attempt(release: ChosenRelease, id: string): Promise<Module> {
    const controller = new AbortController();
    const cached = containers.getOrOpen(release);
    try {
      const late = options.timeout(LOAD_BUDGET_MS, controller.signal);
      const module = await Promise.race([fetchPart(rule, cached, id), late]);
      ready.set(cached, (ready.get(cached) ?? new Map<string, Module>()).set(id, module));
      return module;
    } catch (error) {
      containers.discard(cached);
      throw error;
    } finally {
      controller.abort();
    }
  }

  async function loadInTime(release: ChosenRelease, id: string): Promise<Module> {
    const began = elapsed();
    log.loading(release.id);
    try {
      const module = await attempt(release, id).catch(async (error: unknown) => {
        const found = await explained(options, release, rule.kind, id, error);
        if (found) throw found;
        return attempt(release, id).catch((again: unknown) => {
          throw blockedOf(release, again);
        });
      });
      log.screenLoaded(release.id, rule.logName(id), Math.round(elapsed() - began));
      return module;
    } catch (error) {
      const failure = loadErrorOf(release, error);
      log.failed(release.id, failure, rule.logName(id));
      throw failure;
    }
  }

  function loaded(release: ChosenRelease, id: string): Module | null {
    const cached = containers.get(release.id);
    return cached?.release.baseUrl === release.baseUrl ? (ready.get(cached)?.get(id) ?? null) : null;
  }

  return {
    loaded,
    load: async (release, id) => {
      const obstacle = obstacleTo(release, options.provided());
      if (obstacle) {
        log.failed(release.id, obstacle, rule.logName(id));
        throw obstacle;
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

async function fetchPart<Module>(
  { kind, word, read, exported }: PartRule<Module>,
  { release, load }: CachedContainer,
  id: string,
): Promise<Module> {
  const module = read(await load(kind, id));
  if (module) return module;
  throw new RemoteLoadError('malformed', release.declaration, `The ${word} "${id}" exports no ${exported}.`);
}

/** What keeps a release from being loaded, as far as it can be known before any byte is fetched. */
function obstacleTo(release: ChosenRelease, provided: Provided): RemoteLoadError | null {
  if (release.fault) return release.fault;
  const mismatches = checkContract(release.declaration, provided);
  if (mismatches.length > 0)
    return new RemoteLoadError('contract', release.declaration, mismatches.map(describeMismatch).join(' '));
  const unhashed = release.source === 'development' ? [] : filesWithoutHash(release);
  if (unhashed.length > 0)
    return new RemoteLoadError(
      'no-hash',
      release.declaration,
      `Its registry entry names no usable hash for ${unhashed.join(', ')}. It must be built and published again.`,
    );
  return null;
}
