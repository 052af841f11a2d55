// The single list of what host and remotes share. The host provides every key (shell/src/remotes/provided-modules.ts);
// remotes contain none.
import { join } from 'node:path';
import { readManifest, rootDir } from './paths.mjs';
import { sinceTable } from './since.ts';
import { sharedLibDir } from './workspace.mjs';

const sharedLib = '@device-console/shared-lib';

const earlySubpaths = ['contract', 'api', 'session', 'remote', 'console', 'i18n', 'router', 'ui', 'ui/icons'];
/** The parts of shared-lib that the host fetches on demand. */
export const lazySubpaths = [
  'crypto',
  'csv',
  'sheets',
  'imei-file',
  'single-command',
  'records',
  'batch',
  'ui/chart',
  'ui/date-range',
  'ui/dialog',
  'ui/fields',
  'ui/hover',
  'ui/menu',
  'ui/table',
  'ui/timeline',
  'ui/toast',
];
const packages = ['react', 'react/jsx-runtime'];

const versionOf = (name: string) => readManifest(join(rootDir, 'node_modules', name.split('/')[0] ?? '')).version;

/** The versions that a host built now provides, by share key. */
export function providedModules(): Record<string, string> {
  const libVersion = readManifest(sharedLibDir).version;
  const parts = [...earlySubpaths, ...lazySubpaths].map((subpath) => [`${sharedLib}/${subpath}`, libVersion]);
  return Object.fromEntries([...packages.map((name) => [name, versionOf(name)]), ...parts]);
}

/**
 * webpack's `shared` option for a remote: every key with the version that it was built with, and without a copy. The
 * declaration states which version of shared-lib it needs (since.ts).
 */
export function sharedModules() {
  const first = sinceTable()?.first;
  return Object.fromEntries(
    Object.entries(providedModules()).map(([key, version]) => {
      const needed = key.startsWith(`${sharedLib}/`) ? (first ?? version) : version;
      return [
        key,
        { singleton: true, strictVersion: true, version, requiredVersion: `^${needed}`, import: false as const },
      ];
    }),
  );
}

/** The versions needed, by share key, as ranges: of subpaths of shared-lib, and of other packages. */
export function rangesOf(needed: Readonly<Record<string, string>>) {
  const contract: Record<string, string> = {};
  const shared: Record<string, string> = {};
  for (const key of Object.keys(needed).toSorted()) {
    if (key.startsWith(`${sharedLib}/`)) contract[key.slice(sharedLib.length + 1)] = `^${needed[key]}`;
    else shared[key] = `^${needed[key]}`;
  }
  return { contract, shared };
}
