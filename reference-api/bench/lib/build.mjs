// Builds the API's server, and what a bench needs of the API's sources and tests.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @type {(path: string) => string} */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Inside the package, where npm packages are found. */
const FOLDER = here('../../dist/bench');

export const SERVER = join(FOLDER, 'src/server.mjs');

/**
 * Builds {@link SERVER} and parts.ts; returns what that exports.
 * @type {() => Promise<Readonly<Record<string, unknown>>>}
 */
export async function build() {
  const args = [here('../../build.mjs'), FOLDER, 'src/server.ts', 'bench/lib/parts.ts'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The server could not be built.');
  return import(pathToFileURL(join(FOLDER, 'bench/lib/parts.mjs')).href);
}
