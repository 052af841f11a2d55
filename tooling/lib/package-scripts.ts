// Runs package scripts by lerna with Nx's cache: unchanged tasks are not run again (nx.json).
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readJson, readManifest, rootDir } from './paths.mjs';
import { type Log, runNode } from './run-node.ts';

export type Task = { script: string; folder: string; isOk: boolean; seconds: number };

/** A task in the file that Nx writes. */
type RunTask = { status: number } & Record<'target' | 'projectName' | 'startTime' | 'endTime', string>;

/** The folder of Nx's cache. By default, a git worktree would use the main checkout's. */
const nxDir = join(rootDir, '.cache', 'nx');

const packageFolders = () =>
  readdirSync(rootDir)
    .filter((name) => name !== 'node_modules' && existsSync(join(rootDir, name, 'package.json')))
    .sort();

/**
 * Runs `scripts` in those packages of `folders` that have them, `atOnce` tasks at a time. Returns the result of each.
 * Throws if one of them was not run. Parallel runs need different `cache` names.
 */
export async function runScripts({
  scripts,
  folders = packageFolders(),
  env = {},
  atOnce = availableParallelism(),
  cache = 'tasks',
  print,
}: {
  scripts: readonly string[];
  folders?: readonly string[];
  env?: NodeJS.ProcessEnv;
  atOnce?: number;
  cache?: string;
  print: Log;
}): Promise<Task[]> {
  const wanted = folders.flatMap((folder) => {
    const { name, scripts: known } = readManifest(join(rootDir, folder));
    return scripts.filter((script) => Object.hasOwn(known, script)).map((script) => ({ folder, name, script }));
  });
  const cacheDir = join(nxDir, cache);
  const runFile = join(cacheDir, 'run.json');
  mkdirSync(cacheDir, { recursive: true });
  rmSync(runFile, { force: true });
  const lerna = join(rootDir, 'node_modules', 'lerna', 'dist', 'cli.js');
  const scopes = wanted.flatMap(({ name }) => ['--scope', name]);
  const options = ['--no-bail', '--loglevel', 'error', '--concurrency', String(atOnce), ...scopes];
  // The exit code is not needed: the file that Nx writes says which tasks failed.
  await runNode([lerna, 'run', scripts.join(','), ...options], {
    env: { NX_CACHE_DIRECTORY: cacheDir, NX_WORKSPACE_DATA_DIRECTORY: join(nxDir, `${cache}-data`), ...env },
    print,
  });
  const ran = existsSync(runFile) ? (readJson(runFile) as { tasks: RunTask[] }).tasks : [];
  return wanted.map(({ folder, name, script }) => {
    const task = ran.find(({ projectName, target }) => projectName === name && target === script);
    if (!task) throw new Error(`${script} of ${folder} was not run; lerna's output above says why.`);
    return {
      script,
      folder,
      isOk: task.status === 0,
      seconds: (Date.parse(task.endTime) - Date.parse(task.startTime)) / 1000,
    };
  });
}
