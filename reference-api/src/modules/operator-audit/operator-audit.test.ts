import { calls } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { auditPage, SLICE_ROWS, valuesHolding } from './index.ts';
import type { Store } from '../../core/store/store.ts';
import { audited, databases, ENROLLED, failure, people, shared } from '../../testing/index.ts';
import { planOf } from '../../testing/query-plans.ts';

type Row = Readonly<Record<'id' | 'at' | 'call' | 'user', string>>;

/** More than two slices, a row per millisecond: every thousandth is marked `needle`, every hundredth refused. */
const HISTORY = 2 * SLICE_ROWS + 500;

async function writeHistory({ db }: Store): Promise<void> {
  const milliseconds = sql`cast(100000 + n as text)`;
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${HISTORY})
    insert into audit_log (at, account_id, email, via, call, action, imei, outcome, detail, transaction_id, address)
    select '2026-10-01T00:00:' || substr(${milliseconds}, 2, 2) || '.' || substr(${milliseconds}, 4) || 'Z', 1,
      case when n % 1000 = 0 then 'needle_1@example.com' else 'someone@example.com' end,
      'session', 'locknotification.php', 'lock',
      case when n = 7 then '356938030000007' else '356938039999999' end,
      case when n % 100 = 0 then 'refused' else 'success' end,
      '{"message":"told"}', '', '192.0.2.9' from numbers`.execute(db);
  await sql`analyze`.execute(db);
}

describe.each(databases)('operator audit on $name', ({ start }) => {
  const october = { startdate: '2026-10-01', enddate: '2026-10-31', timezone: 'UTC' };
  const today = { startdate: '2026-11-20', enddate: '2026-11-20', timezone: 'UTC' };
  const api = shared(() => start());
  const admin = shared(() => api.as('admin'));
  beforeAll(() => writeHistory(api.store));

  const ask = (body: object) => admin.ask('operatorAudit', { limit: 50, ...body });
  const rowsOf = (answer: Readonly<Record<string, unknown>>) => answer['items'] as readonly Row[];

  async function allPages(body: object) {
    const pages = [await ask(body)];
    for (let next = pages[0]?.['next']; next !== ''; next = pages.at(-1)?.['next'])
      pages.push(await ask({ ...body, cursor: next }));
    return { rows: pages.flatMap(rowsOf), totals: pages.map(({ total }) => total) };
  }

  it('D17 gives every row once, newest first, in pages of any size, and their number with the first', async () => {
    const { rows, totals } = await allPages({ ...october, limit: 5000 });
    expect(rows).toHaveLength(HISTORY);
    expect(new Set(rows.map((row) => row.id)).size).toBe(HISTORY);
    const times = rows.map((row) => row.at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(totals).toEqual([HISTORY, null, null, null, null]);
    // No empty page follows the last row.
    const refused = Math.floor(HISTORY / 100);
    expect((await allPages({ ...october, outcome: 'refused', limit: refused })).totals).toEqual([refused]);
  });

  it('D17 counts 100,000 rows before the first page; a search by an index says that there are more', async () => {
    const july = { startdate: '2026-07-01', enddate: '2026-07-31', timezone: 'UTC', limit: 2 };
    const times = 5;
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${times})
      insert into audit_log (at, account_id, email, via, call, action, imei, outcome, detail, transaction_id, address)
      select '2026-07-0' || n || substr(at, 11), account_id, email, via, call, action, imei, outcome, detail,
        transaction_id, address
      from audit_log, numbers where at >= '2026-10-01' and at < '2026-10-02'`.execute(api.store.db);
    const first = await ask(july);
    expect(first).toMatchObject({ items: [{}, {}], total: null, morethan: 100_000 });
    expect(await ask({ ...july, cursor: first['next'] })).toMatchObject({ total: null, morethan: null });
    expect(await ask({ ...july, kind: 'actions' })).toMatchObject({ items: [{}, {}], total: null, morethan: null });
    const refused = times * Math.floor(HISTORY / 100);
    expect(await ask({ ...july, outcome: 'refused' })).toMatchObject({ total: refused, morethan: null });
    expect(await ask({ ...july, account: 'needle_' })).toMatchObject({ total: times * 20, morethan: null });
  });

  it('A5 D40b what a page asks again and again by itself leaves no row', async () => {
    const superadmin = await api.as('superadmin');
    const rows = async () => (await audited(api.store)).length;
    const before = await rows();
    for (const [name, body] of [
      ['operations', {}],
      ['operationsCommands', { limit: 10 }],
      ['batchRuns', {}],
      ['approvals', {}],
      ['ownSessions', {}],
      ['homeOverview', { timezone: 'UTC' }],
      ['platformReport', { browser: 'Chrome 142', loads: [], failures: [] }],
    ] as const)
      expect((await superadmin.call(name, body)).status).toBe(200);
    expect(await rows()).toBe(before);
  });

  it('D17 finds parts of text through several slices, in pages, with their exact number', async () => {
    const { rows, totals } = await allPages({ ...october, account: 'NEEDLE_', limit: 6 });
    expect(rows.map((row) => row.user)).toEqual(Array.from({ length: 20 }, () => 'needle_1@example.com'));
    expect(new Set(rows.map((row) => row.id)).size).toBe(20);
    expect(totals).toEqual([20, null, null, null]);
    const more = { account: 'needle_', called: 'LOCKnot', imei: '9999', outcome: 'refused' };
    expect(await ask({ ...october, ...more })).toMatchObject({ total: 20 });
  });

  it.each([
    ['a wildcard', { account: 'needle%1' }],
    ['another', { account: 'needlex1' }],
    ['a backslash', { called: '\\' }],
  ])('D17 takes %s as it is written', async (_title, filter) => {
    expect(await ask({ ...october, ...filter })).toMatchObject({ items: [], total: 0, next: '' });
  });

  it('D17 finds a device by its whole IMEI or a part of it', async () => {
    for (const imei of ['356938030000007', '0000007'])
      expect(await ask({ ...october, imei })).toMatchObject({ items: [{ imei: '356938030000007' }], total: 1 });
  });

  it('D17 tells what only reads from what does something, with the exact number of each', async () => {
    await admin.call('deviceDetails', { imei: ENROLLED[0] });
    const callsOf = async (kind: object) =>
      new Set((await allPages({ ...today, ...kind, limit: 4 })).rows.map((row) => row.call));
    const [actions, reads] = [await callsOf({ kind: 'actions' }), await callsOf({ kind: 'reads' })];
    expect([...reads]).toEqual(expect.arrayContaining([calls.deviceDetails.path, calls.operatorAudit.path]));
    expect(actions).toContain(calls.login.path);
    expect([...actions].filter((call) => reads.has(call))).toEqual([]);
    const refused = { kind: 'actions', account: 'needle_', outcome: 'refused' };
    expect(await ask({ ...october, kind: 'reads' })).toMatchObject({ total: 0 });
    expect(await ask({ ...october, kind: 'actions' })).toMatchObject({ total: HISTORY });
    expect(await ask({ ...october, ...refused })).toMatchObject({ total: 20 });
  });

  it('D17 keeps what is written meanwhile out of the later pages', async () => {
    // Each query adds a row: two are enough for a second page.
    for (let row = 0; row < 2; row += 1) await ask({ ...today, limit: 1 });
    const first = await ask({ ...today, limit: 1 });
    await admin.send(ENROLLED[0] ?? '');
    const second = await ask({ ...today, limit: 1, cursor: first['next'] });
    expect(rowsOf(second)[0]?.id).not.toBe(rowsOf(first)[0]?.id);
    expect(rowsOf(second).map((row) => row.call)).not.toContain('locknotification.php');
  });

  it('D17 refuses as cursor a text or a position of his own, and the cursor of another search', async () => {
    const position = Buffer.from('{"at":"2026-10-01T00:00:00.000Z","id":5,"of":""}').toString('base64url');
    const { next } = await ask({ ...october, outcome: 'refused' });
    const refused = failure('This page is not of this search. Please search again.');
    for (const cursor of ['abc', position, next]) expect(await ask({ ...october, cursor })).toEqual(refused);
  });

  it.each([
    [{ startdate: '2026-10-02' }, 'End date cannot be prior to start date'],
    [{ startdate: '2026-02-30' }, '"2026-02-30" is not a date of the calendar. Send dates as YYYY-MM-DD.'],
    [{ account: 'x'.repeat(201) }, 'operatorAudit.php: account: may have at most 200 characters'],
  ])('D17 refuses %j in words', async (body, message) => {
    expect(await ask({ ...october, enddate: '2026-10-01', ...body })).toEqual(failure(message));
  });

  it('D17 audits the reading itself, and why a caller was refused', async () => {
    expect((await (await api.as('operator')).call('operatorAudit', { ...today, limit: 5 })).status).toBe(403);
    await ask({ ...today, account: 'somebody' });
    expect(rowsOf(await ask({ ...today, called: 'operatorAudit', limit: 2 }))).toMatchObject([
      { user: admin.email, outcome: 'success', detail: expect.stringContaining('"account":"somebody"') },
      { user: people.operator.email, outcome: 'refused', message: 'the account lacks the role or permission' },
    ]);
  });

  it.each([
    ['every row', {}, 'audit_log_pages'],
    ['one device', { of: { column: 'imei', values: ['356938030000007'] } }, 'audit_log_device_pages'],
    ['one call', { of: { column: 'call', values: ['login.php'] } }, 'audit_log_call_pages'],
    ['one account', { of: { column: 'email', values: ['needle_1@example.com'] } }, 'audit_log_email_pages'],
    ['refusals', { outcome: 'refused' }, 'audit_log_refused_pages'],
    ['errors', { outcome: 'error' }, 'audit_log_error_pages'],
  ] as const)('D17 reads a page of %s by its index, without sorting', async (_title, filter, index) => {
    const place = { at: '2026-10-01T00:00:10.000Z', id: 5 };
    const page = auditPage(api.store.db, { from: '2026-10-01', ...filter }, place, 51);
    const plan = await planOf(api.store, page.compile());
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Sort|TEMP B-TREE|Seq Scan|SCAN audit_log/);
  });

  it.each([
    ['a phone with two IMEIs', 'imei', ['356938030000007', '356938031000007'], 'audit_log_device_pages'],
    ['two accounts', 'email', ['needle_1@example.com', 'needle_2@example.com'], 'audit_log_email_pages'],
  ] as const)('D17 reads a page of %s by the index', async (_title, column, values, index) => {
    const place = { at: '2026-10-01T00:00:10.000Z', id: 5 };
    const page = auditPage(api.store.db, { from: '2026-10-01', of: { column, values } }, place, 51);
    const plan = await planOf(api.store, page.compile());
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan|SCAN audit_log/);
  });

  it.each([
    ['email', { account: 'nobody@nowhere' }],
    ['call', { called: 'no such call' }],
  ] as const)('D17 finds each %s by jumps along its index: a search for none reads no row', async (column, nobody) => {
    const plan = await planOf(api.store, valuesHolding(column, 'nobody').compile(api.store.db));
    expect(plan).toContain(`audit_log_${column}_pages`);
    expect(plan).not.toMatch(new RegExp(`Seq Scan|SCAN audit_log(?! USING COVERING INDEX audit_log_${column}_pages)`));
    expect(await ask({ ...october, ...nobody })).toMatchObject({ items: [], next: '', total: 0 });
  });

  it('D17 a call and an account together are found by either', async () => {
    const both = { ...october, called: 'LOCKnotification', account: 'needle_' };
    expect(await ask(both)).toMatchObject({ total: 20 });
    expect(await ask({ ...both, called: 'unlock' })).toMatchObject({ total: 0, items: [] });
    expect(await ask({ ...both, account: 'nobody@' })).toMatchObject({ total: 0, items: [] });
  });

  it('D17 of many accounts that hold a part the rows are found as well', async () => {
    const { db } = api.store;
    const accounts = Array.from({ length: 25 }, (_, place) => `crowd_${place}@example.com`);
    const row = { via: 'session', call: 'lock', action: 'lock', imei: '', outcome: 'success', detail: '{}' } as const;
    const written = accounts.map((email) => ({ ...row, at: '2026-09-02T00:00:00.000Z', account_id: 1, email }));
    await db
      .insertInto('audit_log')
      .values(written.map((one) => ({ ...one, transaction_id: '', address: '' })))
      .execute();
    const september = { startdate: '2026-09-01', enddate: '2026-09-30', timezone: 'UTC' };
    expect(await ask({ ...september, account: 'crowd_' })).toMatchObject({ total: 25 });
    expect(await ask({ ...september, account: 'crowd_1@' })).toMatchObject({ total: 1 });
  });
});
