import { REPORT_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { readQueueFigures } from '../../modules/metrics/metrics.ts';
import { DAY } from '../time/clock.ts';
import { expectIndexed, explaining, type SeenQuery } from '../../testing/query-plans.ts';
import { databases, pageOf, shared } from '../../testing/index.ts';
import {
  fillCommands,
  fillDevices,
  fillEnrolments,
  fillRegistrations,
  fillUploads,
} from '../../testing/report-rows.ts';

/** The full run has as much data as a provider after years. */
const FULL = process.env['FULL'] === '1';
jest.setTimeout(300_000);
/** PostgreSQL reads a small table whole, whatever indexes it has; SQLite plans without knowing how large one is. */
const sizes = {
  SQLite: { COMMANDS: 8_000, REGISTRATIONS: 2_000, DEVICES: 2_000 },
  PostgreSQL: { COMMANDS: 20_000, REGISTRATIONS: 20_000, DEVICES: 20_000 },
} as const;
const full = { COMMANDS: 1_000_000, REGISTRATIONS: 200_000, DEVICES: 1_000_000 } as const;
const DEVICE_COMMANDS = 6_000;
const BUSY_DEVICE = '356938030000005';

const largeTables = ['commands', 'registrations', 'enrolments', 'uploads', 'devices'];
/** Time between two of so many rows, which lie over 300 days, as they do where a console is at work. */
const spread = (count: number): number => Math.floor((300 * DAY) / count);

const year = { startdate: '2026-01-01', enddate: '2026-11-20', timezone: 'UTC' };

function expectUnsorted(queries: readonly SeenQuery[]): void {
  for (const { sql, plan, sorts } of queries) expect({ sql, plan, sorts }).toEqual({ sql, plan, sorts: [] });
}

function expectFast(queries: readonly SeenQuery[]): void {
  expectIndexed(queries);
  expectUnsorted(queries);
}

describe.each(databases)('years of a provider on $name', ({ name, start }) => {
  const { COMMANDS, REGISTRATIONS, DEVICES } = FULL ? full : sizes[name];
  let watched: ReturnType<typeof explaining>;
  const api = shared(() => start({}, (store) => (watched = explaining(store, largeTables)).store));
  const admin = shared(() => api.as('admin'));
  beforeAll(async () => {
    await fillCommands(api.store, 'lock', COMMANDS, { every: spread(COMMANDS) });
    await fillCommands(api.store, 'unlock', DEVICE_COMMANDS, { imei: BUSY_DEVICE, every: spread(DEVICE_COMMANDS) });
    await fillUploads(api.store, 'lock', 2_000);
    await fillRegistrations(api.store, REGISTRATIONS, { every: 60_000 });
    await fillEnrolments(api.store, REGISTRATIONS / 10, { every: spread(REGISTRATIONS / 10) });
    await fillDevices(api.store, DEVICES);
  }, 600_000);
  beforeEach(async () => {
    await watched.seen();
  });

  it.each([
    ['lock', {}, COMMANDS + 2_000],
    ['register', {}, REGISTRATIONS + 10],
    ['register', { match: 'YES' }, REGISTRATIONS * 0.9 + 10],
    ['register', { match: 'NO' }, REGISTRATIONS / 10],
    ['deenroll', {}, REGISTRATIONS / 10],
  ])('reads %s %j by an index, without search or sort, on its first and last page', async (report, filter, total) => {
    const body = { report, ...year, ...filter, limit: Math.min(REPORT_PAGE_ROWS, Math.floor(total / 4)) };
    let page = await pageOf(admin, body);
    expect(page.total).toBe(total);
    expectFast(await watched.seen());
    let rows = page.items.length + page.commanditems.length;
    while (page.next !== '') {
      await watched.seen();
      page = await pageOf(admin, { ...body, cursor: page.next });
      rows += page.items.length + page.commanditems.length;
    }
    expect(rows).toBe(total);
    expectFast(await watched.seen());
  });

  it('looks up devices by an index, by either IMEI, and an uploaded file', async () => {
    expect((await api.file(admin, 'lock', 'lock-filled-7.csv')).statusCode).toBe(410);
    for (const imei of ['350000000000005', '360000000000005'])
      expect(await admin.ask('deviceDetails', { imei })).toMatchObject({ items: [{ appversion: '5.5' }] });
    expectIndexed(await watched.seen());
  });

  it('H1 L6 counts no device: their figures are kept', async () => {
    const { answer } = await admin.call('getAppVersionDevices');
    expect(answer['items']).toEqual([
      { appversion: '4.1.3', devices: 3 },
      { appversion: '4.2.0', devices: 5 },
      ...Array.from({ length: 7 }, (_, version) => ({
        appversion: `5.${version}`,
        devices: Math.floor(DEVICES / 7) + (version > 0 && version <= DEVICES % 7 ? 1 : 0),
      })),
    ]);
    expect(await admin.ask('homeData')).toMatchObject({ total_device: DEVICES + 9, deenroll: 1 });
    expect(await watched.seen()).toEqual([]);
  });

  it('D17c reads the queue, and takes what is due of it, by indexes', async () => {
    const superadmin = await api.as('superadmin');
    await watched.seen();
    await superadmin.call('operations', {});
    for (const body of [{}, { state: 'queued' }, { state: 'failed' }, { imei: BUSY_DEVICE }, { state: 'acknowledged' }])
      expect((await superadmin.call('operationsCommands', { ...body, limit: 50 })).status).toBe(200);
    const reason = 'To see how it is found';
    for (const decision of ['cancel', 'retry'])
      await superadmin.call('operationsDecide', { decision, reason, filter: { state: 'failed' } });
    expectIndexed(await watched.seen());
    await admin.call('lockNotification', { imei: '356938030000013', action: 'unlock' });
    await watched.seen();
    await api.worker.runOnce();
    const claims = await watched.seen();
    expectIndexed(claims);
    // A device's earlier commands are searched among its own, however long the queue is.
    const ordered = claims.filter(({ sql }) => sql.includes('"earlier"'));
    expect(ordered.map(({ plan }) => /commands_imei_id/.test(plan))).toEqual([true]);
  });

  it('D17c lists the commands of an action that is rare without looking for them', async () => {
    const superadmin = await api.as('superadmin');
    await watched.seen();
    for (const body of [{ action: 'release' }, { action: 'release', state: 'acknowledged' }])
      expect((await superadmin.call('operationsCommands', { ...body, limit: 50 })).status).toBe(200);
    const queries = (await watched.seen()).filter(({ sql }) => /"action" =/.test(sql));
    expect(queries).toHaveLength(2);
    expectUnsorted(queries);
    for (const { plan } of queries) expect(plan).toContain('commands_pages');
  });

  it('D40b reads the overview of Home by indexes, counts no days, of everyone and of one account', async () => {
    const { answer } = await admin.call('homeOverview', { timezone: 'UTC' });
    expect((answer['days'] as unknown[]).length).toBe(30);
    const everyone = await watched.seen();
    await (await api.as('viewer')).call('homeOverview', { timezone: 'UTC' });
    const own = await watched.seen();
    // The newest batches are read from the end of their index until there are five, which SQLite calls a scan.
    for (const queries of [everyone, own]) {
      const history = queries.filter(({ sql }) => /from "(commands|registrations|enrolments)"/.test(sql));
      expectIndexed(history);
      // What needs attention, and the caller's own newest.
      expect(history).toHaveLength(2);
    }
    expect(everyone.length).toBeLessThan(12);
  });

  it("A2 answers the newest 5,000 of a device's 6,000 commands, and says so", async () => {
    const { answer } = await admin.call('auditReportByImei', { imei1: BUSY_DEVICE });
    expect(answer['message']).toBe(
      'Only the newest 5000 commands of this device are shown. The earlier ones are in the reports.',
    );
    const commands = answer['commands'] as Record<string, unknown>[];
    const wanted = [5_000, 'filled-6000', 'filled-1001'];
    expect([commands.length, commands[0]?.['transactionId'], commands.at(-1)?.['transactionId']]).toEqual(wanted);
    expectIndexed(await watched.seen());
  });

  it('counts the commands on their way by the index of their state, however long the history is', async () => {
    const byState = /commands_(due|states)/;
    await readQueueFigures(watched.store.db);
    const queries = await watched.seen();
    for (const { sql, plan } of queries) expect({ sql, plan }).toEqual({ sql, plan: expect.stringMatching(byState) });
    expectIndexed(queries);
  });
});
