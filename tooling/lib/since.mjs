// Finds the oldest version of shared-lib, and so the oldest console, that has all names that a remote uses.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, readManifest } from './paths.mjs';
import { sharedLibDir } from './workspace.mjs';

/**
 * The names of a subpath, with the version that added or changed each. For an object, also its members, and itself as
 * `*`.
 * @typedef {Record<string, string | Record<string, string>>} NamesOfSubpath
 *
 * The table that `npm run release` writes: every name added or changed since `first`, the first release of the major.
 * @typedef {{ first: string, version: string, names: Record<string, NamesOfSubpath> }} SinceTable
 */

export const sinceFile = 'since.json';

/** @type {(folder: string) => SinceTable | null} */
export function readTable(folder) {
  const file = join(folder, sinceFile);
  return existsSync(file) ? /** @type {SinceTable} */ (readJson(file)) : null;
}

/**
 * Null if the shared-lib in `folder` has no table for its version.
 * @type {(folder?: string) => SinceTable | null}
 */
export function sinceTable(folder = sharedLibDir) {
  const table = readTable(folder);
  return table?.version === readManifest(folder).version ? table : null;
}

/**
 * The lowest version that has all of `used`: names such as `calls.login`, or an empty text for the whole subpath.
 * @type {(table: SinceTable, subpath: string, used: Iterable<string>) => string}
 */
export function neededVersion({ first, names }, subpath, used) {
  const known = names[subpath] ?? {};
  const all = Object.values(known).flatMap((since) => (typeof since === 'string' ? since : Object.values(since)));
  const versions = [...used].flatMap((way) => {
    const [name = '', member = '*'] = way.split('.');
    const since = known[name];
    if (way === '') return all;
    return (typeof since === 'object' ? since[member] : since) ?? [];
  });
  return [first, ...versions].sort((left, right) => left.localeCompare(right, 'en', { numeric: true })).at(-1) ?? first;
}
