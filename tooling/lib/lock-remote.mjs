// Names a new remote in the lock file, by npm itself and without asking a registry, and links it: nothing is left to
// install.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, rootDir } from './paths.mjs';

/**
 * Does nothing in a workspace that has no lock file, or does not count its remotes among npm's workspaces.
 * @type {(id: string) => void}
 */
export function lockRemote(id) {
  const isLocked = existsSync(join(rootDir, 'package-lock.json'));
  if (!isLocked || !readManifest(rootDir).workspaces?.includes('mf-*')) return;
  const options = ['--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', ['install', ...options], {
    cwd: rootDir,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not name ${id} in package-lock.json:\n${stderr}`);
  linkRemote(id);
}

/** @type {(id: string) => void} */
function linkRemote(id) {
  const scope = join(rootDir, 'node_modules', '@device-console');
  mkdirSync(scope, { recursive: true });
  if (!existsSync(join(scope, id))) symlinkSync(join('..', '..', id), join(scope, id), 'junction');
  // What the lock file names is installed again, so the next start has nothing to install.
  const installed = join(rootDir, 'node_modules', '.package-lock.json');
  if (existsSync(installed)) utimesSync(installed, new Date(), new Date());
}
