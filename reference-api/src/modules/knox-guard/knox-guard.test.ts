import { randomUUID } from 'node:crypto';
import { CHUNK_ITEMS } from '@device-console/shared-lib/contract';
import { beginEpoch } from '../../app/modules.ts';
import { enterEpoch, putDispatch } from '../../core/store/dispatch.ts';
import { EPOCH_SETTING, putSetting } from '../../core/store/settings.ts';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import { HOUR } from '../../core/time/clock.ts';
import { OPERATING, settled } from '../../testing/dispatched-api.ts';
import { databases, ENROLLED, fresh } from '../../testing/index.ts';
import { startKnoxConsole } from './testing/knox-console.ts';
import type { KnoxFault, KnoxStandIn } from '../../testing/knox-guard/knox-stand-in.ts';
import { wrongOfKnox } from '../../testing/knox-guard/wrong-of-knox.ts';
import { begunBatch, sendChunk } from '../../testing/test-batch.ts';

const FULL = process.env['FULL'] === '1';
const [first = '', second = '', third = '', fourth = ''] = ENROLLED;
const SIZE = 500;

const FAULTS: readonly KnoxFault[] = [
  { kind: 'drop-after' },
  { kind: 'answer', status: 429, retryAfter: '30' },
  { kind: 'act', status: 500 },
  { kind: 'end-tokens' },
  { kind: 'drop-before' },
  { kind: 'garbage' },
  { kind: 'answer', status: 502 },
];

type Running = Pick<Awaited<ReturnType<typeof startKnoxConsole>>, 'api' | 'clock'>;

/** Lets hours pass, and what is due then be done. */
async function pass({ api, clock }: Running, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await settled(api);
    clock.advance(HOUR);
  }
  await settled(api);
}

const takenAt = (knox: KnoxStandIn, imei: string) => knox.devices.get(imei)?.taken ?? [];

/** Thousands of signed calls. */
jest.setTimeout(FULL ? 900_000 : 180_000);

describe('500 devices behind Knox Guard', () => {
  const run = fresh(() => startKnoxConsole(undefined, SIZE));

  it('D17c a batch of 500 locks, with a fault in every tenth call: states true, none sent twice', async () => {
    run.knox.behave({ inTurn: { every: 10, faults: FAULTS } });
    const { batch, run: hold } = await begunBatch(run.admin, run.imeis);
    for (let start = 0; start < SIZE; start += CHUNK_ITEMS)
      await sendChunk(run.admin, batch, batch.items.slice(start, start + CHUNK_ITEMS), hold);
    await pass(run, 16);
    const rows = await run.api.commands();
    expect(rows).toHaveLength(SIZE);
    expect([...wrongOfKnox(rows, run.imeis, run.knox)]).toEqual([]);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['acknowledged']));
    for (const imei of run.imeis) {
      expect(run.knox.statusOf(imei)).toBe('Locked');
      expect(takenAt(run.knox, imei)).toHaveLength(1);
    }
  });

  it('D17c messages, with a fault in every tenth call: each once, and those without an answer unknown', async () => {
    run.knox.behave({ inTurn: { every: 10, faults: FAULTS } });
    const { batch, run: hold } = await begunBatch(run.admin, run.imeis, 'notify');
    for (let start = 0; start < SIZE; start += CHUNK_ITEMS)
      await sendChunk(run.admin, batch, batch.items.slice(start, start + CHUNK_ITEMS), hold);
    await pass(run, 16);
    const rows = await run.api.commands();
    expect([...wrongOfKnox(rows, run.imeis, run.knox)]).toEqual([]);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent', 'unknown']));
    for (const { failure } of rows.filter(({ status }) => status === 'unknown'))
      expect(failure).toMatch(/keeps no record of messages/);
    const asked = run.knox.seen.length;
    await pass(run, 48);
    expect(run.knox.seen).toHaveLength(asked);
  });
});

