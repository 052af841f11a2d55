// The package.json of a new remote, by that of its neighbour.
/** @import { PackageManifest } from './paths.mjs' */

/**
 * @typedef {Pick<PackageManifest, 'name' | 'version' | 'type' | 'scripts' | 'dependencies' | 'devDependencies'> &
 *   { private: true }} NewManifest
 */

/** Of these a workspace outside has one each, which its own package.json names by its file. */
const isOurs = (/** @type {string} */ name) => name.startsWith('@device-console/');

/**
 * Outside, the version of our packages is that of the workspace: named again, npm would ask the public registry for it
 * once the workspace has another. Scripts run the installed command there.
 * @type {(id: string, neighbour: PackageManifest, options: { isOutside: boolean }) => NewManifest}
 */
export function newManifest(id, { scripts, dependencies, devDependencies }, { isOutside }) {
  /** @type {(record: Record<string, string>, change: (entry: [string, string]) => string) => Record<string, string>} */
  const changed = (record, change) =>
    isOutside ? Object.fromEntries(Object.entries(record).map((entry) => [entry[0], change(entry)])) : record;
  /** @type {(entry: [string, string]) => string} */
  const versionOf = ([name, version]) => (isOurs(name) ? '*' : version);
  return {
    name: `@device-console/${id}`,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: changed(scripts, ([, command]) => command.replace('node ../tooling/device-console.mjs', 'device-console')),
    dependencies: changed(dependencies, versionOf),
    devDependencies: changed(devDependencies, versionOf),
  };
}
