import { randomUUID } from 'node:crypto';
import { migrationList, openStore } from '../../app/open-store.ts';
import { seedTestData } from '../../testing/test-data.ts';
import { databases, ENROLLED, fresh, people, rowsOf, type TestApi } from '../../testing/index.ts';
import { putCommand } from '../../testing/put-command.ts';
import { registerDevices } from '../devices/register-devices.ts';
import { commandKey } from '../gateway/provider-protocol.ts';
import { createSimulator } from '../gateway/simulator.ts';
import { takeOutcome } from '../gateway/settle.ts';
import { HOUR, isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { deEnrolDevice, releaseDevice, stateOfDevice } from './devices.ts';
import { inTransaction, type Store } from './store.ts';

const [phone = '', other = '', third = ''] = ENROLLED;
const EPOCH = 'this deployment';

/** The state of each device as its records say it, counted anew. */
async function countedStates(store: Store): Promise<Readonly<Record<string, string>>> {
  const commands = await rowsOf(store, 'commands');
  const enrolments = await rowsOf(store, 'enrolments');
  const devices = await rowsOf(store, 'devices');
  const stateOf = (imei: string) => {
    const [since = ''] = enrolments
      .filter(({ imei1 }) => imei1 === imei)
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed();
    const [last] = commands
      .filter((row) => row.imei === imei && row.status === 'acknowledged' && row.created_at > since)
      .filter(({ reported_as }) => reported_as === 'LOCK' || reported_as === 'UNLOCK')
      .toSorted((one, next) => next.created_at.localeCompare(one.created_at) || next.id - one.id);
    return last ? `${last.reported_as}ED` : 'NO LOCK';
  };
  return Object.fromEntries(
    devices.map(({ imei1, claim_status: claim }) => [imei1, claim === 'ENROLLED' ? stateOf(imei1) : claim]),
  );
}

const keptStates = async (store: Store) =>
  Object.fromEntries((await rowsOf(store, 'devices')).map((row) => [row.imei1, stateOfDevice(row)]));

describe.each(databases)('the state of a device on $name', ({ start, newEmpty }) => {
  const api = fresh(() => start());

  async function order(imei: string, action: string, given: Partial<Parameters<typeof putCommand>[2]> = {}) {
    const uid = randomUUID();
    const own = { uid, epoch: EPOCH, active_epoch: EPOCH, action, ...given };
    await putCommand(api as TestApi, { imei, by: people.admin.email, ago: 0, status: 'sent' }, own);
    api.clock.advance(MINUTE);
    return commandKey({ epoch: EPOCH, uid, retries: 0 });
  }
  async function report(key: string, status: 'acknowledged' | 'failed') {
    const tally = { settled: () => undefined, failed: () => undefined, write: () => Promise.resolve() };
    const parts = { store: api.store, gateway: createSimulator(1000), clock: api.clock, tally };
    await takeOutcome(parts, key, status === 'failed' ? { status, reason: 'Out of reach.' } : { status });
    expect(await keptStates(api.store)).toEqual(await countedStates(api.store));
  }
  const now = () => isoTime(api.clock.now());
  const stateNow = async (imei: string) => (await keptStates(api.store))[imei];

  it('D40e follows acknowledged locks alone, by when they were given, whatever else is sent later', async () => {
    const lock = await order(phone, 'lock');
    expect(await stateNow(phone)).toBe('NO LOCK');
    await report(lock, 'acknowledged');
    expect(await stateNow(phone)).toBe('LOCKED');
    await report(await order(phone, 'activatealarm'), 'acknowledged');
    await order('ALL', 'REBOOT', { status: 'acknowledged' });
    await report(await order(phone, 'unlock'), 'failed');
    expect(await stateNow(phone)).toBe('LOCKED');
    const [early, late] = [await order(phone, 'lock'), await order(phone, 'unlock')];
    await report(late, 'acknowledged');
    await report(early, 'acknowledged');
    expect([await stateNow(phone), await stateNow(other)]).toEqual(['UNLOCKED', 'NO LOCK']);
  });

  it('D40e two that were given in one moment count in the order in which they were taken', async () => {
    const at = now();
    const [first, second] = [
      await order(phone, 'unlock', { created_at: at }),
      await order(phone, 'lock', { created_at: at }),
    ];
    await report(second, 'acknowledged');
    await report(first, 'acknowledged');
    expect(await stateNow(phone)).toBe('LOCKED');
  });

  it('D40e ends with the enrolment; a lock of the former one does not lock the next', async () => {
    const identity = { brand: 'Samsung', model: 'Galaxy A15', app_version: '4.2.0', app_type: 'Standard' };
    const again = (imei1: string) =>
      inTransaction(api.store.db, (tx) => registerDevices(tx, [{ imei1, imei2: '', ...identity }], now()));
    for (const imei of [phone, other, third]) await report(await order(imei, 'lock'), 'acknowledged');
    const late = await order(phone, 'lock');
    await deEnrolDevice(api.store.db, phone, 'FORMATTEDDEVICE', now());
    await releaseDevice(api.store.db, other, now());
    await report(late, 'acknowledged');
    expect([await stateNow(phone), await stateNow(other), await stateNow(third)]).toEqual([
      'DE-ENROLLED',
      'RELEASED',
      'LOCKED',
    ]);
    api.clock.advance(HOUR);
    await again(phone);
    expect(await stateNow(phone)).toBe('NO LOCK');
    api.clock.advance(HOUR);
    await report(await order(phone, 'lock'), 'acknowledged');
    expect(await stateNow(phone)).toBe('LOCKED');
  });

  it('D40e of a database from before is taken from its commands', async () => {
    const location = await newEmpty();
    const before = await openStore(location, (dialect) => migrationList(dialect).slice(0, 1));
    const since = isoAfter(api.clock.now(), -48 * HOUR);
    await seedTestData(before, since);
    const from = { store: before, clock: api.clock };
    const by = people.admin.email;
    for (const [imei, hours, action] of [
      [phone, 9, 'lock'],
      [phone, 7, 'activatealarm'],
      [other, 9, 'lock'],
      [other, 8, 'unlock'],
      [third, 9, 'lock'],
    ] as const)
      await putCommand(from, { imei, by, ago: hours * HOUR, status: 'acknowledged' }, { action });
    await putCommand(from, { imei: other, by, ago: HOUR, status: 'sent' });
    const left = { imei1: third, imei2: '', created_at: isoAfter(api.clock.now(), -5 * HOUR) };
    await before.db
      .insertInto('enrolments')
      .values({ ...left, action: 'RE-REGISTERED' })
      .execute();
    await before.close();
    const store = await openStore(location);
    const states = await keptStates(store);
    expect(states).toEqual(await countedStates(store));
    expect([states[phone], states[other], states[third]]).toEqual(['LOCKED', 'UNLOCKED', 'NO LOCK']);
    await store.close();
  });
});
