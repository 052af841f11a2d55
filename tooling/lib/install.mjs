// Installs what is missing, with nothing but Node and npm: the lock file decides.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { isInstalled, rootDir } from './paths.mjs';

/**
 * Installs what the lock file names when it is newer than the packages that are there, or some are missing. Without
 * `isWhole` that is what builds and runs a console, half of all; packages of tests and lint that are there stay. Not by
 * `npm ci`, which refuses where a registry does not carry the binaries of every other platform. A workspace outside has
 * installed these tools itself.
 */
export function installIfMissing({ isWhole = false, log = console.log } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  if (isInstalled) return;
  const { isCurrent, hasTests } = installedPackages();
  if (isCurrent && (hasTests || !isWhole)) return;
  const isPart = !isWhole && !hasTests;
  log(isPart ? 'Installing the packages that build and run the console…' : 'Installing all packages…');
  const result = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...(isPart ? ['--omit=dev'] : [])], {
    cwd: rootDir,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) throw new Error('npm install failed; its output above says why.');
}

/** Whether the packages match the lock file, and whether those of tests and lint are among them. */
function installedPackages() {
  const packages = join(rootDir, 'node_modules');
  const installed = join(packages, '.package-lock.json');
  if (!existsSync(installed)) return { isCurrent: false, hasTests: false };
  const { devDependencies } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'));
  return {
    isCurrent: statSync(installed).mtimeMs >= statSync(join(rootDir, 'package-lock.json')).mtimeMs,
    hasTests: Object.keys(devDependencies).every((name) => existsSync(join(packages, name))),
  };
}
