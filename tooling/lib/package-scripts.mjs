// Runs scripts of the packages by lerna, with Nx's cache: what has not changed is not run again (nx.json).
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readJson, readManifest, rootDir } from './paths.mjs';

/**
 * One script of one package, as it went.
 * @typedef {{ script: string, folder: string, isOk: boolean, isCached: boolean, seconds: number }} Task
 *
 * @typedef {{ target: string, projectName: string, status: number, cacheStatus: string, startTime: string,
 * endTime: string }} RunTask What Nx writes of a task.
 */

// In a worktree of git, Nx would take the folders of the main checkout.
const cacheDir = join(rootDir, '.cache', 'nx', 'tasks');
const dataDir = join(rootDir, '.cache', 'nx', 'data');
const runFile = join(cacheDir, 'run.json');

/** The folder of every package of this repository that has scripts. */
const packageFolders = () =>
  readdirSync(rootDir)
    .filter((name) => name !== 'node_modules' && existsSync(join(rootDir, name, 'package.json')))
    .sort();

/** @type {(folder: string, script: string) => boolean} */
const hasScript = (folder, script) => Object.hasOwn(readManifest(join(rootDir, folder)).scripts, script);

/**
 * Runs `scripts` of the packages in `folders` that have them, so many tasks at a time, and returns how each went.
 * Throws when one of them was not run.
 * @param {{ scripts: readonly string[], folders?: readonly string[], env?: NodeJS.ProcessEnv, atOnce?: number }} what
 * @returns {Promise<Task[]>}
 */
export async function runScripts({ scripts, folders = packageFolders(), env = {}, atOnce = availableParallelism() }) {
  const wanted = folders.flatMap((folder) =>
    scripts.filter((script) => hasScript(folder, script)).map((script) => ({ folder, script })),
  );
  mkdirSync(dirname(runFile), { recursive: true });
  rmSync(runFile, { force: true });
  const scopes = folders.flatMap((folder) => ['--scope', readManifest(join(rootDir, folder)).name]);
  await lerna(['run', scripts.join(','), '--no-bail', '--concurrency', String(atOnce), ...scopes], env);
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

/**
 * Whether a task failed is read from what Nx writes of it, so the exit code says nothing more.
 * @type {(args: readonly string[], env: NodeJS.ProcessEnv) => Promise<void>}
 */
function lerna(args, env) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(rootDir, 'node_modules', 'lerna', 'dist', 'cli.js'), ...args], {
      cwd: rootDir,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NX_CACHE_DIRECTORY: cacheDir, NX_WORKSPACE_DATA_DIRECTORY: dataDir, ...env },
    });
    child.once('error', failed);
    child.once('close', () => done());
  });
}
