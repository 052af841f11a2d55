import { newTransactionId } from '@device-console/shared-lib/crypto';
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoImei } from '../modules/demo/demo-imei.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import { clientOf, loginToChild } from '../testing/child-client.ts';
import { endChild, runChildCli, startChild, type ChildServer } from '../testing/child-server.ts';
import { freePorts } from '../testing/free-ports.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { newFolder, testRun } from '../testing/test-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { openStore } from './open-store.ts';

jest.setTimeout(60_000);

const { bundled } = testRun();
let data: string;
beforeEach(() => {
  data = newFolder();
});

const [superadmin] = demoAccounts;
it('D2 keeps every acknowledged command over SIGKILL, answers it again from store and delivers it once', async () => {
  const env = { DEMO: '1', DATA_DIR: data, SIMULATOR_DELAY_MS: '3600000' };
  const first = await startChild(bundled, env);
  const token = await loginToChild(first, superadmin.email);
  const sends = Array.from({ length: 15 }, (_, index) => ({
    transactionId: newTransactionId(),
    body: { imei: demoImei(index), action: 'lock', user: superadmin.email },
  }));
  const sendAll = async (child: ChildServer) => {
    const { ask } = await clientOf(child);
    return Promise.all(sends.map(({ body, transactionId }) => ask('lockNotification', body, { token, transactionId })));
  };
  const before = await sendAll(first);
  expect(await endChild(first, 'SIGKILL')).toBeNull();

  const second = await startChild(bundled, env);
  expect(await sendAll(second)).toEqual(before);
  expect(await endChild(second, 'SIGTERM')).toBe(0);

  const store = await openStore({ file: join(data, 'console.db') });
  const ids = sends.map((one) => one.transactionId);
  const rows = await store.db.selectFrom('commands').selectAll().where('transaction_id', 'in', ids).execute();
  await store.close();
  expect(rows.map((row) => row.imei).toSorted()).toEqual(sends.map((one) => one.body.imei).toSorted());
  expect(rows.every((row) => row.status === 'queued' || row.status === 'sent')).toBe(true);
});

it('D1 D17 what it cannot start with is one sentence, and exit code 1: no key, a folder, a database', async () => {
  const file = join(data, 'a-file');
  await writeFile(file, 'no database, but longer than the head of one'.repeat(100));
  const broken = await mkdtemp(join(data, 'broken-'));
  await copyFile(file, join(broken, 'console.db'));
  const env = { SHARED_KEY: 'a key of our own, long enough', GATEWAY: 'simulator' };
  for (const [more, said] of [
    [{ DATA_DIR: data, SHARED_KEY: '' }, 'SHARED_KEY is not set.'],
    [{ DATA_DIR: file }, `DATA_DIR="${file}" cannot be used: EEXIST`],
    [{ DATA_DIR: broken }, `The database ${broken}/console.db in DATA_DIR cannot be used: `],
    [{ DATA_DIR: data, DATABASE_URL: 'postgres://a@127.0.0.1:9/b' }, 'The database of DATABASE_URL cannot be used: '],
  ] as const) {
    const refusal: unknown = await startChild(bundled, { ...env, ...more }).catch((error: unknown) => error);
    const lines = String(refusal).trim().split('\n');
    expect(lines).toEqual([expect.stringContaining(`exit 1: The API did not start. ${said}`)]);
  }
});

it('serves, and ends when it is told to, without a reader of its output', async () => {
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [join(bundled, 'server.mjs')], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: data, DEMO: '1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  child.stderr.destroy();
  await waitUntil('the server answers', () => fetch(`http://127.0.0.1:${port}/livez`).then(() => undefined, String));
  expect(await endChild({ process: child }, 'SIGTERM')).toBe(0);
});

it('migrates once when two processes open a new database', async () => {
  const migrate = () => runChildCli(bundled, ['migrate'], { DATA_DIR: data });
  expect(await Promise.all([migrate(), migrate()])).toMatchObject([{ code: 0 }, { code: 0 }]);
});

it('ends in time while a body drips and a connection idles', async () => {
  // It breaks connections off after half of that, and has the other half to end by itself: else its exit code is 1.
  const env = { DEMO: '1', DATA_DIR: data, SHUTDOWN_SECONDS: '20' };
  const child = await startChild(bundled, env);
  const token = await loginToChild(child, superadmin.email);
  const { write, closed } = await rawRequest(child.address, 'POST /bulkLockCopy.php', {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 10_000,
    'x-api-key': token,
    'x-transaction-id': 'dripping-1',
  });
  write('--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n');
  const dripping = setInterval(write, 20, '1');
  // Once this is answered the upload has begun, and its connection idles.
  await fetch(`${child.address}/livez`);
  expect(await endChild(child, 'SIGTERM')).toBe(0);
  await closed();
  clearInterval(dripping);
});
