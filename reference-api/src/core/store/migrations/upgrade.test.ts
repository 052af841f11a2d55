import Database from 'libsql';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { verifyChain } from '../../../modules/audit-chain/verify-chain.ts';
import { databases } from '../../../testing/databases.ts';
import { shared } from '../../../testing/fixtures.ts';
import { startTestApi } from '../../../testing/test-api.ts';
import { ENROLLED, people, PASSWORD } from '../../../testing/test-data.ts';
import { createPasswords } from '../../security/passwords.ts';
import { DAY } from '../../time/clock.ts';
import type { StoreLocation } from '../store.ts';

/** A database as the first version with a frozen schema left it: the first step alone, and what its server wrote. */
const dumpOf = (dialect: 'sqlite' | 'postgres') =>
  readFile(join(__dirname, '..', '..', '..', '..', 'schema', `0001-with-data.${dialect}.sql`), 'utf8');

async function restore(location: StoreLocation): Promise<StoreLocation> {
  if ('file' in location) {
    const database = new Database(location.file);
    database.exec(await dumpOf('sqlite'));
    database.close();
  } else {
    const client = new pg.Client({ connectionString: location.url });
    await client.connect();
    await client.query(await dumpOf('postgres'));
    await client.end();
  }
  return location;
}

describe.each(databases)('a database of the first frozen schema, with data in it, on $name', ({ newEmpty }) => {
  const start = async () => {
    const started = await startTestApi(await restore(await newEmpty()), { passwords: await createPasswords() });
    started.clock.advance(3 * DAY);
    return started;
  };
  const api = shared(start);

  it('D2 opens to the passwords that it knew and to no others, and knows its accounts and API keys', async () => {
    const { email } = people.operator;
    expect(await api.ask('login', { email, password: 'wrong' })).toMatchObject({ status: 'error' });
    expect(await api.ask('login', { email, password: PASSWORD })).toMatchObject({ status: 'success' });
    const admin = await api.as('admin');
    expect(await admin.items('viewKeys')).toMatchObject([{ key_name: 'ERP', status: 'active' }]);
    expect((await admin.items('getUsers')).map((user) => user['email'])).toContain('clerk@example.com');
  });

  it('D2 tells of devices, of what was done to them and of what waits', async () => {
    const admin = await api.as('admin');
    const [imei, released] = [ENROLLED[0], ENROLLED.at(-1)];
    expect(await admin.items('deviceDetails', { imei })).toMatchObject([
      { imei1: imei, claimstatus: 'ENROLLED', command: 'UNLOCK', createdat: '2026-11-18T10:00:00.000Z' },
    ]);
    const superadmin = await api.as('superadmin');
    const audit = { startdate: '2026-11-20', enddate: '2026-11-21', limit: 100, imei };
    expect(await superadmin.items('operatorAudit', audit)).toMatchObject([
      { action: 'unlock', user: people.admin.email, outcome: 'success' },
      { action: 'lock', user: people.operator.email, outcome: 'success' },
    ]);
    const waiting = { asker: people.admin.email, action: 'release', imei: released, state: 'waiting' };
    expect(await superadmin.items('approvals')).toMatchObject([waiting]);
  });

  it('D17a tells of batches and of the outcome of each row', async () => {
    const admin = await api.as('admin');
    const [unfinished, complete] = await admin.items('batchRuns', { everyone: true });
    expect(unfinished).toMatchObject({ action: 'unlock', state: 'silent', total: 2, done: 1, cancelled: 1 });
    expect(complete).toMatchObject({ action: 'lock', state: 'complete', total: 3, acknowledged: 2, notFound: 1 });
    const outcomes = { batchId: complete?.['batchId'], after: 0, limit: 100 };
    expect(await admin.items('batchOutcomes', outcomes)).toMatchObject([
      { row: 1, imei: ENROLLED[1], outcome: 'found', command: 'acknowledged' },
      { row: 2, imei: ENROLLED[2], outcome: 'found', command: 'acknowledged' },
      { row: 3, outcome: 'not found', command: '' },
    ]);
  });

  it('A6 has an audit whose chain holds', async () => {
    const chain = await verifyChain(api.store.db, { heads: [], epoch: '', restored: false });
    expect(chain).toMatchObject({ seals: 1, rows: 26, sealedAt: '2026-11-21T11:02:00.000Z' });
  });

  it('D17c goes on with what was on its way, withdraws what is too old, and sends new commands', async () => {
    const own = await start();
    const states = async () => Object.values(await own.commands()).map(({ action, status }) => `${action} ${status}`);
    const ended = ['lock acknowledged', 'lock acknowledged', 'lock acknowledged', 'unlock cancelled', 'lock expired'];
    expect(await states()).toEqual([...ended, 'lock sent', 'unlock queued']);
    const { answer } = await (await own.as('admin')).send(ENROLLED[2] ?? '');
    expect(answer).toMatchObject({ status: 'success' });
    while ((await own.worker.runOnce()) > 0);
    expect(await states()).toEqual([...ended, 'lock acknowledged', 'unlock expired', 'lock sent']);
    await own.close();
  });
});
