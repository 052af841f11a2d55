// Finds the oldest version of shared-lib, and so the oldest console, that has all names that a remote uses.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, readManifest } from './paths.mjs';
import { sharedLibDir } from './workspace.mjs';
import { type BundleModule, dependenciesOf, type ModuleGraph } from './bundler.ts';

/**
 * The names of a subpath, with the version that added or changed each. For an object, also its members, and itself as
 * `*`.
 */
export type NamesOfSubpath = Record<string, string | Record<string, string>>;

/**
 * The table that `npm run release` writes: every name added or changed since `first`, the first release of the major.
 */
export type SinceTable = { first: string; version: string; names: Record<string, NamesOfSubpath> };

export const sinceFile = 'since.json';

export function readTable(folder: string): SinceTable | null {
  const file = join(folder, sinceFile);
  return existsSync(file) ? (readJson(file) as SinceTable) : null;
}

/** Null if the shared-lib in `folder` has no table for its version. */
export function sinceTable(folder: string = sharedLibDir): SinceTable | null {
  const table = readTable(folder);
  return table?.version === readManifest(folder).version ? table : null;
}

/** The lowest version that has all of `used`: names such as `calls.login`, or an empty text for the whole subpath. */
export function neededVersion({ first, names }: SinceTable, subpath: string, used: Iterable<string>): string {
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

const sharedLib = '@device-console/shared-lib/';
/** The types of dependencies that only run a module, in webpack and Rspack. */
const withoutNames = ['harmony side effect evaluation', 'esm import', 'esm export import'];

/**
 * The used names by subpath, such as `calls.login`; an empty text if the code may use the whole subpath. Call it before
 * the bundler concatenates modules.
 */
export function usedNames(modules: Iterable<BundleModule>, moduleGraph: ModuleGraph): Map<string, Set<string>> {
  const used: Map<string, Set<string>> = new Map();
  for (const module of modules)
    for (const dependency of dependenciesOf(module)) {
      const { request = '', type } = dependency;
      if (!request.startsWith(sharedLib) || withoutNames.includes(type)) continue;
      const subpath = request.slice(sharedLib.length);
      const way = (dependency.getIds?.(moduleGraph) ?? dependency.ids ?? []).join('.');
      used.set(subpath, (used.get(subpath) ?? new Set()).add(way));
    }
  return used;
}
