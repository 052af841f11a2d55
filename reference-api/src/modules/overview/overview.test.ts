import type { CommandState } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { registerDevices } from '../../core/devices/register-devices.ts';
import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';
import { fresh, startTestApi, type Session } from '../../testing/index.ts';
import { later, settled } from '../../testing/dispatched-api.ts';
import { putCommand } from '../../testing/put-command.ts';
import { fillUploads } from '../../testing/report-rows.ts';
import { registerBatch, sendSingle, statusBody } from '../../testing/test-batch.ts';
import { DE_ENROLLED, ENROLLED, people, UNKNOWN, type PersonName } from '../../testing/test-data.ts';

const api = fresh(() => startTestApi());

type Row = Readonly<Record<string, unknown>>;

const none = { expired: 0, unknown: 0, cancelled: 0 };

/** Uploads the file of a batch of locks, or of unlocks, whose list is not registered. */
const upload = (session: Session, name: string, batchId?: string, path = 'bulkLockCopy.php') =>
  session.upload(path, { name, content: 'sno,imei1\r\n' }, batchId === undefined ? {} : { batchId });

it('D17 counts the devices of a run, of its account alone, and says how far its commands are', async () => {
  const [operator, admin] = [await api.as('operator'), await api.as('admin')];
  const batch = await registerBatch(operator, [...ENROLLED.slice(0, 3), UNKNOWN]);
  const { batchId, filename } = batch;
  // Another account's batch of the same id counts for nothing.
  const others = await registerBatch(admin, ENROLLED.slice(3), 'lock', batchId);
  for (const item of others.items) await sendSingle(admin, others, item);
  for (const item of batch.items) await sendSingle(operator, batch, item);
  const tell = (isComplete: string) => operator.call('updateStatusOnServer', statusBody(batch, isComplete));
  await tell('incomplete');
  // What an incomplete run has not found is not known.
  const incomplete = { found: 3, notFound: null, isComplete: 'incomplete' };
  expect(await operator.items('batchRuns')).toMatchObject([incomplete]);
  await tell('complete');
  const run = { batchId, action: 'lock', file: filename, oldfile: 'lock.csv', user: people.operator.email };
  const times = { startedAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' };
  const progress = { total: 4, found: 3, notFound: 1, lastimei: UNKNOWN, isComplete: 'complete' };
  const counted = { ...run, ...times, ...progress, ...none, queued: 0, sent: 0, acknowledged: 0, failed: 0 };
  expect(await operator.items('batchRuns')).toMatchObject([{ ...counted, queued: 3 }]);
  await settled(api);
  expect(await operator.items('batchRuns')).toMatchObject([{ ...counted, sent: 3 }]);
  await later(api, 1000);
  expect(await operator.items('batchRuns')).toMatchObject([{ ...counted, acknowledged: 3 }]);
});

it('D17 shows an upload whose list was never registered, and no upload outside of a batch', async () => {
  const operator = await api.as('operator');
  await upload(operator, 'left.csv', newTransactionId());
  await upload(operator, 'loose.csv');
  const left = { oldfile: 'left.csv', action: null, total: null, found: 0, notFound: null };
  expect(await operator.items('batchRuns')).toMatchObject([left]);
});

it("D9 D17b gives everyone's runs to ADMIN and SUPERADMIN, and to others those that they may send", async () => {
  const [operator, admin, superadmin] = [await api.as('operator'), await api.as('admin'), await api.as('superadmin')];
  for (const session of [operator, admin]) await upload(session, 'lock.csv', newTransactionId());
  const batchId = newTransactionId();
  await upload(admin, 'unlock.csv', batchId, 'bulkUnlockCopy.php');
  const [own, locks, unlocks] = ['operator lock.csv', 'admin lock.csv', 'admin unlock.csv'];
  const nameOf = ({ user, oldfile }: Row) => `${String(user).split('@')[0]} ${String(oldfile)}`;
  const names = async (session: Session, body?: object) => (await session.items('batchRuns', body)).map(nameOf);
  expect(await names(operator)).toEqual([own]);
  expect(await names(admin)).toEqual([unlocks, locks]);
  expect(await names(superadmin)).toEqual([]);
  for (const session of [admin, superadmin]) {
    expect(await names(session, { everyone: true })).toEqual([unlocks, locks, own]);
    expect(await names(session, { batchId })).toEqual([unlocks]);
  }
  expect(await names(operator, { everyone: true })).toEqual([locks, own]);
  expect(await names(operator, { batchId })).toEqual([]);
  expect(await names(await api.as('viewer'), { everyone: true })).toEqual([]);
});

it('D17 answers the newest 200', async () => {
  const admin = await api.as('admin');
  await fillUploads(api.store, 'lock', 205);
  await sql`update uploads set batch_id = file`.execute(api.store.db);
  const runs = await admin.items('batchRuns');
  expect(runs).toHaveLength(200);
  expect([runs[0], runs.at(-1)]).toMatchObject([{ oldfile: 'filled 205.csv' }, { oldfile: 'filled 6.csv' }]);
});

const ask = async (person: PersonName, body: object = { timezone: 'UTC' }) =>
  (await api.as(person)).ask('homeOverview', body);
const rowsOf = (answer: Row, list: string) => answer[list] as readonly Row[];
const ofDay = (answer: Row, list: string, day: string) => rowsOf(answer, list).find((row) => row['day'] === day);

/** Adds a command that a person sent `ago` milliseconds ago, with its status. */
const sent = (person: PersonName, ago: number, status: CommandState, more: object = {}) =>
  putCommand(api, { imei: ENROLLED[0] ?? '', by: people[person].email, ago, status }, more);

it('D40b counts 30 days of devices and 14 of commands, today included, days without anything too', async () => {
  const device = { imei1: DE_ENROLLED, imei2: '', brand: '', model: '', app_version: '', app_type: '' };
  await registerDevices(api.store.db, [device], isoAfter(api.clock.now(), -HOUR));
  await sent('operator', HOUR, 'acknowledged');
  await sent('operator', DAY, 'failed');
  await sent('admin', DAY, 'queued');
  const answer = await ask('admin');
  expect(rowsOf(answer, 'days').map(({ day }) => day)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `2026-10-${22 + index}`),
    ...Array.from({ length: 20 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`),
  ]);
  expect(ofDay(answer, 'days', '2026-11-18')).toMatchObject({ registered: 10, reregistered: 0, released: 1 });
  expect(ofDay(answer, 'days', '2026-11-20')).toMatchObject({ registered: 1, reregistered: 1, deenrolled: 0 });
  expect(rowsOf(answer, 'commands')).toHaveLength(14);
  expect(rowsOf(answer, 'commands').slice(-3)).toEqual([
    { ...none, day: '2026-11-18', acknowledged: 0, failed: 0, open: 0 },
    { ...none, day: '2026-11-19', acknowledged: 0, failed: 1, open: 1 },
    { ...none, day: '2026-11-20', acknowledged: 1, failed: 0, open: 0 },
  ]);
});

it("D40b D3 days are those of the caller's zone", async () => {
  await sent('operator', 11 * HOUR, 'acknowledged');
  const acknowledgedOn = async (timezone: string) =>
    rowsOf(await ask('operator', { timezone }), 'commands').find((row) => row['acknowledged'] === 1)?.['day'];
  expect([await acknowledgedOn('UTC'), await acknowledgedOn('Asia/Kolkata')]).toEqual(['2026-11-19', '2026-11-20']);
  const message = '"Nowhere/Land" is not a time zone. Send an IANA name such as Asia/Kolkata.';
  expect(await ask('operator', { timezone: 'Nowhere/Land' })).toMatchObject({ status: 'error', message });
});

it("D40b D9 without the permission Reports, only one's own commands are counted", async () => {
  await sent('admin', 2 * HOUR, 'failed');
  await sent('viewer', HOUR, 'failed');
  const [viewer, operator] = [await ask('viewer'), await ask('operator')];
  // Both are to one device.
  const attention = [{ report: 'lock', failed: 1, unanswered: 0, expired: 0, unknown: 0 }];
  expect(viewer).toMatchObject({ scope: 'own', attention });
  expect(operator).toMatchObject({ scope: 'everyone', attention });
  expect([viewer, operator].map((one) => ofDay(one, 'commands', '2026-11-20')?.['failed'])).toEqual([1, 2]);
});

it("D40b lists the caller's newest commands by hand, and the batches that D17 lets the caller see", async () => {
  await sent('operator', 3 * HOUR, 'acknowledged');
  await sent('operator', 2 * HOUR, 'sent', { interface: 'B', batch_id: '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10' });
  await sent('operator', HOUR, 'failed');
  const batchId = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f11';
  await upload(await api.as('operator'), 'own.csv', batchId);
  const answer = await ask('operator');
  const times = [HOUR, 3 * HOUR].map((ago) => isoAfter(api.clock.now(), -ago));
  expect(rowsOf(answer, 'actions')).toMatchObject(times.map((at) => ({ at, action: 'lock', imei: ENROLLED[0] })));
  const batchesOf = async (person: PersonName) => rowsOf(await ask(person), 'batches').map((row) => row['batchId']);
  for (const person of ['operator', 'admin'] as const) expect(await batchesOf(person)).toEqual([batchId]);
  expect(await batchesOf('viewer')).toEqual([]);
});

it('D40b D9 counts the app versions for who may see them', async () => {
  expect(rowsOf(await ask('admin'), 'versions')).toEqual([
    { appversion: '4.1.3', devices: 3 },
    { appversion: '4.2.0', devices: 5 },
  ]);
  expect(rowsOf(await ask('operator'), 'versions')).toEqual([]);
});
