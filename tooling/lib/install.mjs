// Installs what is missing, with nothing but Node and npm: the lock file decides.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { isInstalled, rootDir } from './paths.mjs';

/**
 * Installs what the lock file names when there are no packages yet, or the lock file is newer than they are. Not by
 * `npm ci`, which refuses where a registry does not carry the binaries of every other platform. A workspace outside has
 * installed these tools itself.
 */
export function installIfMissing(log = console.log) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  if (isInstalled) return;
  const installed = join(rootDir, 'node_modules', '.package-lock.json');
  const lock = join(rootDir, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  log('Installing packages…');
  const result = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: rootDir,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) throw new Error('npm install failed; its output above says why.');
}
