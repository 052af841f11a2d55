// The built API in its own processes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @type {(path: string) => string} */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Inside the package, where npm packages are found. */
const FOLDER = here('../../dist/bench');

/**
 * Builds the server, and parts.ts; returns what that exports.
 * @type {() => Promise<Readonly<Record<string, unknown>>>}
 */
export async function build() {
  const args = [here('../../build.mjs'), FOLDER, 'src/server.ts', 'bench/lib/parts.ts'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The server could not be built.');
  return import(pathToFileURL(join(FOLDER, 'bench/lib/parts.mjs')).href);
}

/** Starts the server that was built, on a free port, and waits until it listens. */
export async function startServer(/** @type {NodeJS.ProcessEnv} */ environment) {
  const child = spawn(process.execPath, [join(FOLDER, 'src/server.mjs')], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined)
      return {
        address,
        /** Returns the most memory that the server has held so far, in megabytes. */
        peakMegabytes: () =>
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
        async end(/** @type {NodeJS.Signals} */ signal = 'SIGTERM') {
          const ended = once(child, 'exit');
          child.kill(signal);
          await ended;
        },
      };
  }
  throw new Error('The server ended before it listened.');
}
