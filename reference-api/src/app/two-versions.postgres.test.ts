import type { CallName } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { postToChild } from '../testing/child-client.ts';
import { ENROLLED, newPostgresDatabase, SHARED_KEY, startTestApi, type TestApi } from '../testing/index.ts';
import { contracting, expanding, followedBy } from '../testing/migration-steps.ts';
import { migrationList, openStore } from './open-store.ts';

jest.setTimeout(60_000);

const running: TestApi[] = [];
afterEach(async () => {
  for (const api of running.splice(0)) await api.close();
});

async function startInstance(url: string, list = migrationList) {
  const api = await startTestApi({ url }, {}, undefined, list);
  running.push(api);
  return { api, address: await api.server.listen({ port: 0, host: '127.0.0.1' }) };
}

async function readiness(api: TestApi): Promise<readonly [number, string]> {
  api.clock.advance(2000);
  const reply = await api.server.inject('/readyz');
  return [reply.statusCode, reply.json<{ message: string }>().message];
}

it('D2 two versions serve one database while the newer migrates: nothing fails or is lost', async () => {
  const url = await newPostgresDatabase();
  const older = await startInstance(url);
  const admin = await older.api.as('admin');
  const sent: string[] = [];
  const post = async (at: { address: string }, name: CallName, body: object, id = newTransactionId()) => {
    const wire = { token: admin.token, transactionId: id, sharedKey: SHARED_KEY };
    return (await postToChild(at, name, { user: admin.email, ...body }, wire)).status;
  };
  const lock = (at: { address: string }, imei: string) => {
    const transactionId = newTransactionId();
    sent.push(transactionId);
    return post(at, 'lockNotification', { imei, action: 'lock' }, transactionId);
  };
  const read = (at: { address: string }) => post(at, 'deviceDetails', { imei: ENROLLED[0] });

  let isMigrated = false;
  const starting = startInstance(url, followedBy(expanding)).finally(() => {
    isMigrated = true;
  });
  while (!isMigrated) expect(await lock(older, ENROLLED[0] ?? '')).toBe('success');
  const newer = await starting;

  for (const imei of [...ENROLLED, ...ENROLLED])
    for (const instance of [older, newer])
      expect([await lock(instance, imei), await read(instance)]).toEqual(['success', 'success']);
  expect((await newer.api.commands()).map((row) => row.transaction_id)).toEqual(sent);
  for (const { api } of [older, newer]) expect(await readiness(api)).toEqual([200, 'ready']);

  // A later release removes what the older one needs: its instances report that they can no longer serve.
  await (await openStore({ url }, followedBy(expanding, contracting))).close();
  expect(await readiness(older.api)).toEqual([503, expect.stringContaining('only servers from 9001-colour on work')]);
  expect(await readiness(newer.api)).toEqual([200, 'ready']);
});
