import { calls, REPORT_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { RawNode, type RootOperationNode, sql } from 'kysely';
import { isoAfter, MINUTE } from '../time/clock.ts';
import { ENROLLED, failure, fresh, pageOf, pagesOf } from '../../testing/index.ts';
import { watching } from '../../testing/query-plans.ts';
import { fillCommands, fillUploads } from '../../testing/report-rows.ts';
import { startTestApi, type Session, type TestApi } from '../../testing/test-api.ts';

const api = fresh(() => startTestApi());
const admin = fresh(() => api.as('admin'));

const range = { startdate: '2026-11-18', enddate: '2026-11-20', timezone: 'UTC' };
const lock = { report: 'lock', ...range };
const [first = ''] = ENROLLED;

/** Asks for the whole report over the network: its reply is read as it comes. */
async function fetchReport({ server, codec }: Pick<TestApi, 'server' | 'codec'>, { token, email }: Session) {
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const { method, path } = calls.downloadReports;
  const context = { direction: 'request', method, path, transactionId: newTransactionId() } as const;
  const body = JSON.stringify(await codec.seal({ user: email, ...lock }, context));
  const headers = { 'content-type': 'application/json', 'x-api-key': token };
  return fetch(`${address}/${path}`, { method, body, headers });
}

/** Without the indexes that no report reads: each would be written so often. */
async function fillMany(count: number): Promise<void> {
  for (const index of ['account', 'batch', 'imei_id', 'states', 'uid'])
    await sql`drop index ${sql.ref(`commands_${index}`)}`.execute(api.store.db);
  await fillCommands(api.store, 'lock', count, { newest: '2026-11-20T09:59:00.000Z' });
}

it.each([1, 3, 4, 7, 10, 11, 100])('R5 pages of %d rows hold uploads, then commands, each once', async (limit) => {
  await fillUploads(api.store, 'lock', 4);
  await fillCommands(api.store, 'lock', 6);
  const whole = await admin.ask('downloadReports', lock);
  const pages = await pagesOf(admin, lock, limit);
  expect(pages.flatMap((page) => page.items)).toEqual(whole['items']);
  expect(pages.flatMap((page) => page.commanditems)).toEqual(whole['commanditems']);
  expect(pages.map((page) => page.items.length + page.commanditems.length)).toEqual(
    Array.from({ length: Math.ceil(10 / limit) }, (_, page) => Math.min(limit, 10 - page * limit)),
  );
  expect(pages.map((page) => page.total)).toEqual(pages.map((_, index) => (index === 0 ? 10 : null)));
});

it('R5 rows of the same millisecond are neither lost nor doubled between pages', async () => {
  await fillCommands(api.store, 'lock', 25, { every: 0 });
  const ids = (await pagesOf(admin, lock, 4)).flatMap((page) => page.commanditems.map((row) => Number(row['id'])));
  expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
});

it('R5 what comes after the first page was read is in no later page, whatever its time', async () => {
  await fillCommands(api.store, 'lock', 6);
  const before = (await admin.ask('downloadReports', lock))['commanditems'];
  const one = await pageOf(admin, { ...lock, limit: 2 });
  await admin.call('lockNotification', { imei: first, action: 'lock' });
  await admin.upload('bulkLockCopy.php', { name: 'late.csv', content: 'sno,imei1\r\n' });
  // The clock of another instance may be behind.
  await fillCommands(api.store, 'lock', 3, { newest: isoAfter(api.clock.now(), -90 * MINUTE) });
  const rest = await pagesOf(admin, { ...lock, cursor: one.next }, 2);
  expect([one, ...rest].flatMap((page) => page.items)).toEqual([]);
  expect([one, ...rest].flatMap((page) => page.commanditems)).toEqual(before);
  expect((await pageOf(admin, { ...lock, limit: 2 })).total).toBe(11);
});

it('S32 a report on its way to an account that is contained meanwhile is broken off', async () => {
  await fillMany(60_000);
  const response = await fetchReport(api, admin);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  const superadmin = await api.as('superadmin');
  const contained = { email: admin.email, reason: 'It reads everything' };
  expect(await superadmin.ask('containAccount', contained)).toMatchObject({ status: 'success' });
  const readOn = async () => {
    while ((await reader?.read())?.done === false);
  };
  await expect(readOn()).rejects.toThrow('terminated');
});

it('R2 R3 registrations come in pages too, and by whether they are matched', async () => {
  const time = '2026-11-19T10:00:00.000Z';
  const told = { brand: 'Vivo', model: 'Y28', matched: 'NO', registration_status: 'REGISTERED' } as const;
  const unmatched = { imei1: first, imei2: '', ...told, created_at: time };
  await api.store.db.insertInto('registrations').values(unmatched).execute();
  const register = { ...range, report: 'register' };
  expect((await pagesOf(admin, register, 3)).map(({ items }) => items.length)).toEqual([3, 3, 3, 2]);
  const { items, ...rest } = await pageOf(admin, { ...register, match: 'NO', limit: 3 });
  expect(rest).toEqual({ commanditems: [], next: '', total: 1 });
  const row = { imei1: first, Match_Status: 'Unmatched', Registration_status: 'REGISTERED', Manufacturer: 'Vivo' };
  expect(items).toMatchObject([{ ...row, Model: 'Y28', date_and_time: time }]);
});

it('D2a an empty report is one empty page', async () => {
  const empty = { items: [], commanditems: [], next: '', total: 0 };
  expect(await pagesOf(admin, { ...lock, report: 'unlock' }, 5)).toEqual([empty]);
});

describe('cursors', () => {
  const refused = failure('This page is not of this report. Please fetch the report again.');
  const ask = (session: Session, body: object) => session.ask('downloadReports', { ...lock, limit: 2, ...body });
  let cursor: string;
  beforeEach(async () => {
    await fillCommands(api.store, 'lock', 6);
    cursor = (await pageOf(admin, { ...lock, limit: 2 })).next;
  });

  it('tells nothing that a caller could change: forged, or of another account, it is refused in words', async () => {
    const [content = '', mark = ''] = cursor.split('.');
    const place = { list: 1, after: { at: '2026-11-20T10:00:00.000Z', id: 99 }, upTo: [9, 9] };
    const other = Buffer.from(JSON.stringify(place)).toString('base64url');
    const shortened = [content, `${content}.`, `${content}.${mark.slice(1)}`, 'nonsense', '.'];
    for (const forged of [`${other}.${mark}`, `${content}.${'A'.repeat(43)}`, ...shortened])
      expect(await ask(admin, { cursor: forged })).toEqual(refused);
    expect(await ask(await api.as('superadmin'), { cursor })).toEqual(refused);
    expect(await ask(admin, { cursor })).toMatchObject({ status: 'success' });
  });

  it.each([
    { report: 'unlock' },
    { report: 'register' },
    { startdate: '2026-11-19' },
    { enddate: '2026-11-19' },
    { timezone: 'Asia/Kolkata' },
    { match: 'YES' },
  ])('D3 is refused for %j', async (body) => {
    expect(await ask(admin, { ...body, cursor })).toEqual(refused);
  });

  it('needs the limit of the page', async () => {
    const wanted = failure('A page of a report is asked for with its limit.');
    expect(await ask(admin, { limit: undefined, cursor })).toEqual(wanted);
  });

  it.each([0, -1, 1.5, REPORT_PAGE_ROWS + 1])('D2a a limit of %d is malformed', async (limit) => {
    expect((await ask(admin, { limit }))['message']).toMatch(/^downloadReports\.php: limit:/);
  });

  it('is good at another instance of the server too', async () => {
    const other = await startTestApi(undefined, { store: api.store });
    const page = await pageOf(await other.as('admin'), { ...lock, limit: 2, cursor });
    await other.close();
    expect(page.commanditems.map((row) => row['id'])).toEqual([4, 3]);
  });
});

it('a whole report that fails half-way breaks off, so that its beginning is never taken for the whole', async () => {
  let reads = 0;
  const look = (node: RootOperationNode) => {
    if (RawNode.is(node) && JSON.stringify(node).includes('"commands"')) reads += 1;
    if (reads > 6) throw new Error('the disk is gone');
  };
  const broken = await startTestApi(undefined, {}, (store) => watching(store, look));
  await fillCommands(broken.store, 'lock', 5_000);
  const response = await fetchReport(broken, await broken.as('admin'));
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  await broken.close();
});

it('a whole report is refused above 200,000 rows, with what to do; its second page has the total', async () => {
  await fillMany(199_999);
  await fillUploads(api.store, 'lock', 2, { newest: '2026-11-20T10:00:00.000Z', every: 0 });
  const refusal = failure('The report has more than 200000 rows. Please choose a shorter range of dates.');
  expect(await admin.ask('downloadReports', lock)).toEqual(refusal);
  const page = await pageOf(admin, { ...lock, limit: REPORT_PAGE_ROWS });
  expect([page.total, page.items.length, page.commanditems.length]).toEqual([null, 2, REPORT_PAGE_ROWS - 2]);
  const second = await pageOf(admin, { ...lock, limit: REPORT_PAGE_ROWS, cursor: page.next });
  const third = await pageOf(admin, { ...lock, limit: REPORT_PAGE_ROWS, cursor: second.next });
  expect([second.total, third.total]).toEqual([200_001, null]);
  const shorter = { ...lock, startdate: '2026-11-20', timezone: 'Pacific/Honolulu' };
  expect(await admin.ask('downloadReports', shorter)).toMatchObject({ status: 'success', total: 2 });
}, 300_000);
