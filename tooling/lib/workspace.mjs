// Finds the parts of a console: sources in the repository, installed packages in a team's workspace outside.
/** @import { CommandName } from './commands.mjs' */
/** @import { RemoteDocument } from './publishing/rules.js' */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from './commands.mjs';
import { isInstalled, isRelease, readJson, readManifest, remoteIds, rootDir, toolingDir } from './paths.mjs';

/**
 * Builds a package by a script into its dist, or into the folder `output`.
 * @typedef {{ name: string, script: string, output?: string }} BuildJob
 */

/** @type {(name: string) => string} */
const installed = (name) => join(rootDir, 'node_modules', '@device-console', name);

export const sharedLibDir = isInstalled ? installed('shared-lib') : join(rootDir, 'shared-lib');
const devHostDir = installed('dev-host');

export const devHostFolders = { host: 'host', developmentHost: 'development-host', api: 'api', remotes: 'remotes' };

/**
 * Throws if the dev-host package is not installed.
 * @type {(part: keyof typeof devHostFolders) => string}
 */
function devHostFolder(part) {
  if (!existsSync(devHostDir))
    throw new Error(
      '@device-console/dev-host is not installed in this workspace; it is the console to run remotes in. Install ' +
        'its package beside those of shared-lib and tooling.',
    );
  return join(devHostDir, devHostFolders[part]);
}

/** The remotes that the installed dev-host contains as builds; none in the repository. */
function builtRemotes() {
  const folder = join(devHostDir, devHostFolders.remotes);
  return isInstalled && existsSync(folder) ? readdirSync(folder) : [];
}

/** Every remote of a console on this machine, sorted. Sources here replace a build of the same name. */
export const consoleRemotes = () => [...new Set([...remoteIds(), ...builtRemotes()])].sort();

/** @type {(id: string) => string} */
export const remoteBuild = (id) =>
  isInstalled && !remoteIds().includes(id) ? join(devHostFolder('remotes'), id) : join(rootDir, id, 'dist');

/**
 * The declarations of the remotes that exist only as builds.
 * @type {() => RemoteDocument[]}
 */
export const builtDeclarations = () =>
  builtRemotes()
    .filter((id) => !remoteIds().includes(id))
    .map((id) => /** @type {RemoteDocument} */ (readJson(join(remoteBuild(id), 'remote.json'))));

export const hostBuild = () => (isInstalled ? devHostFolder('host') : join(rootDir, 'shell', 'dist'));

/** The host that remotes are developed under. */
export const developmentHost = () =>
  isInstalled ? devHostFolder('developmentHost') : join(rootDir, '.cache', 'development-host');

export const apiProgram = () =>
  join(isInstalled ? devHostFolder('api') : join(rootDir, 'reference-api', 'dist'), 'server.mjs');

/** @type {(name: string) => BuildJob} */
export const webJob = (name) => ({ name, script: join(toolingDir, 'build.js') });

/** @type {() => BuildJob[]} */
export function buildJobs() {
  const remotes = remoteIds().map(webJob);
  return isInstalled
    ? remotes
    : [webJob('shell'), ...remotes, { name: 'reference-api', script: join(rootDir, 'reference-api', 'build.mjs') }];
}

/** @type {() => BuildJob[]} */
export const developmentHostJobs = () =>
  isInstalled
    ? []
    : [{ name: 'shell', script: join(toolingDir, 'development', 'development-host.js'), output: developmentHost() }];

/**
 * What to type for one of the tools: `npm run dev -- mf-reports` where this repository has a script for it, else
 * `npx device-console publish mf-reports`, in a release without npx.
 * @type {(script: CommandName, args?: string) => string}
 */
export function commandOf(script, args = '') {
  const isScript = !isInstalled && !isRelease && Object.hasOwn(readManifest(rootDir).scripts, script);
  if (isScript) return `npm run ${script}${args && ` -- ${args}`}`;
  return `${isRelease ? '' : 'npx '}device-console ${commands[script].outside ?? script}${args && ` ${args}`}`;
}
