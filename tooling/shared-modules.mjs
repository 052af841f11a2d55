// The one list of what host and remotes share. The host provides every key; remotes bring none (import: false).
import { join } from 'node:path';
import { readJson, rootDir } from './lib/paths.mjs';
import { sharedLibDir } from './lib/workspace.mjs';

const sharedLib = '@device-console/shared-lib';

// Eager: what every screen needs. The rest is provided lazily, so that the login page does not carry it.
const eagerSubpaths = ['contract', 'crypto', 'api', 'session', 'remote', 'console', 'router', 'ui'];
const lazySubpaths = ['csv', 'sheets', 'imei-file', 'batch', 'ui/dialog', 'ui/menu', 'ui/table', 'ui/timeline'];
const eagerPackages = ['react', 'react/jsx-runtime'];

const versionOf = (name) => readJson(join(rootDir, 'node_modules', name.split('/')[0], 'package.json')).version;

/** webpack `shared` option for `role` 'host' or 'remote'. */
export function sharedModules(role) {
  const libVersion = readJson(join(sharedLibDir, 'package.json')).version;
  const entry = (version, eager) => ({
    singleton: true,
    strictVersion: true,
    version,
    requiredVersion: `^${version}`,
    ...(role === 'host' ? { eager } : { import: false }),
  });
  return Object.fromEntries([
    ...eagerPackages.map((name) => [name, entry(versionOf(name), true)]),
    ...eagerSubpaths.map((subpath) => [`${sharedLib}/${subpath}`, entry(libVersion, true)]),
    ...lazySubpaths.map((subpath) => [`${sharedLib}/${subpath}`, entry(libVersion, false)]),
  ]);
}

/** The versions that a host built now provides, by share key. */
export const providedModules = () => Object.fromEntries(Object.entries(sharedModules('host')).map(([key, { version }]) => [key, version]));
