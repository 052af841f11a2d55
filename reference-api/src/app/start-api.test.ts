import { setImmediate } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chainEnd } from '../modules/audit-chain/sealer.ts';
import { HEADS_FILE, readHeads, verifyChain } from '../modules/audit-chain/verify-chain.ts';
import { readSettings } from './configuration/environment.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import { loginToChild } from '../testing/child-client.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import { EPOCH_SETTING, readSetting } from '../core/store/settings.ts';
import { cliParts } from '../testing/cli-parts.ts';
import { runCli } from './run-cli.ts';
import { startApi } from './start-api.ts';
import { newFolder } from '../testing/test-run.ts';
import { openStore } from './open-store.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

function start(more: Readonly<Record<string, string>> = {}) {
  const usual = {
    SHARED_KEY: 'a key of sixteen letters',
    GATEWAY: 'simulator',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  return startApi(readSettings({ ...usual, DATA_DIR: folder, PORT: '0', ...more }));
}

it.each(['PORT', 'METRICS_PORT'])('says of a %s that is taken which it is, and how to choose another', async (name) => {
  const busy = await start();
  const { port } = new URL(busy.address);
  const text = `Port ${port} is taken by another program. End that program, or choose another by ${name}.`;
  await expect(start({ METRICS_PORT: '0', [name]: port })).rejects.toEqual(new ConfigurationError(text));
  await busy.close();
});

it.each([
  ['a new database', 'new'],
  ['one that others could read', 'readable'],
])('keeps every file in DATA_DIR for its own user alone, whatever the umask: %s', async (_title, before) => {
  const database = join(folder, 'console.db');
  if (before === 'readable') await (await openStore({ file: database })).close();
  const modes = async () => {
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const found = names.map(async ({ parentPath, name }) => [name, (await stat(join(parentPath, name))).mode & 0o777]);
    return Object.fromEntries(await Promise.all(found)) as Record<string, number>;
  };
  if (before === 'readable') await chmod(database, 0o644);
  const umask = process.umask(0o022);
  const api = await start({ DEMO: '1' });
  process.umask(umask);
  const found = await modes();
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['console.db', 'console.db-shm', 'console.db-wal']));
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 0o600])));
  await api.close();
});

it('serves figures on a port of their own where it is told to, and nowhere else', async () => {
  const quiet = await start();
  expect(quiet.addresses.has('metrics')).toBe(false);
  expect((await fetch(`${quiet.address}/metrics`)).status).toBe(404);
  await quiet.close();

  const api = await start({ METRICS_PORT: '0' });
  await fetch(`${api.address}/livez`);
  const text = await (await fetch(`${api.addresses.get('metrics')}/metrics`)).text();
  expect(text).toContain('device_console_http_seconds_count{method="GET",route="/livez",status="200"} 1');
  expect(text).toMatch(/device_console_info\{database="sqlite",gateway="simulator",schema="\d{4}-[\w-]+"\} 1/);
  await api.close();
  await expect(fetch(`${api.addresses.get('metrics')}/metrics`)).rejects.toThrow('fetch failed');
});

it('A6 A7 seals the audit, and writes where its chain ends when it ends itself, for its own user alone', async () => {
  const api = await start();
  const headers = { 'x-api-key': 'unknown', 'x-transaction-id': 'abcdefgh' };
  expect((await fetch(`${api.address}/homeData.php`, { headers })).status).toBe(401);
  await api.close();
  const file = join(folder, HEADS_FILE);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const store = await openStore({ file: join(folder, 'console.db') });
  const { sequence, hash } = await chainEnd(store.db);
  const epoch = await readSetting(store.db, EPOCH_SETTING);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ at: expect.any(String), sequence, hash, epoch });
  const list = { heads: await readHeads(file), epoch: epoch ?? '', restored: false };
  const heads = { fitting: lines.length, passedOver: 0 };
  expect(await verifyChain(store.db, list)).toMatchObject({ rows: 1, unsealed: 0, heads });
  await store.close();
});

it('does not start on a database of an earlier time, until somebody marks it as restored', async () => {
  const useOnce = async (more = {}): Promise<void> => {
    const api = await start(more);
    const headers = { 'x-api-key': 'unknown', 'x-transaction-id': randomUUID() };
    expect((await fetch(`${api.address}/homeData.php`, { headers })).status).toBe(401);
    await api.close();
  };
  await useOnce();
  const snapshot = join(folder, 'snapshot');
  await copyFile(join(folder, 'console.db'), snapshot);
  await useOnce();
  // A closed file of SQLite is held by this process for a while: each start has a folder of its own.
  const backIn = async (): Promise<string> => {
    const other = newFolder();
    await copyFile(snapshot, join(other, 'console.db'));
    await copyFile(join(folder, HEADS_FILE), join(other, HEADS_FILE));
    return other;
  };
  await expect(start({ DATA_DIR: await backIn() })).rejects.toThrow(
    /^The database is older than what this server saw of it at .* mark-restored/,
  );
  const marked = await backIn();
  await runCli(['mark-restored'], cliParts({ file: join(marked, 'console.db') }));
  await useOnce({ DATA_DIR: marked });
});

it('leaves a body that drips half of the shutdown time, and an idle connection none', async () => {
  const api = await start({ DEMO: '1', SHUTDOWN_SECONDS: '600', SHARED_KEY: '' });
  const [superadmin] = demoAccounts;
  const { write, closed } = await rawRequest(api.address, 'POST /bulkLockCopy.php', {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 10_000,
    'x-api-key': await loginToChild(api, superadmin.email),
    'x-transaction-id': 'dripping-1',
  });
  const idle = await rawRequest(api.address, 'GET /livez', {});
  await idle.head();
  write('--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n');
  // Its half of the time passes when the test says so, however busy the computer is.
  const timers = jest.spyOn(globalThis, 'setTimeout');
  let isOver = false;
  const closing = api.close().finally(() => (isOver = true));
  const atHalf = timers.mock.calls.flatMap(([pass, wait]) => (wait === 300_000 ? [pass] : []));
  timers.mockRestore();
  expect(atHalf).toHaveLength(1);
  await idle.closed();
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(isOver).toBe(false);
  for (const pass of atHalf) pass();
  await Promise.all([closing, closed()]);
});
