// The source maps of published builds: kept in the store, and served only to those who publish there.
/** @import { Build } from './build-files.mjs' */
/** @import { Store } from './store.mjs' */

const mapsFolder = 'source-maps';

/**
 * The folder of the source maps of a remote, or of one of its builds.
 * @type {(id: string, folder?: string) => string}
 */
export const mapsOf = (id, folder) => [mapsFolder, id, folder].filter(Boolean).join('/');

/**
 * True for a source map in the maps folder, the only place where a store accepts one.
 * @type {(path: string) => boolean}
 */
export const isSourceMap = (path) => path.startsWith(`${mapsFolder}/`) && path.endsWith('.map');

/**
 * True for paths that a store serves only with its token.
 * @type {(path: string) => boolean}
 */
export const isPrivate = (path) => path.startsWith(`${mapsFolder}/`) || path.endsWith('.map');

/**
 * Stores the maps of a build. Returns a warning, and stores none, if the store would show them to everybody.
 * @type {(store: Store, id: string, build: Pick<Build, 'folder' | 'maps'>) => Promise<string | null>}
 */
export async function keepSourceMaps(store, id, { folder, maps }) {
  if (maps.size === 0) return null;
  const place = mapsOf(id, folder);
  if (await store.showsToAnybody(place))
    return (
      `${store.name} shows ${mapsFolder}/ to everybody, so no source maps were kept: stacks of ${id} ${folder} ` +
      `cannot be made readable from there. Let it ask for the token below ${mapsFolder}/.`
    );
  await store.addVersion(place, maps);
  return null;
}
