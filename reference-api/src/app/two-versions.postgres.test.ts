import { newTransactionId } from '@device-console/shared-lib/crypto';
import { postToChild } from '../testing/child-client.ts';
import { newPostgresDatabase } from '../testing/databases.ts';
import { contracting, expanding, followedBy } from '../testing/migration-steps.ts';
import { listenOn } from '../testing/raw-request.ts';
import { SHARED_KEY, startTestApi, type TestApi } from '../testing/test-api.ts';
import { ENROLLED } from '../testing/test-data.ts';
import { startThrowawayNginx } from '../testing/throwaway-nginx.ts';
import { migrationList } from '../core/store/migrations/migration-list.ts';
import { openStore } from '../core/store/store.ts';

jest.setTimeout(60_000);

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** An instance of the API, and how many calls it has answered. */
async function startInstance(url: string, list = migrationList) {
  let calls = 0;
  const logStream = { write: (line: string) => void (calls += line.includes('"route":"/') ? 1 : 0) };
  const api = await startTestApi({ url }, { logLevel: 'info', logStream }, undefined, list);
  closers.push(() => api.close());
  return { api, address: await listenOn(api.server), calls: () => calls };
}

async function readiness(api: TestApi): Promise<readonly [number, string]> {
  api.clock.advance(2000);
  const { statusCode, body } = await api.server.inject('/readyz');
  return [statusCode, (JSON.parse(body) as { message: string }).message];
}

it('D2 two versions serve one database behind nginx while the newer migrates: nothing fails or is lost', async () => {
  const url = await newPostgresDatabase();
  const older = await startInstance(url);
  const admin = await older.api.as('admin');
  const sent: string[] = [];
  const lock = async (at: { address: string }, imei: string) => {
    const transactionId = newTransactionId();
    sent.push(transactionId);
    const body = { imei, action: 'lock', user: admin.email };
    return (await postToChild(at, 'lockNotification', body, admin.token, transactionId, { sharedKey: SHARED_KEY }))
      .status;
  };
  const read = async (at: { address: string }) =>
    (
      await postToChild(at, 'deviceDetails', { imei: ENROLLED[0], user: admin.email }, admin.token, undefined, {
        sharedKey: SHARED_KEY,
      })
    ).status;

  let isMigrated = false;
  const starting = startInstance(url, followedBy(expanding)).finally(() => {
    isMigrated = true;
  });
  while (!isMigrated) expect(await lock(older, ENROLLED[0] ?? '')).toBe('success');
  const newer = await starting;

  const nginx = await startThrowawayNginx([older.address, newer.address]);
  closers.push(() => nginx.stop());
  const before = [older.calls(), newer.calls()];
  for (const imei of [...ENROLLED, ...ENROLLED])
    expect([await lock(nginx, imei), await read(nginx)]).toEqual(['success', 'success']);
  const served = [older.calls() - (before[0] ?? 0), newer.calls() - (before[1] ?? 0)];
  expect(Math.min(...served)).toBeGreaterThan(ENROLLED.length / 2);
  const rows = await newer.api.store.db.selectFrom('commands').select('transaction_id').orderBy('id').execute();
  expect(rows.map((row) => row.transaction_id)).toEqual(sent);
  expect(await Promise.all([readiness(older.api), readiness(newer.api)])).toEqual([
    [200, 'ready'],
    [200, 'ready'],
  ]);

  // A later release takes away what the older one needs: its instances say that they can serve no longer.
  await (await openStore({ url }, followedBy(expanding, contracting))).close();
  expect(await readiness(older.api)).toEqual([503, expect.stringContaining('only servers from 9001-colour on work')]);
  expect(await readiness(newer.api)).toEqual([200, 'ready']);
});
