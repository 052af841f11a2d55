import type { BodyOf, calls, CommandState } from '@device-console/shared-lib/contract';
import { databases, DE_ENROLLED, ENROLLED, fresh, people, rowsOf, type PersonName } from '../../testing/index.ts';
import { expectIndexed, explaining } from '../../testing/query-plans.ts';
import { fillDevices, imeiOf } from '../../testing/report-rows.ts';
import { putCommand } from '../../testing/put-command.ts';
import { DAY, HOUR } from '../../core/time/clock.ts';
import { SLICE_DEVICES } from './index.ts';

type Body = Partial<BodyOf<typeof calls.deviceList>>;

const MANY = 2 * SLICE_DEVICES + 500;

describe.each(databases)('devices as a list on $name', ({ start }) => {
  let watched: ReturnType<typeof explaining>;
  const api = fresh(() => start({}, (store) => (watched = explaining(store, ['devices'])).store));

  async function ask(body: Body = {}, person: PersonName = 'operator') {
    const answer = await (await api.as(person)).ask('deviceList', { limit: 5_000, ...body });
    return answer as { items: Record<string, string>[]; next: string; total: number | null; message: string };
  }
  const imeisOf = async (body: Body, person?: PersonName) => (await ask(body, person)).items.map(({ imei1 }) => imei1);

  /** Stores a command of an operator to an enrolled device; `ago` is its age. */
  const command = (imei: string, ago: number, status: CommandState, action = 'lock') =>
    putCommand(api, { imei, by: people.operator.email, ago, status }, { action });

  it('D40d gives every device with what it is, in the order of the IMEIs, and says how many there are', async () => {
    const devices = await rowsOf(api.store, 'devices');
    const { items, next, total } = await ask();
    expect(items).toEqual(
      devices.map(({ imei1, imei2, brand, model, ...row }) => ({
        ...{ imei1, imei2, brand, model },
        ...{ claimstatus: row.claim_status, registrationstatus: row.registration_status },
        ...{ appversion: row.app_version, apptype: row.app_type },
        ...{ command: row.last_command, commandat: '', createdat: row.created_at },
        state: row.claim_status === 'ENROLLED' ? 'NO LOCK' : row.claim_status,
      })),
    );
    expect([next, total]).toEqual(['', devices.length]);
  });

  it('D40e finds what is locked, after a command to ALL too, and counts each state', async () => {
    const [locked = '', free = ''] = ENROLLED;
    await command(locked, 3 * HOUR, 'acknowledged');
    await command(free, 3 * HOUR, 'acknowledged');
    await command(free, 2 * HOUR, 'acknowledged', 'unlock');
    await (await api.as('superadmin')).call('adminLockNotification', { imei: 'ALL', action: 'REBOOT', reason: 'Test' });
    expect(await imeisOf({ state: 'LOCKED' })).toEqual([locked]);
    expect(await imeisOf({ state: 'UNLOCKED' })).toEqual([free]);
    expect(await imeisOf({ state: 'NO LOCK' })).toEqual(ENROLLED.slice(2).toSorted());
    expect(await imeisOf({ state: 'DE-ENROLLED' })).toEqual([DE_ENROLLED]);
    expect(await imeisOf({ state: 'LOCKED', model: 'Redmi' })).toEqual([]);
    const operator = await api.as('operator');
    expect(await operator.items('deviceDetails', { imei: locked })).toMatchObject([
      { command: 'REBOOT', state: 'LOCKED' },
    ]);
    const states = [
      { state: 'LOCKED', devices: 1 },
      { state: 'UNLOCKED', devices: 1 },
      { state: 'NO LOCK', devices: 6 },
      { state: 'DE-ENROLLED', devices: 1 },
      { state: 'RELEASED', devices: 1 },
    ];
    expect(await operator.ask('deviceCounts')).toMatchObject({ total: 10, states });
    expect(await operator.ask('deviceCounts', { state: 'NO LOCK' })).toMatchObject({ total: 6, states });
    expect(await operator.ask('deviceCounts', { appversion: '4.1' })).toMatchObject({ total: 5, states });
  });

  it('D40f finds devices by the beginning or end of either IMEI, and those near a mistyped one', async () => {
    const [{ imei1 = '', imei2 = '' } = {}, { imei1: neighbour = '' } = {}] = (await ask()).items;
    expect(await imeisOf({ imeipart: imei1.slice(-4) })).toEqual([imei1]);
    expect(await imeisOf({ imeipart: imei2.slice(-5) })).toEqual([imei1]);
    expect(await imeisOf({ imeipart: imei2.slice(0, 14) })).toEqual([imei1]);
    expect(await imeisOf({ imeipart: imei1.slice(0, 4) })).toHaveLength(10);
    expect(await imeisOf({ imeipart: imei1.slice(0, 4), state: 'RELEASED' })).toHaveLength(1);
    expect(await imeisOf({ imeipart: imei1.slice(5, 9) })).toEqual([]);
    expect(await imeisOf({ imeipart: '9999' })).toEqual([]);
    const wrong = `${imei1.slice(0, 8)}${(Number(imei1[8]) + 1) % 10}${imei1.slice(9)}`;
    const swapped = `${neighbour.slice(0, 13)}${neighbour[14]}${neighbour[13]}`;
    expect(await imeisOf({ imeinear: wrong })).toEqual([imei1]);
    expect(await imeisOf({ imeinear: swapped })).toContain(neighbour);
    expect(await imeisOf({ imeinear: '000000000000000' })).toEqual([]);
    for (const imeipart of ['123', '12a4', '1234567890123456'])
      expect((await (await api.as('operator')).call('deviceList', { limit: 1, imeipart })).status).toBe(400);
  });

  it('D40d selects by enrolment, part of brand or model, part of the version, and days of registration', async () => {
    const all = (await ask()).items.map(({ imei1 }) => imei1);
    expect(await imeisOf({ claimstatus: 'DE-ENROLLED' })).toEqual([DE_ENROLLED]);
    expect(await imeisOf({ claimstatus: 'ENROLLED', appversion: '4.1' })).toEqual(ENROLLED.slice(5).toSorted());
    expect(await imeisOf({ model: 'SAMSUNG GALAXY A15' })).toEqual(all);
    expect(await imeisOf({ model: '100%' })).toEqual([]);
    const timezone = 'UTC';
    expect(await imeisOf({ startdate: '2026-11-18', enddate: '2026-11-18', timezone })).toEqual(all);
    expect(await imeisOf({ startdate: '2026-11-19', timezone })).toEqual([]);
    expect(await imeisOf({ enddate: '2026-11-17', timezone })).toEqual([]);
    const { message } = await ask({ startdate: '2026-02-01', enddate: '2026-01-01' });
    expect(message).toBe('End date cannot be prior to start date');
  });

  it.each([
    ['model', { model: 'no such phone' }],
    ['version of the app', { appversion: '9.9.9' }],
    ['model of that enrolment', { model: 'Redmi', claimstatus: 'RELEASED' }],
    ['command that was ever given', { command: 'SETALARM' }],
  ] as const)('D40d ends without looking at a device where there is no such %s', async (_what, body) => {
    const operator = await api.as('operator');
    await watched.seen();
    expect(await operator.ask('deviceList', { ...body, limit: 50 })).toMatchObject({ items: [], next: '', total: 0 });
    expect(await operator.ask('deviceCounts', body)).toMatchObject({ total: 0 });
    expect(await watched.seen()).toEqual([]);
  });

  it('D40d counts by enrolment, state, model and version what the list has, without looking at a device', async () => {
    const operator = await api.as('operator');
    for (const body of [{}, { model: 'galaxy' }, { appversion: '4.2' }, { claimstatus: 'ENROLLED' }] as const)
      for (const state of [undefined, 'NO LOCK', 'DE-ENROLLED'] as const) {
        const listed = await imeisOf({ ...body, state });
        await watched.seen();
        expect(await operator.ask('deviceCounts', { ...body, state })).toMatchObject({ total: listed.length });
        expect(await watched.seen()).toEqual([]);
      }
  });

  it('D40d L3 selects by the last command, which may be one to all devices, as a lookup says it', async () => {
    const [locked = '', other = ''] = ENROLLED;
    const operator = await api.as('operator');
    await operator.send(locked);
    expect(await imeisOf({ command: 'LOCK' })).toEqual([locked]);
    api.clock.advance(HOUR);
    await (await api.as('superadmin')).call('adminLockNotification', { imei: 'ALL', action: 'REBOOT', reason: 'Test' });
    for (const imei of [locked, other])
      expect(await operator.items('deviceDetails', { imei })).toMatchObject([{ command: 'REBOOT' }]);
    expect(await imeisOf({ command: 'REBOOT' })).toEqual(await imeisOf({ claimstatus: 'ENROLLED' }));
    expect(await imeisOf({ command: 'LOCK' })).toEqual([]);
  });

  it('D40b D40d lists what Home counts: failed in 24 hours, or unanswered for one, by report, once each', async () => {
    const [one = '', two = '', three = '', four = ''] = ENROLLED;
    await command(one, 2 * HOUR, 'failed');
    await command(one, 3 * HOUR, 'failed');
    await command(two, 23 * HOUR, 'sent');
    await command(three, HOUR / 2, 'sent');
    await command(three, DAY + HOUR, 'failed');
    await command(three, HOUR, 'failed', 'unlock');
    for (const status of ['expired', 'unknown', 'cancelled', 'acknowledged'] as const)
      await command(four, HOUR, status);
    const answer = await (await api.as('admin')).ask('homeOverview', { timezone: 'UTC' });
    expect(answer['attention']).toEqual([
      { report: 'lock', failed: 1, unanswered: 1, expired: 1, unknown: 1 },
      { report: 'unlock', failed: 1, unanswered: 0, expired: 0, unknown: 0 },
    ]);
    expect(await imeisOf({ trouble: 'failed', report: 'lock' })).toEqual([one]);
    expect(await imeisOf({ trouble: 'unanswered', report: 'lock' })).toEqual([two]);
    expect(await imeisOf({ trouble: 'failed' })).toEqual([one, three].toSorted());
    expect((await ask({ trouble: 'failed', limit: 1 })).total).toBeNull();
    expect(await (await api.as('operator')).ask('deviceCounts', { trouble: 'failed' })).toMatchObject({ total: 2 });
  });

  it('D40d gives each of many devices once, in pages of any size', async () => {
    await fillDevices(api.store, MANY);
    const found: string[] = [];
    let cursor = '';
    do {
      const { items, next, total } = await ask({
        model: 'galaxy a15',
        limit: 2_000,
        appversion: '5.3',
        ...(cursor && { cursor }),
      });
      expect(total).toBeNull();
      found.push(...items.map(({ imei1 = '' }) => imei1));
      cursor = next;
    } while (cursor !== '');
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBe(Math.floor((MANY - 3) / 7) + 1);
    const counts = await (await api.as('operator')).ask('deviceCounts', { model: 'galaxy a15', appversion: '5.3' });
    expect(counts).toMatchObject({ total: found.length });
    expect(await imeisOf({ imeipart: '3500', limit: 3 })).toEqual([imeiOf(1), imeiOf(2), imeiOf(3)]);
  });

  it.each([
    ['all', {}],
    ['of a state', { state: 'LOCKED' }],
    ['with an end of an IMEI', { imeipart: '4321' }],
    ['with a long beginning', { imeipart: imeiOf(MANY - 1).slice(0, 13) }],
    ['with a beginning that all have', { imeipart: '3500' }],
    ['near an IMEI', { imeinear: imeiOf(MANY + 1) }],
  ] as const)('D40e D40f the first page of those %s is read by indexes, and counts nothing', async (_name, body) => {
    await fillDevices(api.store, MANY);
    await command(imeiOf(7), HOUR, 'acknowledged');
    await watched.seen();
    const { items, next } = await ask({ limit: 20, ...body });
    expect(items.length).toBeGreaterThan(0);
    expect(items.length === 20).toBe(next !== '');
    const queries = await watched.seen();
    // What a slice holds is read to its end; the slice itself comes by its key.
    expectIndexed(queries.filter(({ plan }) => !/^CO-ROUTINE devices\nSEARCH/.test(plan)));
    expect(queries.filter(({ sql }) => sql.includes('count('))).toEqual([]);
  });
});
