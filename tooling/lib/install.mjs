// Installs missing packages by the lock file. Needs only Node and npm.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { isInstalled, isRelease, rootDir } from './paths.mjs';

/**
 * Installs the lock file's packages if it is newer than the installed ones, or if some are missing. Without `isWhole`,
 * installs only those that build and run a console, half of all; installed packages of tests and lint stay. Does not
 * use `npm ci`, which fails if a registry lacks the binaries of another platform. Does nothing in a workspace outside
 * the repository, nor in a release. Throws if Node is too old.
 */
export function installIfMissing({ isWhole = false, log = console.log } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  if (isInstalled || isRelease) return;
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
