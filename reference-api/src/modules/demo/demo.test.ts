import { hasValidCheckDigit } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../app/app.ts';
import { DAY, isoAfter, systemClock } from '../../core/time/clock.ts';
import { DEMO_SHARED_KEY } from '../../app/configuration/environment.ts';
import { DEMO_PASSWORD, demoAccounts, prepareDemo } from './prepare-demo.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { createSimulator } from '../../core/gateway/simulator.ts';
import { createStreamSealer } from '../../core/http/stream-sealer.ts';
import { findAccountByEmail, insertAccount } from '../../core/store/accounts.ts';
import { permissionNamesOf } from '../../core/store/permissions.ts';
import { openStore, type Store } from '../../core/store/store.ts';
import { DEMO_DEVICES, demoImei, demoSecondImei } from './demo-imei.ts';
import { demoSampleCsv } from './demo-sample-csv.ts';

jest.setTimeout(30_000);

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-console-demo-'));
  store = await openStore({ file: join(folder, 'console.db') });
  await prepareDemo(store, true, systemClock);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const count = async (table: 'devices' | 'commands' | 'uploads' | 'accounts') =>
  (
    await store.db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('demo', () => {
  it('D10 has 5,000 devices of predictable, valid and different IMEIs, some with a leading zero', () => {
    const imeis = Array.from({ length: DEMO_DEVICES }, (_, index) => [demoImei(index), demoSecondImei(index)]).flat();
    expect(imeis.every(hasValidCheckDigit)).toBe(true);
    expect(new Set(imeis).size).toBe(2 * DEMO_DEVICES);
    expect(demoImei(0)).toBe('356938030000005');
    expect(demoImei(DEMO_DEVICES - 1)).toMatch(/^0/);
  });

  it("seeds once: accounts, devices in every state, and 60 days of every command's history", async () => {
    const first = {
      devices: await count('devices'),
      commands: await count('commands'),
      uploads: await count('uploads'),
      accounts: await count('accounts'),
    };
    await prepareDemo(store, true, systemClock);
    expect({
      devices: await count('devices'),
      commands: await count('commands'),
      uploads: await count('uploads'),
      accounts: await count('accounts'),
    }).toEqual(first);
    expect(first).toMatchObject({ devices: 5000, accounts: 4 });
    const history = await store.db.selectFrom('commands').select('created_at').execute();
    const since = isoAfter(systemClock.now(), -61 * DAY);
    expect(history.every((row) => row.created_at > since)).toBe(true);
    const states = await store.db.selectFrom('devices').select('claim_status').distinct().execute();
    expect(states.map((row) => row.claim_status).toSorted()).toEqual(['DE-ENROLLED', 'ENROLLED', 'RELEASED']);
  });

  it('lets every demo account in with the demo password', async () => {
    const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: DEMO_SHARED_KEY });
    const { server } = await buildApp({
      store,
      codec,
      sealer: createStreamSealer(DEMO_SHARED_KEY),
      gateway: createSimulator(),
      mailer: { send: () => Promise.resolve() },
      sessionHours: 8,
      publicUrl: 'https://console.example.com',
      emailDomains: [],
    });
    for (const { email, role } of demoAccounts) {
      const response = await server.inject({
        method: 'POST',
        url: '/login.php',
        headers: { 'x-transaction-id': 'abcdefgh' },
        payload: { email, password: DEMO_PASSWORD },
      });
      expect(
        await codec.open(response.json(), {
          direction: 'reply',
          method: 'POST',
          path: 'login.php',
          transactionId: 'abcdefgh',
        }),
      ).toMatchObject({ status: 'success', userlevel: role });
    }
    await server.close();
  });

  it('never mixes demo accounts and real ones', async () => {
    const real = await openStore({ file: join(folder, 'real.db') });
    await insertAccount(real.db, {
      email: 'real@example.com',
      phone: '9876543210',
      passwordHash: 'x',
      role: 'ADMIN',
      at: '2026-11-20T10:00:00.000Z',
    });
    await expect(prepareDemo(real, true, systemClock)).rejects.toThrow(ConfigurationError);
    expect(await real.db.selectFrom('devices').select('imei1').execute()).toEqual([]);
    await expect(prepareDemo(real, false, systemClock)).resolves.toBeUndefined();
    await real.close();
  });

  it('N5 gives its operator the permissions of remotes that are tried in it', async () => {
    const start = () => prepareDemo(store, true, systemClock, ['Warranty', 'Lock Device']);
    await start();
    await start();
    const operator = await findAccountByEmail(store.db, 'operator@example.com');
    const names = await permissionNamesOf(store.db, operator?.id ?? 0);
    expect(names.toSorted()).toEqual([
      'Audit Report',
      'Device Details',
      'Enable Notification',
      'Lock Device',
      'Warranty',
    ]);
  });

  it('refuses to start outside the demo on a database with demo accounts', async () => {
    await expect(prepareDemo(store, false, systemClock)).rejects.toThrow('This database holds the demo accounts');
  });

  it('H2 T2 T4 has a notification sample whose dates fit on any day, as the console offers it', async () => {
    const { notification } = demoSampleCsv();
    const rows = notification.trimEnd().split('\r\n').slice(1);
    const [today, far] = ['2026-11-22', '2035-01-01'];
    for (const row of rows) {
      const [, , , , date = '', template] = row.split(',');
      const day = date.split('/').toReversed().join('-');
      expect(template === 'Pre' ? day >= far : template === 'Post' && day <= today).toBe(true);
    }
    const offered = await readFile(
      join(__dirname, '..', '..', '..', '..', 'shell', 'public', 'samples', 'notification.csv'),
      'utf8',
    );
    expect(offered).toBe(notification);
  });

  it('has samples whose IMEIs are enrolled', async () => {
    const { imei, notification } = demoSampleCsv();
    const rows = imei
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1] ?? '');
    const known = await store.db
      .selectFrom('devices')
      .select('imei1')
      .where('imei1', 'in', rows)
      .where('claim_status', '=', 'ENROLLED')
      .execute();
    expect(known).toHaveLength(10);
    expect(notification.split('\r\n')[0]).toBe('sno,name,imei1,amount,date,template');
    expect(notification.split('\r\n')[1]).toBe(`1,Asha Rao,${rows[0]},1250.00,05/12/2035,Pre`);
  });
});
