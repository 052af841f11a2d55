import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { runProcesses } from '../lib/console-processes.ts';
import { consoleLayout, refuseTakenPorts, settledLayout } from '../lib/layout.ts';
import { toolingDir } from '../lib/paths.mjs';
import { workshop } from '../test-support/fake-builds.ts';
import { portOf } from '../test-support/values.ts';

let made: ReturnType<typeof workshop>;
beforeEach(() => {
  made = workshop();
});
afterEach(() => made.close());

test('commands find the console that was started in DATA_DIR, whatever PORT says', () => {
  const environment = { ...process.env };
  Object.assign(process.env, { DATA_DIR: join(made.folder, 'data'), HOST: '127.0.0.1', PORT: '5000' });
  try {
    assert.equal(consoleLayout().address, 'http://127.0.0.1:5000');
    assert.equal(settledLayout().storeAddress, 'http://127.0.0.1:5001/');
    process.env['PORT'] = '6000';
    const { address, storeAddress, apiPort } = consoleLayout();
    assert.deepEqual([address, storeAddress, apiPort], ['http://127.0.0.1:5000', 'http://127.0.0.1:5001/', 5100]);
    process.env['PORT'] = '70000';
    assert.throws(settledLayout, /PORT must be a number up to 65000, not "70000"/);
  } finally {
    process.env = environment;
  }
});

test('what a process said last is told when it ends before it listens, such as that its port is taken', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const process = {
    name: 'store',
    args: [join(toolingDir, 'serve.js'), 'store', '--root', made.folder, '--port', String(portOf(busy))],
    env: {},
    ready: 'listening on',
  };
  try {
    await assert.rejects(
      runProcesses([process], () => {}),
      /^Error: store ended with 1\. Port \d+ is taken by another program\. .*choose another by --port\.$/,
    );
  } finally {
    busy.close();
  }
});

test('a process that ends takes the others with it, and what it said is told', async () => {
  const spec = (name: string, then: string) => ({
    name,
    args: ['-e', `console.log('ready'); ${then}`],
    env: {},
    ready: 'ready',
  });
  const failed = new Promise<Error>((resolve) => {
    runProcesses(
      [spec('shell', 'setInterval(() => {}, 1_000);'), spec('store', "process.kill(process.pid, 'SIGKILL');")],
      resolve,
    ).catch(resolve);
  });
  assert.equal((await failed).message, 'store ended with SIGKILL.');
});

test('a port of localhost is taken by who has it on either loopback', async () => {
  const loopbacks = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address }) => (['127.0.0.1', '::1'].includes(address) ? [address] : [])),
  );
  for (const address of loopbacks) {
    const busy = createServer().listen(0, address);
    await once(busy, 'listening');
    const port = portOf(busy);
    const refused = refuseTakenPorts([{ name: 'reference-api', port, host: 'localhost' }]);
    await assert.rejects(refused, {
      message: /^Port \d+, where reference-api is to listen, which is PORT \+ 100, is /,
    });
    busy.close();
  }
});

test('npm start at a taken port says on one line which it is and how to choose others, and ends with 1', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  try {
    const { status, stderr } = await ended([join(toolingDir, 'start.js')], {
      PORT: String(portOf(busy)),
      HOST: '127.0.0.1',
      DATA_DIR: made.folder,
    });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^Device Console did not start: Port \d+, where the console is to listen, is taken [^\n]*PORT=\d+\.\n$/,
    );
  } finally {
    busy.close();
  }
});

async function ended(args: string[], env: Record<string, string>): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status, stderr };
}
