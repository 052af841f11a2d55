// Finds the programs that the gate needs in addition to Node: by a variable, among those installed, or by installing
// Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Log } from './run-node.ts';

/**
 * How to find a program: the environment `variable` that names it, `installed` to look for it, and Debian's `packages`
 * to install. `missing` is the error if there is none.
 */
type ProgramSearch = {
  variable: string;
  installed: () => string | undefined;
  packages: readonly string[];
  missing: string;
};

const path = () => (process.env['PATH'] ?? '').split(delimiter);

export const firstThere = (files: readonly string[]): string | undefined => files.find((file) => existsSync(file));

function postgresFolders() {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
  return [...debian.sort().reverse(), ...path()];
}

/**
 * Installs Debian packages if this runs as root on a system with apt-get. Does not start their services. Returns
 * whether it worked.
 */
function aptInstall(packages: readonly string[], log: Log): boolean {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false;
  log(`Installing ${packages.join(' ')} with apt-get…`);
  const run = (args: readonly string[]) =>
    spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  run(['update', '-qq']);
  const result = run(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  if (result.status !== 0) log(result.stderr.trim());
  return result.status === 0;
}

/** Installs Debian's packages only if the program is not found otherwise. Throws `missing` if there is none. */
export function findProgram({ variable, installed, packages, missing }: ProgramSearch, log: Log = console.log): string {
  const named = process.env[variable];
  if (named && !existsSync(named)) throw new Error(`${variable} is ${named}, but there is no such file.`);
  const found = named ?? installed() ?? (aptInstall(packages, log) ? installed() : undefined);
  if (found === undefined) throw new Error(`${missing}, or set ${variable}.`);
  return found;
}

/** The folder that holds initdb, pg_ctl and postgres. */
export const findPostgres = () =>
  findProgram({
    variable: 'POSTGRES_BIN',
    installed: () => postgresFolders().find((folder) => existsSync(join(folder, 'initdb'))),
    packages: ['postgresql'],
    missing: 'The store tests need the PostgreSQL programs (initdb, postgres). Install PostgreSQL 15 or newer',
  });

export const findNginx = () =>
  findProgram({
    variable: 'NGINX_PATH',
    installed: () => firstThere([...path(), '/usr/sbin', '/usr/local/sbin'].map((folder) => join(folder, 'nginx'))),
    packages: ['nginx-light'],
    missing: 'The test of the deployment needs nginx. Install nginx 1.18 or newer',
  });

export const findSystemdAnalyze = () =>
  findProgram({
    variable: 'SYSTEMD_ANALYZE_PATH',
    installed: () => firstThere(inPath(['systemd-analyze'])),
    packages: ['systemd'],
    missing: 'The test of the units needs systemd-analyze of systemd 250 or newer. Install the package systemd',
  });

/** A font with Devanagari letters: without one, browsers draw boxes. */
export const findHindiFont = () =>
  findProgram({
    variable: 'HINDI_FONT',
    installed: () =>
      spawnSync('fc-list', [':lang=hi', 'file'], { encoding: 'utf8' }).stdout?.split(':')[0] || undefined,
    packages: ['fontconfig', 'fonts-lohit-deva'],
    missing: 'Pictures in Hindi need a font that has its letters. Install one, such as Lohit Devanagari',
  });

export const inPath = (names: readonly string[]) => path().flatMap((folder) => names.map((name) => join(folder, name)));
