import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { programsIn, type Programs } from './programs.ts';
import { rootDir } from './test-console.ts';

const left = new Set(['node_modules', '.git', '.cache', '.data', '.run', 'test-results', 'playwright-report']);

/**
 * What puts code of its own into builds. A linked package is where it is installed; builds from two folders are alike
 * only with one in each.
 */
const copied = ['@module-federation', 'css-loader', 'mini-css-extract-plugin', 'ts-loader'];

/**
 * Links every installed package of others into the node_modules of `folder`, and their programs. `device-console` is
 * that of the folder: this repository's would work in this repository.
 */
export function linkPackages(folder: string): void {
  const from = join(rootDir, 'node_modules');
  const to = join(folder, 'node_modules');
  for (const own of ['@device-console', '.bin']) mkdirSync(join(to, own), { recursive: true });
  const packages = readdirSync(from).filter(
    (name) => !['@device-console', '.bin', '.package-lock.json'].includes(name),
  );
  const programs = readdirSync(join(from, '.bin')).filter((name) => name !== 'device-console');
  for (const name of [...packages, ...programs.map((program) => join('.bin', program))])
    symlinkSync(join(from, name), join(to, name));
  symlinkSync(join('..', '@device-console', 'tooling', 'device-console.mjs'), join(to, '.bin', 'device-console'));
}

/**
 * A copy of this repository below the temporary folder, with its builds and the host for development, for tests that
 * change sources. Packages of others are linked, all but those of {@link copied}.
 */
export function copyWorkspace(): Programs {
  const folder = mkdtempSync(join(tmpdir(), 'device-console-workspace-'));
  cpSync(rootDir, folder, { recursive: true, preserveTimestamps: true, filter: (path) => !left.has(basename(path)) });
  const host = join('.cache', 'development-host');
  if (existsSync(join(rootDir, host))) cpSync(join(rootDir, host), join(folder, host), { recursive: true });
  linkPackages(folder);
  const packages = join(folder, 'node_modules');
  for (const name of copied) {
    rmSync(join(packages, name));
    cpSync(join(rootDir, 'node_modules', name), join(packages, name), { recursive: true });
  }
  for (const name of readdirSync(join(rootDir, 'node_modules', '@device-console')))
    symlinkSync(join(folder, name), join(packages, '@device-console', name));
  // Newer than the lock file, so that nothing is installed.
  cpSync(join(rootDir, 'node_modules', '.package-lock.json'), join(packages, '.package-lock.json'));
  return programsIn(folder);
}
