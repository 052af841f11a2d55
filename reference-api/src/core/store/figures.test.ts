import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deviceStates } from '@device-console/shared-lib/contract';
import { databases, ENROLLED, shared } from '../../testing/index.ts';
import { registerDevices } from '../devices/register-devices.ts';
import { isoTime } from '../time/clock.ts';
import { changeCommand } from './command-queue.ts';
import { deEnrolDevice, inState, releaseDevice } from './devices.ts';
import { countRows } from './count-rows.ts';
import { commandFigures, deviceFigures, devicesInState, deviceTotals, tidyFigures } from './figures.ts';
import { correctFigures } from './migrations/0006-earlier-figures.ts';
import { inTransaction, type Database } from './store.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const EVER = { from: '2000-01-01T00:00:00.000Z', before: '2100-01-01T00:00:00.000Z' };
const quarters = ['10:00', '10:14', '10:15', '10:29', '10:30', '10:45', '10:59', '11:00', '23:59'];

describe.each(databases)('the figures that $name keeps', ({ start }) => {
  const api = shared(() => start({}));
  const db = (): Database => api.store.db;

  /** What the rows themselves say. */
  async function counted() {
    const commands = await db()
      .selectFrom('commands')
      .select((select) => ['account_id', 'status', select.fn.countAll<number>().as('count')])
      .groupBy(['account_id', 'status'])
      .execute();
    const events = async (table: 'registrations' | 'releases') => countRows(db().selectFrom(table));
    const enrolments = (action: 'DE-ENROLLED' | 'RE-REGISTERED') =>
      countRows(db().selectFrom('enrolments').where('action', '=', action));
    const of = (account: number | null, ...states: readonly string[]) =>
      commands
        .filter((row) => (account === null || row.account_id === account) && states.includes(row.status))
        .reduce((sum, { count }) => sum + count, 0);
    const all = (account: number | null) => ({
      open: of(account, 'queued', 'sent'),
      acknowledged: of(account, 'acknowledged'),
      failed: of(account, 'failed'),
      expired: of(account, 'expired'),
      unknown: of(account, 'unknown'),
      cancelled: of(account, 'cancelled'),
    });
    const states = await Promise.all(
      deviceStates.map(async (state) => [state, await countRows(db().selectFrom('devices').where(inState(state)))]),
    );
    return {
      commands: all(null),
      own: all(2),
      events: {
        registered: await events('registrations'),
        reregistered: await enrolments('RE-REGISTERED'),
        deenrolled: await enrolments('DE-ENROLLED'),
        released: await events('releases'),
      },
      states: Object.fromEntries(states) as Record<string, number>,
    };
  }

  async function kept() {
    const totals = await deviceTotals(db());
    return {
      commands: (await commandFigures(db(), null, [EVER]))[0],
      own: (await commandFigures(db(), 2, [EVER]))[0],
      events: (await deviceFigures(db(), [EVER]))[0],
      states: Object.fromEntries(deviceStates.map((state) => [state, devicesInState(totals, state)])),
    };
  }

  const expectTrue = async () => expect(await kept()).toEqual(await counted());
  const now = () => isoTime(api.clock.now());

  it('H1 D40b are the counted ones after each thing that changes them', async () => {
    await expectTrue();
    const before = await kept();
    const admin = await api.as('admin');
    for (const imei of [first, second, third]) await admin.send(imei);
    await admin.send(first, 'unlock');
    await expectTrue();
    while ((await api.worker.runOnce()) > 0);
    api.clock.advance(1_000);
    while ((await api.worker.runOnce()) > 0);
    const { open = 0, acknowledged = 0 } = before.commands ?? {};
    expect((await kept()).commands).toMatchObject({ open: 0, acknowledged: acknowledged + open + 4 });
    await expectTrue();
    const ids = (await db().selectFrom('commands').select('id').execute()).map(({ id }) => id);
    for (const status of ['failed', 'expired', 'unknown', 'cancelled', 'queued', 'sent', 'acknowledged'] as const) {
      for (const id of ids) await changeCommand(db(), id, { status }, now());
      await expectTrue();
    }
    await deEnrolDevice(db(), first, 'FORMATTEDDEVICE', now());
    await releaseDevice(db(), second, now());
    await expectTrue();
    const registered = { imei2: '', brand: 'Samsung', model: 'A15', app_version: '9.0', app_type: 'LITE' };
    const again = [first, '359999999999994', '359999999999986'].map((imei1) => ({ ...registered, imei1 }));
    await inTransaction(db(), (tx) => registerDevices(tx, again, now()));
    await db().updateTable('devices').set({ app_version: '9.1' }).where('imei1', '=', third).execute();
    await expectTrue();
    expect((await deviceTotals(db())).filter(({ app_version: version }) => version.startsWith('9.'))).toMatchObject([
      { app_version: '9.0', devices: 3 },
      { app_version: '9.1', devices: 1 },
    ]);
  });

  it('H1 D40b are undone with what they count', async () => {
    const before = await kept();
    const fails = inTransaction(db(), async (tx) => {
      await releaseDevice(tx, third, now());
      throw new Error('undone');
    });
    await expect(fails).rejects.toThrow('undone');
    expect(await kept()).toEqual(before);
  });

  it('D40b are of the quarter of an hour in which a command was given, in each time zone', async () => {
    const day = '2026-11-02';
    for (const time of quarters)
      await db()
        .insertInto('registrations')
        .values({
          ...{ imei1: first, imei2: '', brand: '', model: '', registration_status: 'REGISTERED', matched: 'YES' },
          created_at: `${day}T${time}:30.000Z`,
        })
        .execute();
    const stretches = ['10:00', '10:15', '10:30', '10:45', '11:00', '23:45'].map((from, index, all) => ({
      from: `${day}T${from}:00.000Z`,
      before: `${day}T${all[index + 1] ?? '24:00'}:00.000Z`,
    }));
    expect((await deviceFigures(db(), stretches)).map(({ registered }) => registered)).toEqual([2, 2, 1, 2, 1, 1]);
  });

  it('H1 D40b are put right by the command correct-figures, and stay so', async () => {
    await sql`delete from command_figures`.execute(db());
    await sql`update device_totals set devices = devices + 7, locked = locked - 2`.execute(db());
    await sql`update device_figures set registered = 1000, released = released + 1`.execute(db());
    expect(await kept()).not.toEqual(await counted());
    for (let time = 0; time < 2; time += 1) {
      await correctFigures(db());
      await expectTrue();
    }
    await (await api.as('admin')).send(third);
    await expectTrue();
  });

  it('D40b keep their sums when connections are put together, and lose what is too old to be shown', async () => {
    const admin = await api.as('admin');
    const send = () => admin.call('lockNotification', { imei: third, action: 'lock' }, { transactionId: randomUUID() });
    const before = await kept();
    await Promise.all([
      ...Array.from({ length: 12 }, send),
      ...Array.from({ length: 4 }, () => tidyFigures(db(), new Date(0), AbortSignal.any([]))),
    ]);
    await expectTrue();
    expect((await kept()).commands?.open).toBe((before.commands?.open ?? 0) + 12);
    await tidyFigures(db(), new Date(0), AbortSignal.any([]));
    const shards = await db().selectFrom('command_figures').select('shard').distinct().execute();
    expect(shards).toEqual([{ shard: 0 }]);
    await expectTrue();
    await tidyFigures(db(), new Date('2026-11-19T00:00:00Z'), AbortSignal.any([]));
    expect((await kept()).events?.registered).toBeLessThan((await counted()).events.registered);
    await correctFigures(db());
    await expectTrue();
  });
});
