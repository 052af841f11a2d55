// The folders of this workspace, and which of its packages are remotes.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { messageOf } from './errors.mjs';

/**
 * @typedef {{
 * name: string,
 * version: string,
 * type?: string,
 * bin?: Record<string, string>,
 * sideEffects?: string[],
 * engines?: Record<string, string>,
 * workspaces?: string[],
 * exports: Record<string, string>,
 * scripts: Record<string, string>,
 * dependencies: Record<string, string>,
 * devDependencies: Record<string, string>,
 * }} PackageManifest
 */

export const toolingDir = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Whether these tools are installed in a team's workspace, rather than part of the repository. */
export const isInstalled = basename(resolve(toolingDir, '../..')) === 'node_modules';

/** The folder above the remotes: the repository, or the workspace whose node_modules holds these tools. */
export const rootDir = resolve(toolingDir, isInstalled ? '../../..' : '..');

/** What a release says of itself; it has this file at its top. */
export const releaseFile = 'release.json';

/** Whether these tools are part of a release, which holds builds and no sources of packages. */
export const isRelease = existsSync(join(rootDir, releaseFile));

/**
 * Reads a JSON file, with or without a byte order mark. Throws a SyntaxError that names the file.
 * @type {(file: string) => unknown}
 */
export function readJson(file) {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError(`${file} is not JSON: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Unchecked, because npm has already read it.
 * @type {(folder: string) => PackageManifest}
 */
export const readManifest = (folder) => /** @type {PackageManifest} */ (readJson(join(folder, 'package.json')));

/**
 * Writes a JSON file atomically: readers see the old or the new one, never half of it.
 * @type {(file: string, value: unknown) => void}
 */
export function writeJsonAtomically(file, value) {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(temporary, file);
}

/** The file that describes a remote built by other tools. */
export const describedFile = 'device-console.json';

/** Folder names of all remotes that these tools build: every mf-* folder with a package.json, in alphabetical order. */
export const remoteIds = () => remoteFolders().filter((name) => !existsSync(join(rootDir, name, describedFile)));

/** Folder names of the remotes that other tools build. */
export const adoptedIds = () => remoteFolders().filter((name) => existsSync(join(rootDir, name, describedFile)));

/** The folder for the adopted build, beside the build of other tools. */
export const adoptedFolder = 'adopted';

const remoteFolders = () =>
  readdirSync(rootDir)
    .filter((name) => name.startsWith('mf-') && existsSync(join(rootDir, name, 'package.json')))
    .sort();

/** DATA_DIR, or .data in the workspace: database, registry, published remotes. */
export const dataDir = () => resolve(process.env['DATA_DIR'] ?? join(rootDir, '.data'));

/**
 * TypeScript's native compiler, which checks a package in a second or two. Found on demand: an installation that only
 * runs a console lacks it. Loaders and lint rules need the older compiler, which they can import.
 */
export const nativeCompiler = () =>
  join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin', 'tsc');

/**
 * Returns null if the text is not JSON.
 * @type {(text: string) => unknown}
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
