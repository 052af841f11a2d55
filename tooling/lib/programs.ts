// Finds the programs that the gate needs in addition to Node: by a variable, among those installed, or by installing
// Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Log } from './run-node.ts';

/** How to find a program: `installed` looks for it, Debian's `packages` have it, `missing` says that it is needed. */
type ProgramSearch = { installed: () => string | undefined; packages: readonly string[]; missing: string };

const path = () => (process.env['PATH'] ?? '').split(delimiter);

export const inPath = (names: readonly string[]) => path().flatMap((folder) => names.map((name) => join(folder, name)));

export const firstThere = (files: readonly string[]): string | undefined => files.find((file) => existsSync(file));

const folders = (place: string): readonly string[] =>
  existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : [];

function postgresFolders() {
  const debian = folders('/usr/lib/postgresql').map((version) => join(version, 'bin'));
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

/**
 * The program that the environment's `variable` names, else an installed one. Installs Debian's packages only if there
 * is none. Throws `missing` if that does not help.
 */
export function findProgram(variable: string, search: ProgramSearch, log: Log = console.log): string {
  const named = process.env[variable];
  if (named && !existsSync(named)) throw new Error(`${variable} is ${named}, but there is no such file.`);
  const found = named ?? search.installed() ?? (aptInstall(search.packages, log) ? search.installed() : undefined);
  if (found === undefined) throw new Error(`${search.missing}, or set ${variable}.`);
  return found;
}

const searches = {
  // The folder that holds initdb, pg_ctl and postgres.
  POSTGRES_BIN: {
    installed: () => postgresFolders().find((folder) => existsSync(join(folder, 'initdb'))),
    packages: ['postgresql'],
    missing: 'The store tests need the PostgreSQL programs (initdb, postgres). Install PostgreSQL 15 or newer',
  },
  NGINX_PATH: {
    installed: () => firstThere([...inPath(['nginx']), '/usr/sbin/nginx', '/usr/local/sbin/nginx']),
    packages: ['nginx-light'],
    missing: 'The test of the deployment needs nginx. Install nginx 1.18 or newer',
  },
  SYSTEMD_ANALYZE_PATH: {
    installed: () => firstThere(inPath(['systemd-analyze'])),
    packages: ['systemd'],
    missing: 'The test of the units needs systemd-analyze of systemd 250 or newer. Install the package systemd',
  },
  FIREFOX_PATH: {
    installed: () => firstThere(inPath(['firefox-esr', 'firefox'])),
    packages: ['firefox-esr'],
    missing: 'The journey in Firefox needs Firefox 121 or newer. Install it (Debian: apt-get install firefox-esr)',
  },
  WEBKIT_DRIVER_PATH: {
    installed: () => firstThere(inPath(['WebKitWebDriver'])),
    packages: ['webkit2gtk-driver'],
    missing: 'The journey in WebKit needs WebKitWebDriver. Install it (Debian: apt-get install webkit2gtk-driver)',
  },
  MINIBROWSER_PATH: {
    installed: () => firstThere(folders('/usr/lib').map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser'))),
    packages: ['webkit2gtk-driver'],
    missing: "The journey in WebKit needs WebKitGTK's MiniBrowser. Install it (Debian: webkit2gtk-driver)",
  },
  XVFB_PATH: {
    installed: () => firstThere(inPath(['Xvfb'])),
    packages: ['xvfb'],
    missing: 'The journey in WebKit needs a virtual display. Install Xvfb (Debian: apt-get install xvfb)',
  },
};

/** The environment that names these programs for tests. */
export const findPrograms = (...variables: (keyof typeof searches)[]): Record<string, string> =>
  Object.fromEntries(variables.map((variable) => [variable, findProgram(variable, searches[variable])] as const));
