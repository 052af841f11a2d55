import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chainEnd } from '../modules/audit-chain/sealer.ts';
import { HEADS_FILE, readHeads, verifyChain } from '../modules/audit-chain/verify-chain.ts';
import { readSettings } from './configuration/environment.ts';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import { EPOCH_SETTING, readSetting } from '../core/store/settings.ts';
import { startApi } from './start-api.ts';
import { newFolder } from '../testing/test-run.ts';
import { openStore } from './open-store.ts';

const KEY = { SHARED_KEY: 'a key of sixteen letters', GATEWAY: 'simulator', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

it.each(['PORT', 'METRICS_PORT'])('says of a %s that is taken which it is, and how to choose another', async (name) => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const port = String((busy.address() as AddressInfo).port);
  const settings = readSettings({ ...KEY, DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', [name]: port });
  const text = `Port ${port} is taken by another program. End that program, or choose another by ${name}.`;
  await expect(startApi(settings)).rejects.toEqual(new ConfigurationError(text));
  busy.close();
});

it('serves figures on a port of their own where it is told to, and nowhere else', async () => {
  const quiet = await startApi(readSettings({ ...KEY, DATA_DIR: folder, PORT: '0' }));
  expect(quiet.metricsAddress).toBeUndefined();
  expect((await fetch(`${quiet.address}/metrics`)).status).toBe(404);
  await quiet.close();

  const api = await startApi(readSettings({ ...KEY, DATA_DIR: folder, PORT: '0', METRICS_PORT: '0' }));
  await fetch(`${api.address}/livez`);
  const text = await (await fetch(`${api.metricsAddress}/metrics`)).text();
  expect(text).toContain('device_console_http_seconds_count{method="GET",route="/livez",status="200"} 1');
  expect(text).toMatch(/device_console_info\{database="sqlite",gateway="simulator",schema="\d{4}-[\w-]+"\} 1/);
  await api.close();
  await expect(fetch(`${api.metricsAddress}/metrics`)).rejects.toThrow('fetch failed');
});

it('A6 A7 seals the audit, and writes where its chain ends when it ends itself, for its own user alone', async () => {
  const settings = readSettings({ ...KEY, DATA_DIR: folder, PORT: '0' });
  const api = await startApi(settings);
  const headers = { 'x-api-key': 'unknown', 'x-transaction-id': 'abcdefgh' };
  expect((await fetch(`${api.address}/homeData.php`, { headers })).status).toBe(401);
  await api.close();
  const file = join(folder, HEADS_FILE);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const store = await openStore(settings.location);
  const { sequence, hash } = await chainEnd(store.db);
  const epoch = await readSetting(store.db, EPOCH_SETTING);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ at: expect.any(String), sequence, hash, epoch });
  const list = { heads: await readHeads(file), epoch: epoch ?? '', restored: false };
  const heads = { fitting: lines.length, passedOver: 0 };
  expect(await verifyChain(store.db, list)).toMatchObject({ rows: 1, unsealed: 0, heads });
  await store.close();
});
