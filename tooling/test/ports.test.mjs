/** @import { ProcessSpec } from '../lib/console-processes.mjs' */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { runProcesses } from '../lib/console-processes.mjs';
import { toolingDir } from '../lib/paths.mjs';
import { readPorts, refuseTakenPorts, settlePorts } from '../lib/ports.mjs';
import { workshop } from '../test-support/fake-builds.mjs';
import { defined, portOf } from '../test-support/values.mjs';

/** @type {ReturnType<typeof workshop>} */
let made;
beforeEach(() => {
  made = workshop();
});
afterEach(() => made.close());

/** @type {(ids: string[], more?: Partial<Parameters<typeof settlePorts>[0]>) => ReturnType<typeof settlePorts>} */
const settle = (ids, more = {}) =>
  settlePorts({ dataDir: made.folder, ids, port: 5000, host: 'localhost', isFree: async () => true, ...more });

test("remotes get the ports after the console's, once: a new folder moves nobody, a lost one keeps its", async () => {
  assert.deepEqual((await settle(['mf-b', 'mf-c'])).remotes, { 'mf-b': 5001, 'mf-c': 5002 });
  assert.deepEqual((await settle(['mf-a', 'mf-b', 'mf-c'])).remotes, { 'mf-b': 5001, 'mf-c': 5002, 'mf-a': 5003 });
  assert.deepEqual((await settle(['mf-a', 'mf-c', 'mf-d'])).remotes, {
    'mf-b': 5001,
    'mf-c': 5002,
    'mf-a': 5003,
    'mf-d': 5004,
  });
  assert.deepEqual(defined(readPorts(made.folder)).remotes, { 'mf-b': 5001, 'mf-c': 5002, 'mf-a': 5003, 'mf-d': 5004 });
});

test('PORT moves the whole block of a fresh DATA_DIR, and later the console; remotes stay as announced', async () => {
  await settle(['mf-b'], { port: 6000 });
  const later = await settle(['mf-a', 'mf-b'], { port: 7000, host: '127.0.0.1' });
  assert.deepEqual(later, {
    schemaVersion: 1,
    host: '127.0.0.1',
    console: 7000,
    remotes: { 'mf-b': 6001, 'mf-a': 6002 },
  });
});

test('a port that something listens on is passed over, and so is that of the API', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const port = portOf(busy);
  try {
    const { remotes } = await settlePorts({ dataDir: made.folder, ids: ['mf-a'], port: port - 1, host: '127.0.0.1' });
    assert.notEqual(remotes['mf-a'], port);
  } finally {
    busy.close();
  }
  const many = Array.from({ length: 120 }, (_, index) => `mf-${String(index).padStart(3, '0')}`);
  mkdirSync(join(made.folder, 'many'));
  const ports = Object.values((await settle(many, { dataDir: join(made.folder, 'many') })).remotes);
  assert.equal(new Set(ports).size, 120);
  assert.ok(!ports.includes(5000) && !ports.includes(5100));
});

test('consoles that start at the same time in one DATA_DIR give no port twice', async () => {
  await Promise.all(['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'].map((id) => settle([id])));
  const ports = Object.values(defined(readPorts(made.folder)).remotes);
  assert.equal(new Set(ports).size, 5);
});

test('a ports.json that cannot be read is named, with what to do, and stays as it is', async () => {
  const file = join(made.folder, 'ports.json');
  for (const text of [
    '{"remotes"',
    '{"schemaVersion":1,"host":"localhost","console":5000,"remotes":{"mf-a":"5001"}}',
  ]) {
    writeFileSync(file, text);
    await assert.rejects(settle(['mf-a']), /ports\.json is not a list of ports.*Restore it, or delete it/);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
});

test('where no console has been started yet there are no ports', () => {
  assert.equal(readPorts(made.folder), null);
});

test('a start whose port somebody else has taken says which, and how to go on', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const process = {
    name: 'mf-a',
    args: [join(toolingDir, 'serve.mjs'), 'remote', '--root', made.folder, '--port', String(portOf(busy))],
    env: {},
    ready: 'listening on',
  };
  try {
    await assert.rejects(
      runProcesses([process], () => {}),
      /^Error: Port \d+, where mf-a is to listen, is taken by another program\. .*take mf-a out of ports\.json[^\n]*$/,
    );
  } finally {
    busy.close();
  }
});

test('the console goes on without the server of a remote that ends, and says so', async () => {
  /** @type {(name: string, then: string) => ProcessSpec} */
  const spec = (name, then) => ({
    name,
    args: ['-e', `console.log('ready'); ${then}`],
    env: {},
    ready: 'ready',
    mayEnd: name !== 'shell',
  });
  /** @type {string[]} */
  const failures = [];
  /** @type {(text: string) => void} */
  let tell = () => {};
  const told = new Promise((/** @type {(text: string) => void} */ resolve) => {
    tell = resolve;
  });
  const stays = 'setInterval(() => {}, 1_000);';
  const running = await runProcesses(
    [spec('shell', stays), spec('mf-a', "process.kill(process.pid, 'SIGKILL');")],
    ({ message }) => failures.push(message),
    { tell },
  );
  assert.equal(await told, 'mf-a ended with SIGKILL. The console goes on without it; start anew to have it back.');
  assert.deepEqual(failures, []);
  assert.equal((await running.end()).length, 1);
});

test('a port of localhost is taken by who has it on either loopback', async () => {
  const loopbacks = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address }) => (['127.0.0.1', '::1'].includes(address) ? [address] : [])),
  );
  for (const address of loopbacks) {
    const busy = createServer().listen(0, address);
    await once(busy, 'listening');
    const port = portOf(busy);
    const refused = refuseTakenPorts([{ name: 'reference-api', port, host: 'localhost' }], { dataDir: '/data' });
    await assert.rejects(refused, {
      message: /^Port \d+, where reference-api is to listen, which is PORT \+ 100, is /,
    });
    busy.close();
  }
});

test('before anything is built, a start says on one line which port is taken and how to choose others', async () => {
  const parts = [
    { name: 'the console', port: 5000, host: 'localhost' },
    { name: 'mf-a', port: 5001, host: 'localhost' },
  ];
  /** @type {(taken: number) => Promise<void>} */
  const refuse = (taken) => refuseTakenPorts(parts, { dataDir: '/data', isFree: async (port) => port !== taken });
  await refuse(6000);
  await assert.rejects(refuse(5000), {
    message: /^Port 5000, where the console is to listen, is taken [^\n]*choose others by PORT, such as PORT=\d+\.$/,
  });
  await assert.rejects(refuse(5001), { message: /^Port 5001, where mf-a [^\n]*ports\.json in \/data[^\n]*\.$/ });
});

test('npm start at a taken port ends with that line and code 1, and no stack', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  try {
    const { status, stderr } = await ended([join(toolingDir, 'start.mjs')], {
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

/** @type {(args: string[], env: Record<string, string>) => Promise<{ status: number | null, stderr: string }>} */
async function ended(args, env) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status, stderr };
}
