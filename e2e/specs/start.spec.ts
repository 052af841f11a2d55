import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '../support/ports.ts';
import { expect, test as base } from '../support/test.ts';
import { rootDir } from '../support/test-console.ts';

const test = base.extend<{ dataDir: string }>({
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'device-console-start-'));
    await use(dataDir);
    // The API closes its database shortly after it has stopped listening.
    await rm(dataDir, { recursive: true, maxRetries: 50, retryDelay: 200 });
  },
});

const isServing = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/livez`).then(
    () => true,
    () => false,
  );

test('npm start says which ports it takes, and a SIGTERM to npm ends every process', async ({ dataDir }, worker) => {
  test.setTimeout(240_000);
  const port = portOf('npm start', worker);
  const npm = spawn('npm', ['start'], {
    cwd: rootDir,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  try {
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    await expect.poll(() => output, { timeout: 150_000 }).toContain('Ctrl-C ends it.');
    const line = /^Ports: (.*)$/m.exec(output)?.[1] ?? '';
    expect(line).toMatch(new RegExp(`^${port} console, ${port + 1} remotes, ${port + 100} API$`));
    const ports = [...line.matchAll(/\d{4,5}/g)].map(([number]) => Number(number));
    expect(await Promise.all(ports.map(isServing))).toEqual(ports.map(() => true));

    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => Promise.all(ports.map(isServing))).toEqual(ports.map(() => false));
  } finally {
    // Processes left over from a failure would hold the ports of the next run.
    npm.kill('SIGTERM');
    await ended;
  }
});
