// Bills of materials in CycloneDX 1.5, from the lock file: the packages of a deployable, with versions and hashes.
// npm's own bill leaves out packages that a workspace package shares with a tool, such as react.
import { join } from 'node:path';
import { readJson, rootDir } from './paths.mjs';

type LockedPackage = {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** The packages of a lock file by their folders. */
type LockedPackages = Record<string, LockedPackage>;

export const lockedPackages = (): LockedPackages =>
  (readJson(join(rootDir, 'package-lock.json')) as { packages: LockedPackages }).packages;

/**
 * The folder in which Node finds `name` for the package in `from`, following links; undefined if it is not installed.
 */
function folderOf(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (!folder.endsWith('node_modules')) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      const found = packages[path];
      if (found) return found.link ? found.resolved : path;
    }
    if (folder === '') return undefined;
  }
}

/** Leaves out devDependencies. */
function needsOf(packages: LockedPackages, folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
  const names = new Set(
    [dependencies, optionalDependencies, peerDependencies].flatMap((part) => Object.keys(part ?? {})),
  );
  return [...names].flatMap((name) => folderOf(packages, folder, name) ?? []);
}

function hashOf(integrity: string) {
  const [algorithm = '', hash = ''] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') };
}

function componentOf(packages: LockedPackages, folder: string) {
  const entry = packages[folder];
  const name = entry?.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const version = entry?.version ?? '';
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name: plain,
    version,
    purl,
    ...(entry?.integrity ? { hashes: [hashOf(entry.integrity)] } : {}),
    ...(entry?.license ? { licenses: [{ expression: entry.license }] } : {}),
  };
}

/** The bill of the package in a folder of the workspace. */
export function billOf(deployable: string, packages: LockedPackages = lockedPackages()) {
  const found: Map<string, string[]> = new Map();
  const waiting = [deployable];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    const needs = needsOf(packages, folder);
    found.set(folder, needs);
    waiting.push(...needs);
  }
  const folders = [...found.keys()].sort();
  const refOf = (folder: string): string => componentOf(packages, folder).purl;
  const components = folders.filter((folder) => folder !== deployable).map((folder) => componentOf(packages, folder));
  const dependencies = folders.map((folder) => ({
    ref: refOf(folder),
    dependsOn: [...new Set(found.get(folder)?.map(refOf))].sort(),
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...componentOf(packages, deployable), type: 'application' } },
    components: [...new Map(components.map((component) => [component.purl, component])).values()],
    dependencies: [...new Map(dependencies.map((item) => [item.ref, item])).values()],
  };
}
