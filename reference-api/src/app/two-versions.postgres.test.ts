import { newTransactionId } from '@device-console/shared-lib/crypto';
import { ENROLLED, newPostgresDatabase, startTestApi, type TestApi } from '../testing/index.ts';
import { contracting, expanding, followedBy } from '../testing/migration-steps.ts';
import { migrationList, openStore } from './open-store.ts';

jest.setTimeout(60_000);

const running: TestApi[] = [];
afterEach(async () => {
  for (const api of running.splice(0)) await api.close();
});

async function startInstance(url: string, list = migrationList): Promise<TestApi> {
  const api = await startTestApi({ url }, {}, undefined, list);
  running.push(api);
  return api;
}

async function readiness(api: TestApi): Promise<readonly [number, string]> {
  api.clock.advance(2000);
  const reply = await api.server.inject('/readyz');
  return [reply.statusCode, reply.json<{ message: string }>().message];
}

it('D2 two versions serve one database while the newer migrates: nothing fails or is lost', async () => {
  const url = await newPostgresDatabase();
  const older = await startInstance(url);
  const { email, token } = await older.as('admin');
  const sent: string[] = [];
  const lock = async (api: TestApi, imei: string) => {
    const transactionId = newTransactionId();
    sent.push(transactionId);
    const body = { imei, action: 'lock' };
    return (await api.session(email, token).ask('lockNotification', body, { transactionId }))['status'];
  };
  const read = async (api: TestApi) =>
    (await api.session(email, token).ask('deviceDetails', { imei: ENROLLED[0] }))['status'];

  let isMigrated = false;
  const starting = startInstance(url, followedBy(expanding)).finally(() => {
    isMigrated = true;
  });
  while (!isMigrated) expect(await lock(older, ENROLLED[0] ?? '')).toBe('success');
  const newer = await starting;

  for (const imei of [...ENROLLED, ...ENROLLED])
    for (const instance of [older, newer])
      expect([await lock(instance, imei), await read(instance)]).toEqual(['success', 'success']);
  expect((await newer.commands()).map((row) => row.transaction_id)).toEqual(sent);
  for (const api of [older, newer]) expect(await readiness(api)).toEqual([200, 'ready']);

  // A later release removes what the older one needs: its instances report that they can no longer serve.
  await (await openStore({ url }, followedBy(expanding, contracting))).close();
  expect(await readiness(older)).toEqual([503, expect.stringContaining('only servers from 9001-colour on work')]);
  expect(await readiness(newer)).toEqual([200, 'ready']);
});