describe.each(databases)('Knox Guard on $name', ({ newFilled }) => {
  const run = fresh(async () => startKnoxConsole(await newFilled()));
  const states = async () => (await run.api.commands()).map(({ status }) => status);

  it('C1 D17c a release is acknowledged when Knox Guard has completed it, after two days', async () => {
    await run.admin.send(first, 'release');
    await pass(run, 24);
    expect(await states()).toEqual(['sent']);
    expect(run.knox.statusOf(first)).toBe('Completing');
    await pass(run, 26);
    expect(await states()).toEqual(['acknowledged']);
    const device = await run.api.store.db.selectFrom('devices').selectAll().where('imei1', '=', first).execute();
    expect(device).toMatchObject([{ claim_status: 'RELEASED' }]);
    expect(takenAt(run.knox, first).map(({ call }) => call)).toEqual(['devices/complete']);
  });

  it('D17c each failure of Knox Guard gives a command its own state', async () => {
    run.knox.behave({ offline: [second] });
    run.knox.devices.delete(third);
    run.knox.add([fourth], { status: 'Pending' });
    for (const imei of [first, second, third, fourth]) await run.admin.send(imei, 'lock');
    await pass(run, 3);
    expect(await run.api.commands()).toMatchObject([
      { imei: first, status: 'acknowledged' },
      { imei: second, status: 'sent' },
      { imei: third, status: 'failed', failure: expect.stringMatching(/404 to devices\/lock: DEVICE_NOT_FOUND/) },
      { imei: fourth, status: 'failed', failure: expect.stringMatching(/The device is Pending/) },
    ]);
    run.knox.behave({ offline: [] });
    await pass(run, 2);
    expect(await states()).toEqual(['acknowledged', 'acknowledged', 'failed', 'failed']);
  });

  it('D17c a lock that somebody else undid is unknown, and acknowledged if it comes about after all', async () => {
    await run.admin.send(first, 'lock');
    await settled(run.api);
    const device = run.knox.devices.get(first);
    if (device) device.status = 'Active';
    await pass(run, 2);
    expect(await run.api.commands()).toMatchObject([
      { status: 'unknown', failure: expect.stringMatching(/says that the phone is "Active"/) },
    ]);
    if (device) device.status = 'Locked';
    await pass(run, 2);
    expect(await states()).toEqual(['acknowledged']);
  });

  it('D17c after a restore nothing queued is sent on its own: Knox Guard keeps no record of keys', async () => {
    await run.admin.send(first, 'lock');
    await run.admin.send(second, 'lock');
    await run.admin.call('lockNotification', { imei: third, action: 'notify', message: 'Pay' });
    const rows = await run.api.commands();
    // The first was sent after the backup was made, and the database does not know it.
    await run.gateway.submit([{ ...commandOf(rows[0]), isRepeat: false }], () => true);
    const { db } = run.api.store;
    await putSetting(db, EPOCH_SETTING, randomUUID());
    await putDispatch(db, { state: 'paused', why: 'restored', by: 'restore', at: rows[0]?.created_at ?? '' });
    await enterEpoch(db, beginEpoch);
    await pass(run, 3);
    expect(await states()).toEqual(['acknowledged', 'unknown', 'unknown']);
    expect(takenAt(run.knox, first)).toHaveLength(1);
    expect([takenAt(run.knox, second), takenAt(run.knox, third)]).toEqual([[], []]);
    // A message may have been sent after the backup: nobody can tell, so that no retry sends it.
    await run.superadmin.call('operationsDispatch', { dispatch: 'running', reason: OPERATING });
    const retry = { decision: 'retry', reason: OPERATING, filter: { state: 'unknown' } };
    expect((await run.superadmin.call('operationsDecide', retry)).answer).toMatchObject({ done: 2 });
    await pass(run, 3);
    expect(await states()).toEqual(['acknowledged', 'acknowledged', 'unknown']);
    expect([takenAt(run.knox, second).length, takenAt(run.knox, third)]).toEqual([1, []]);
  });

  it.each([
    [{ kind: 'idle' }, 'unknown', 'unknown', 0],
    [{ at: 'devices/list', kind: 'behind' }, 'unknown', 'acknowledged', 1],
    [{ at: 'devices/list', kind: 'missing' }, 'unknown', 'acknowledged', 1],
    [{ at: 'devices/list', kind: 'another' }, 'unknown', 'acknowledged', 1],
    [{ at: 'devices/list', kind: 'contradict' }, 'sent', 'acknowledged', 1],
    [{ at: 'devices/list', kind: 'cut' }, 'sent', 'acknowledged', 1],
    [{ at: 'devices/list', kind: 'doubled' }, 'acknowledged', 'acknowledged', 1],
  ] as const)('D17c while Knox Guard lies by %j, a lock is %s, then %s', async (fault, meanwhile, then, times) => {
    run.knox.behave({ faults: [fault] });
    await run.admin.send(first, 'lock');
    await pass(run, 3);
    expect(await states()).toEqual([meanwhile]);
    run.knox.behave({ faults: [] });
    await pass(run, 3);
    expect(await states()).toEqual([then]);
    expect(takenAt(run.knox, first)).toHaveLength(times);
  });

  it('D17c a phone that Knox Guard calls locked is acknowledged, and stays so: nobody else knows it', async () => {
    run.knox.behave({ faults: [{ at: 'devices/list', kind: 'ahead' }], offline: [first] });
    await run.admin.send(first, 'lock');
    await pass(run, 3);
    expect([await states(), run.knox.statusOf(first)]).toEqual([['acknowledged'], 'Locking']);
    run.knox.behave({ faults: [] });
    const calls = run.knox.seen.length;
    await pass(run, 3);
    expect([await states(), run.knox.seen.length]).toEqual([['acknowledged'], calls]);
  });

  it('N5 C4 what Knox Guard has no command for is refused before it is kept, with its name', async () => {
    const message = 'Knox Guard has no command for Set Wallpaper. Nothing was sent.';
    const refused = { answer: { status: 'error', message } };
    expect(await run.admin.call('lockNotification', { imei: first, action: 'setwallpaper' })).toMatchObject(refused);
    const reboot = { imei: 'ALL', action: 'REBOOT', reason: OPERATING };
    expect(await run.superadmin.call('adminLockNotification', reboot)).toMatchObject({
      answer: { status: 'error', message: 'Knox Guard has no command for Device Action. Nothing was sent.' },
    });
    const batchId = randomUUID();
    const file = { name: 'a.csv', content: 'sno,imei1\r\n' };
    await run.admin.upload('bulkSetWallpaperCopy.php', file, { batchId });
    const list = { imeilist: first, action: 'setwallpaper', batchId };
    expect(await run.admin.call('updateCommandOnServer', list)).toMatchObject(refused);
    const item = { imei: first, action: 'setwallpaper', filename: 'a.csv', batchId };
    expect(await run.admin.call('getImeiDetails', item)).toMatchObject({ answer: { status: 'error' } });
    expect(await run.api.commands()).toEqual([]);
    expect(run.knox.seen).toEqual([]);
  });

  it('C3 a formatted device is de-enrolled all the same: the server itself does it', async () => {
    const { answer } = await run.admin.call('formattedDevice', { imei: first, action: 'formatteddevice' });
    expect(answer).toMatchObject({ status: 'success' });
    expect(run.knox.seen).toEqual([]);
  });

  it('N5 every reply names the gateway and its commands', async () => {
    const { headers } = await run.admin.call('homeData', {});
    expect(headers).toMatchObject({
      'x-device-gateway': 'Knox Guard',
      'x-device-commands': 'lock,unlock,notify,release',
    });
  });
});

const commandOf = (row: CommandRow | undefined) => {
  if (!row) throw new Error('There is no such command.');
  const { imei, action } = row;
  return { key: commandKey(row), imei, action, payload: {}, expiresAt: '2999-01-01T00:00:00.000Z' };
};
