import { hasValidCheckDigit, reports } from '@device-console/shared-lib/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, isoAfter, systemClock } from '../../core/time/clock.ts';
import { prepareDemo } from './prepare-demo.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { findAccountByEmail, insertAccount } from '../../core/store/accounts.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { permissionsOf } from '../../core/store/permissions.ts';
import { DEMO_DEVICES, demoImei, demoSecondImei } from './demo-imei.ts';
import { newFolder } from '../../testing/test-run.ts';
import { shared } from '../../testing/fixtures.ts';
import { rowsOf } from '../../testing/rows.ts';
import { openStore } from '../../app/open-store.ts';

jest.setTimeout(30_000);

const folder = newFolder();
const store = shared(() => openStore({ file: join(folder, 'console.db') }));
beforeAll(() => prepareDemo(store, true, systemClock));

const samples = join(__dirname, '..', '..', '..', '..', 'shell', 'public', 'samples');

const daysAgo = (days: number) => isoAfter(systemClock.now(), -days * DAY);
const valuesOf = (values: readonly string[]) => [...new Set(values)].toSorted();

it('D10 the demo has 5,000 devices of predictable, valid and different IMEIs, some with a leading zero', () => {
  const imeis = Array.from({ length: DEMO_DEVICES }, (_, index) => [demoImei(index), demoSecondImei(index)]).flat();
  expect(imeis.every(hasValidCheckDigit)).toBe(true);
  expect(new Set(imeis).size).toBe(2 * DEMO_DEVICES);
  expect(demoImei(0)).toBe('356938030000005');
  expect(demoImei(DEMO_DEVICES - 1)).toMatch(/^0/);
});

it("the demo seeds once: accounts, devices in every state, and 60 days of every command's history", async () => {
  await prepareDemo(store, true, systemClock);
  expect(await rowsOf(store, 'accounts')).toHaveLength(4);
  const devices = await rowsOf(store, 'devices');
  expect(devices).toHaveLength(5000);
  expect(valuesOf(devices.map((row) => row.claim_status))).toEqual(['DE-ENROLLED', 'ENROLLED', 'RELEASED']);
  const commands = await rowsOf(store, 'commands');
  expect(commands.filter((row) => row.created_at < daysAgo(61))).toEqual([]);
});

it('never mixes demo accounts and real ones', async () => {
  const real = await openStore({ file: join(folder, 'real.db') });
  const account = { email: 'real@example.com', phone: '9876543210', password_hash: 'x', role: 'ADMIN' } as const;
  await insertAccount(real.db, { ...account, created_at: daysAgo(1) });
  await expect(prepareDemo(real, true, systemClock)).rejects.toThrow(ConfigurationError);
  expect(await rowsOf(real, 'devices')).toEqual([]);
  await expect(prepareDemo(real, false, systemClock)).resolves.toBeUndefined();
  await real.close();
});

it('N5 gives its operator the permissions of remotes that are tried in it', async () => {
  for (let start = 0; start < 2; start += 1) await prepareDemo(store, true, systemClock, ['Warranty', 'Lock Device']);
  const operator = await findAccountByEmail(store.db, 'operator@example.com');
  const held = await permissionsOf(store.db, operator?.id ?? 0);
  const standard = ['Audit Report', 'Device Details', 'Enable Notification', 'Lock Device'];
  expect(held.map(({ name }) => name).toSorted()).toEqual([...standard, 'Warranty']);
});

it('refuses to start outside the demo on a database with demo accounts', async () => {
  await expect(prepareDemo(store, false, systemClock)).rejects.toThrow('This database holds the demo accounts');
});

it('H2 T2 T4 the demo has samples of enrolled devices whose dates fit on any day, as offered', async () => {
  const linesOf = async (name: string) =>
    (await readFile(join(samples, `${name}.csv`), 'utf8')).trimEnd().split('\r\n');
  const [, ...imeis] = (await linesOf('imei')).map((line) => line.split(','));
  const imei1 = imeis.map(([, imei = '']) => imei);
  const known = store.db.selectFrom('devices').where('imei1', 'in', imei1).where('claim_status', '=', 'ENROLLED');
  expect(await countRows(known)).toBe(10);
  const [header, ...notifications] = (await linesOf('notification')).map((line) => line.split(','));
  expect(header).toEqual(['sno', 'name', 'imei1', 'amount', 'date', 'template']);
  expect(notifications[0]).toEqual(['1', 'Asha Rao', imei1[0], '1250.00', '05/12/2035', 'Pre']);
  for (const [, , , , date = '', template] of notifications) {
    const day = date.split('/').toReversed().join('-');
    expect(template === 'Pre' ? day >= '2035-01-01' : template === 'Post' && day <= '2026-11-22').toBe(true);
  }
});

const ofCommands = reports.filter(({ kind }) => kind === 'commands');

it.each(ofCommands)('the history of $report has something of everything in the last 40 days', async ({ report }) => {
  const commands = (await rowsOf(store, 'commands', { report })).filter((row) => row.created_at > daysAgo(40));
  expect(commands.length).toBeGreaterThan(20);
  expect(valuesOf(commands.map((row) => row.status)).length).toBeGreaterThan(1);
  // API keys open no device actions, and only superadmins may send them.
  const interfaces = report === 'deviceaction' ? ['B', 'S'] : ['A', 'B', 'S'];
  expect(valuesOf(commands.map((row) => row.interface))).toEqual(interfaces);
  expect((await rowsOf(store, 'uploads', { report })).length).toBeGreaterThan(1);
});

it('every command of the history came from someone who may send it, to a device in service', async () => {
  const released = store.db.selectFrom('commands').innerJoin('releases', 'releases.imei1', 'commands.imei');
  expect(await countRows(released.whereRef('commands.created_at', '>', 'releases.created_at'))).toBe(0);
  const operator = await rowsOf(store, 'commands', { user_email: 'operator@example.com' });
  expect(valuesOf(operator.map((row) => row.action))).toEqual(['lock', 'notify']);
  const known = store.db.selectFrom('commands').innerJoin('devices', 'devices.imei1', 'commands.imei');
  expect(await countRows(known.whereRef('commands.created_at', '<', 'devices.created_at'))).toBe(0);
});

it('D17a D17b the history has a complete batch and one that the operator can take over', async () => {
  expect(await rowsOf(store, 'batches')).toMatchObject([
    { state: 'complete', action: 'lock', found: 20, holder_id: 1 },
    { state: 'open', action: 'lock', found: 12, holder_id: 2 },
  ]);
});

it('D17 D40b each of the last 30 days has commands, which the audit of operators holds too', async () => {
  const audit = await rowsOf(store, 'audit_log');
  expect(audit).toHaveLength((await rowsOf(store, 'commands')).length);
  const days = new Set(audit.map(({ at }) => at.slice(0, 10)));
  for (let day = 1; day <= 30; day += 1) expect(days).toContain(daysAgo(day).slice(0, 10));
});
