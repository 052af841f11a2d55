// Names a new remote in the lock file and links it, as `npm install` would: `npm ci` then accepts it, and no registry
// is asked.
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, rootDir } from './paths.mjs';

// As npm sorts it, so that its next install changes nothing.
const byName = ([left], [right]) => left.localeCompare(right, 'en');

/** A remote's two entries of the lock file: its manifest, and the link in node_modules. */
function entriesOf(id) {
  const { name, version, dependencies, devDependencies } = readJson(join(rootDir, id, 'package.json'));
  return {
    [id]: { name, version, dependencies, devDependencies },
    [`node_modules/${name}`]: { resolved: id, link: true },
  };
}

/** Does nothing in a workspace that has no lock file, or does not count its remotes among npm's workspaces. */
export function lockRemote(id) {
  const lockFile = join(rootDir, 'package-lock.json');
  if (!existsSync(lockFile) || !readJson(join(rootDir, 'package.json')).workspaces?.includes('mf-*')) return;
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  const { '': root, ...others } = { ...lock.packages, ...entriesOf(id) };
  const packages = { '': root, ...Object.fromEntries(Object.entries(others).sort(byName)) };
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  linkRemote(id);
}

function linkRemote(id) {
  const scope = join(rootDir, 'node_modules', '@device-console');
  mkdirSync(scope, { recursive: true });
  if (!existsSync(join(scope, id))) symlinkSync(join('..', '..', id), join(scope, id), 'junction');
  // What the lock file names is installed again, so the next start has nothing to install.
  const installed = join(rootDir, 'node_modules', '.package-lock.json');
  if (existsSync(installed)) utimesSync(installed, new Date(), new Date());
}
