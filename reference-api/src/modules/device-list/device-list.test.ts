import type { BodyOf, calls, CommandState } from '@device-console/shared-lib/contract';
import { databases, DE_ENROLLED, ENROLLED, fresh, people, rowsOf, type PersonName } from '../../testing/index.ts';
import { planOf } from '../../testing/query-plans.ts';
import { fillDevices } from '../../testing/report-rows.ts';
import { putCommand } from '../../testing/put-command.ts';
import { DAY, HOUR } from '../../core/time/clock.ts';
import { SLICE_DEVICES } from './index.ts';

type Body = Partial<BodyOf<typeof calls.deviceList>>;

const MANY = 2 * SLICE_DEVICES + 500;

describe.each(databases)('devices as a list on $name', ({ start }) => {
  const api = fresh(() => start());

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
      })),
    );
    expect([next, total]).toEqual(['', devices.length]);
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
    expect((await ask({ trouble: 'failed', limit: 1 })).total).toBe(2);
  });

  it('D40d gives each of many devices once, in pages of any size, and looks through them by their key', async () => {
    await fillDevices(api.store, MANY);
    const found: string[] = [];
    let cursor = '';
    do {
      const { items, next, total } = await ask({ model: 'galaxy a15', appversion: '5.3', ...(cursor && { cursor }) });
      expect(total === null).toBe(cursor !== '');
      found.push(...items.map(({ imei1 = '' }) => imei1));
      cursor = next;
    } while (cursor !== '');
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBe(Math.floor((MANY - 3) / 7) + 1);
    const slice = api.store.db
      .selectFrom('devices')
      .select('imei1')
      .where('imei1', '>', found[0] ?? '')
      .orderBy('imei1')
      .limit(SLICE_DEVICES);
    expect(await planOf(api.store, slice.compile())).not.toMatch(/^SCAN|Seq Scan|TEMP B-TREE|Sort/m);
  });
});
