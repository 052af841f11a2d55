import type { Remote } from '@device-console/shared-lib/remote';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { Federation } from './federation.ts';
import type { IntegrityLookup } from './integrity.ts';
import type { RemoteLog } from './remote-log.ts';

/** A release that the runtime has been told of, and its container once it is loaded. */
export interface CachedContainer {
  readonly release: ChosenRelease;
  readonly container: Promise<Remote>;
}

/** The containers of the releases that are in use, one of each remote. */
export interface ContainerCache {
  readonly get: (id: string) => CachedContainer | undefined;
  /** The container of this release; another build's of the same remote is replaced. */
  readonly getOrLoad: (release: ChosenRelease) => CachedContainer;
  /**
   * What failed once is loaded anew by the next attempt: the runtime keeps broken chunks and half-initialised modules
   * otherwise.
   */
  readonly discard: (cached: CachedContainer) => void;
}

/** What containers are loaded with. */
export interface ContainerCacheOptions {
  readonly federation: Federation;
  readonly integrity: IntegrityLookup;
  readonly log: RemoteLog;
  /** Adds the texts of a release in the language of the page; null where there is nothing to wait for. */
  readonly loadTexts?: ((release: ChosenRelease) => Promise<void> | null) | undefined;
  /** Milliseconds of a clock that only goes on. */
  readonly elapsed: () => number;
}

/** Makes an empty cache. */
export function createContainerCache({
  federation,
  integrity,
  log,
  elapsed,
  loadTexts = () => null,
}: ContainerCacheOptions): ContainerCache {
  const byRemote = new Map<string, CachedContainer>();
  return {
    get: (id) => byRemote.get(id),
    getOrLoad: (release) => {
      const before = byRemote.get(release.id);
      if (before?.release.baseUrl === release.baseUrl) return before;
      if (release.source !== 'development') integrity.allow(release);
      const began = elapsed();
      const load = () => federation.loadContainer(release);
      const container = (loadTexts(release)?.then(load) ?? load()).then((remote) => {
        log.entryLoaded(release.id, Math.round(elapsed() - began));
        return checkShape(release, remote);
      });
      const cached: CachedContainer = { release, container };
      byRemote.set(release.id, cached);
      return cached;
    },
    discard: (cached) => {
      if (byRemote.get(cached.release.id) === cached) byRemote.delete(cached.release.id);
    },
  };
}

function checkShape(release: ChosenRelease, remote: Remote): Remote {
  if (remote.id === release.id && Array.isArray(remote.screens)) return remote;
  throw new RemoteLoadError(
    'malformed',
    release.declaration,
    `The code at ${release.baseUrl} calls itself "${String(remote.id)}".`,
  );
}
