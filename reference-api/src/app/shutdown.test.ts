import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts } from '../demo/prepare-demo.ts';
import { loginToChild } from '../testing/child-client.ts';
import { bundle, startChild, type ChildServer } from '../testing/child-server.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../testing/throwaway-postgres.ts';

jest.setTimeout(60_000);

const DEADLINE_SECONDS = 1;
/** What a busy computer may take besides. */
const LATE_MS = 5_000;

let bundled: string;
let data: string;
beforeAll(async () => {
  bundled = await bundle(`shutdown-${process.pid}`);
  data = await mkdtemp(join(tmpdir(), 'device-console-end-'));
});
afterAll(async () => {
  await rm(bundled, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
});

/** Asks a child to end; returns its exit code and how long it took. */
async function timedEnd({ process: child }: ChildServer) {
  const begun = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return { code: child.exitCode, milliseconds: performance.now() - begun };
}

/** A body that never ends: its head is there, and a byte now and then. */
async function dripping(child: ChildServer, token: string) {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 30_000_000,
    'x-api-key': token,
    'x-transaction-id': 'dripping-1',
  };
  const request = await rawRequest(child.address, 'POST /bulkLockCopy.php', headers);
  request.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsno,imei1\r\n');
  const timer = setInterval(() => request.write('1'), 20);
  void request.closed().then(() => clearInterval(timer));
  return request;
}

const [superadmin] = demoAccounts;

it('ends in time while a body drips and a connection idles', async () => {
  const child = await startChild(bundled, { DEMO: '1', DATA_DIR: data, SHUTDOWN_SECONDS: String(DEADLINE_SECONDS) });
  const body = await dripping(child, await loginToChild(child, superadmin.email));
  const { code, milliseconds } = await timedEnd(child);
  await body.closed();
  expect(code).toBe(0);
  expect(milliseconds).toBeLessThan(DEADLINE_SECONDS * 1000 + LATE_MS);
});

describe('with a PostgreSQL that says nothing any more', () => {
  let postgres: ThrowawayPostgres;
  beforeAll(async () => {
    postgres = await startThrowawayPostgres();
  });
  afterAll(async () => {
    await postgres.thaw();
    await postgres.stop();
  });

  it('is alive and not ready, says so in time, is ready again afterwards, and ends in time', async () => {
    const child = await startChild(bundled, {
      DEMO: '1',
      DATA_DIR: data,
      DATABASE_URL: await postgres.newDatabase(),
      SHUTDOWN_SECONDS: String(DEADLINE_SECONDS),
    });
    const ask = async (path: string) => {
      const response = await fetch(`${child.address}/${path}`);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const ready = { status: 'success', message: 'ready', database: 'postgres', gateway: 'simulator' };
    expect(await ask('healthz')).toEqual({ status: 200, body: ready });
    expect(await ask('readyz')).toMatchObject({ status: 200, body: { ...ready, ahead: [] } });

    await postgres.freeze();
    const begun = performance.now();
    const silent = { status: 503, body: { message: 'The database did not answer within 2 seconds.' } };
    const [live, ...others] = await Promise.all([ask('livez'), ask('readyz'), ask('readyz'), ask('healthz')]);
    expect(live).toEqual({ status: 200, body: { status: 'success', message: 'alive' } });
    expect(others).toMatchObject([silent, silent, silent]);
    expect(performance.now() - begun).toBeLessThan(2_000 + LATE_MS);

    await postgres.thaw();
    while ((await ask('readyz')).status !== 200);
    await postgres.freeze();
    const { code, milliseconds } = await timedEnd(child);
    expect(code).toBe(1);
    expect(milliseconds).toBeLessThan(DEADLINE_SECONDS * 1000 + LATE_MS);
    await postgres.thaw();
  });
});
