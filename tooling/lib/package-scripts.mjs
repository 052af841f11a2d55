// Runs scripts of the packages by lerna, with Nx's cache: what has not changed is not run again (nx.json).
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readJson, readManifest, rootDir } from './paths.mjs';
import { runNode } from './run-node.mjs';

/**
 * One script of one package, as it went.
 * @typedef {{ script: string, folder: string, isOk: boolean, isCached: boolean, seconds: number }} Task
 *
 * @typedef {{ target: string, projectName: string, status: number, cacheStatus: string, startTime: string,
 * endTime: string }} RunTask What Nx writes of a task.
 */

/** Where Nx keeps its cache; in a git worktree it would use the main checkout's folders. */
const nxDir = join(rootDir, '.cache', 'nx');

/** The folder of every package of this repository that has scripts. */
const packageFolders = () =>
  readdirSync(rootDir)
    .filter((name) => name !== 'node_modules' && existsSync(join(rootDir, name, 'package.json')))
    .sort();

/** @type {(folder: string, script: string) => boolean} */
const hasScript = (folder, script) => Object.hasOwn(readManifest(join(rootDir, folder)).scripts, script);

/**
 * Runs `scripts` of the packages in `folders` that have them, so many tasks at a time, and returns how each went.
 * Throws when one of them was not run. Two runs beside each other need caches of two names.
 * @param {{ scripts: readonly string[], folders?: readonly string[], env?: NodeJS.ProcessEnv, atOnce?: number,
 * cache?: string, print: (line: string) => void }} what
 * @returns {Promise<Task[]>}
 */
export async function runScripts({
  scripts,
  folders = packageFolders(),
  env = {},
  atOnce = availableParallelism(),
  cache = 'tasks',
  print,
}) {
  const wanted = folders.flatMap((folder) =>
    scripts.filter((script) => hasScript(folder, script)).map((script) => ({ folder, script })),
  );
  const cacheDir = join(nxDir, cache);
  const runFile = join(cacheDir, 'run.json');
  mkdirSync(cacheDir, { recursive: true });
  rmSync(runFile, { force: true });
  const scopes = folders.flatMap((folder) => ['--scope', readManifest(join(rootDir, folder)).name]);
  const lerna = join(rootDir, 'node_modules', 'lerna', 'dist', 'cli.js');
  const options = ['--no-bail', '--loglevel', 'error', '--concurrency', String(atOnce)];
  // What Nx writes tells whether a task failed, so the exit code adds nothing.
  await runNode([lerna, 'run', scripts.join(','), ...options, ...scopes], {
    env: { NX_CACHE_DIRECTORY: cacheDir, NX_WORKSPACE_DATA_DIRECTORY: join(nxDir, `${cache}-data`), ...env },
    print,
  });
  const ran = existsSync(runFile) ? /** @type {{ tasks: RunTask[] }} */ (readJson(runFile)).tasks : [];
  return wanted.map(({ folder, script }) => {
    const { name } = readManifest(join(rootDir, folder));
    const task = ran.find(({ projectName, target }) => projectName === name && target === script);
    if (!task) throw new Error(`${script} of ${folder} was not run; lerna's output above says why.`);
    return {
      script,
      folder,
      isOk: task.status === 0,
      isCached: task.cacheStatus !== 'cache-miss',
      seconds: (Date.parse(task.endTime) - Date.parse(task.startTime)) / 1000,
    };
  });
}
