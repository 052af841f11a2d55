// The source maps of published builds: kept in the store, and served only to those who publish there.
import type { Build } from './build-files.ts';
import type { Store } from './store.ts';

const mapsFolder = 'source-maps';

/** The folder of the source maps of a remote, or of one of its builds. */
export const mapsOf = (id: string, folder?: string): string => [mapsFolder, id, folder].filter(Boolean).join('/');

/** True for a source map in the maps folder, the only place where a store accepts one. */
export const isSourceMap = (path: string): boolean => path.startsWith(`${mapsFolder}/`) && path.endsWith('.map');

/** True for paths that a store serves only with its token. */
export const isPrivate = (path: string): boolean => path.startsWith(`${mapsFolder}/`) || path.endsWith('.map');

/** Stores the maps of a build. Returns a warning, and stores none, if the store would show them to everybody. */
export async function keepSourceMaps(
  store: Store,
  id: string,
  { folder, maps }: Pick<Build, 'folder' | 'maps'>,
): Promise<string | null> {
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
