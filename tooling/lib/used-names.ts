// Finds the names of shared-lib that the code of a build uses.
import { type BundleModule, type ModuleGraph, dependenciesOf } from './bundler.ts';

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
