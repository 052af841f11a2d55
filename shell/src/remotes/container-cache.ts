import type { ChosenRelease } from '../releases/release.ts';
import type { Federation, OpenRelease } from './federation.ts';
import type { IntegrityLookup } from './integrity.ts';
import type { RemoteLog } from './remote-log.ts';

/** A release that the runtime has been told of. */
export interface CachedContainer extends OpenRelease {
  readonly release: ChosenRelease;
}

/** The containers of the releases that are in use, one of each remote. */
export interface ContainerCache {
  readonly get: (id: string) => CachedContainer | undefined;
  /** The container of this release; another build's of the same remote is replaced. */
  readonly getOrOpen: (release: ChosenRelease) => CachedContainer;
  /** What failed once is loaded anew by the next attempt. */
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
    getOrOpen: (release) => {
      const before = byRemote.get(release.id);
      if (before?.release.baseUrl === release.baseUrl) return before;
      void before?.close();
      if (release.source !== 'development') integrity.allow(release);
      const began = elapsed();
      const opened = federation.open(release, () => log.entryLoaded(release.id, Math.round(elapsed() - began)));
      const texts = loadTexts(release);
      const load: OpenRelease['load'] = async (kind, id) => {
        if (texts) await texts;
        return opened.load(kind, id);
      };
      const cached = { release, load, close: opened.close };
      byRemote.set(release.id, cached);
      return cached;
    },
    discard: (cached) => {
      void cached.close();
      if (byRemote.get(cached.release.id) === cached) byRemote.delete(cached.release.id);
    },
  };
}
