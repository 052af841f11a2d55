// Where things lie in this repository, and which packages are remotes.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const toolingDir = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const rootDir = resolve(toolingDir, '..');

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Writes a JSON file so that readers see the old or the new one, never half of it. */
export function writeJsonAtomically(file, value) {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(temporary, file);
}

/** Folder names of all remotes: every mf-* folder with a package.json, in alphabetical order. */
export function remoteIds() {
  return readdirSync(rootDir)
    .filter((name) => name.startsWith('mf-') && existsSync(join(rootDir, name, 'package.json')))
    .sort();
}

/** DATA_DIR, or .data in the repository: database, registry, published remotes. */
export const dataDir = () => resolve(process.env.DATA_DIR ?? join(rootDir, '.data'));
