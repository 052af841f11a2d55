import { newTransactionId } from '@device-console/shared-lib/crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../core/store/store.ts';
import { demoImei } from '../modules/demo/demo-imei.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import { loginToChild, postToChild } from '../testing/child-client.ts';
import { endChild, runChildCli, startChild, timedEnd, type ChildServer } from '../testing/child-server.ts';
import { freePorts } from '../testing/free-ports.ts';
import { createGate } from '../testing/gate.ts';
import { newFolder, testRun } from '../testing/test-run.ts';
import { waitUntil } from '../testing/wait-until.ts';

jest.setTimeout(60_000);

const { bundled } = testRun();
let data: string;
beforeEach(() => {
  data = newFolder();
});

/** Extra time for a busy computer, in milliseconds. */
const LATE_MS = 5_000;

/** Uploads a file that never ends, a byte now and then; resolves once that has begun. */
async function dripping({ address }: ChildServer, token: string) {
  const gate = createGate();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from('--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n')),
    async pull(stream) {
      void gate.pass();
      await setTimeout(20, undefined, { ref: false });
      stream.enqueue(Buffer.from('1'));
    },
  });
  const own = { 'x-api-key': token, 'x-transaction-id': 'dripping-1' };
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...own };
  const upload = fetch(`${address}/bulkLockCopy.php`, { method: 'POST', body, duplex: 'half', headers });
  const broken = expect(upload).rejects.toThrow('fetch failed');
  await gate.reached;
  return { broken };
}

const [superadmin] = demoAccounts;
it('D2 keeps every acknowledged command over SIGKILL, answers it again from store and delivers it once', async () => {
  const env = { DEMO: '1', DATA_DIR: data, SIMULATOR_DELAY_MS: '3600000' };
  const first = await startChild(bundled, env);
  const token = await loginToChild(first, superadmin.email);
  const sends = Array.from({ length: 15 }, (_, index) => ({
    transactionId: newTransactionId(),
    body: { imei: demoImei(index), action: 'lock', user: superadmin.email },
  }));
  const send = (child: ChildServer, { body, transactionId }: (typeof sends)[number]) =>
    postToChild(child, 'lockNotification', body, { token, transactionId });
  const before = await Promise.all(sends.map((one) => send(first, one)));
  expect(await endChild(first, 'SIGKILL')).toBeNull();

  const second = await startChild(bundled, env);
  const after = await Promise.all(sends.map((one) => send(second, one)));
  expect(after).toEqual(before);
  expect(await endChild(second, 'SIGTERM')).toBe(0);

  const store = await openStore({ file: join(data, 'console.db') });
  const ids = sends.map((one) => one.transactionId);
  const rows = await store.db.selectFrom('commands').selectAll().where('transaction_id', 'in', ids).execute();
  await store.close();
  expect(rows.map((row) => row.imei).toSorted()).toEqual(sends.map((one) => one.body.imei).toSorted());
  expect(rows.every((row) => row.status === 'queued' || row.status === 'sent')).toBe(true);
});

it('D1 refuses to start without a key of its own: a clear message and exit code 1', async () => {
  await expect(startChild(bundled, { DATA_DIR: data })).rejects.toThrow(
    /^exit 1: The API did not start\. SHARED_KEY is not set\./,
  );
});

it('D17 a folder or a database that cannot be used is one sentence, and exit code 1', async () => {
  const file = join(data, 'a-file');
  await writeFile(file, 'no database, but longer than the head of one'.repeat(100));
  const broken = await mkdtemp(join(data, 'broken-'));
  await copyFile(file, join(broken, 'console.db'));
  const env = { SHARED_KEY: 'a key of our own, long enough', GATEWAY: 'simulator' };
  for (const [more, said] of [
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
  const ended = once(child, 'exit');
  await waitUntil('the server answers', () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      () => undefined,
      (error: unknown) => String(error),
    ),
  );
  child.kill('SIGTERM');
  await ended;
  expect(child.exitCode).toBe(0);
});

it('migrates once when two processes open a new database', async () => {
  const migrate = () => runChildCli(bundled, ['migrate'], { DATA_DIR: data });
  expect(await Promise.all([migrate(), migrate()])).toMatchObject([{ code: 0 }, { code: 0 }]);
});

it('ends in time while a body drips and a connection idles', async () => {
  const env = { DEMO: '1', DATA_DIR: data, SHUTDOWN_SECONDS: '1' };
  const child = await startChild(bundled, env);
  const { broken } = await dripping(child, await loginToChild(child, superadmin.email));
  const { code, milliseconds } = await timedEnd(child);
  await broken;
  expect(code).toBe(0);
  expect(milliseconds).toBeLessThan(1000 + LATE_MS);
});
