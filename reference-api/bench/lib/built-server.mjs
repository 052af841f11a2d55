// The built API in its own processes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the server into a folder inside the package, where npm packages are found; returns its file. */
export function buildServer(name) {
  const folder = here(`../../dist/${name}`);
  const { status } = spawnSync(process.execPath, [here('../../build.mjs'), folder], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The server could not be built.');
  return join(folder, 'server.mjs');
}

/** Starts a server on a free port, and waits until it listens. */
export async function startServer(file, environment) {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...environment },
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
        async end(signal = 'SIGTERM') {
          const ended = once(child, 'exit');
          child.kill(signal);
          await ended;
        },
      };
  }
  throw new Error('The server ended before it listened.');
}
