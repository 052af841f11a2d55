import { sql } from 'kysely';
import { dispatched, later, settled } from '../../testing/dispatched-api.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { DAY, isoAfter, MINUTE } from '../time/clock.ts';
import { putDispatch } from '../store/dispatch.ts';
import type { GatewayCommand } from './device-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { createCommandWorker } from './worker.ts';

const [first = '', second = ''] = ENROLLED;

const { provider, api, admin, send, handOver, states } = dispatched();
beforeEach(() => provider.behave({ phones: 'at-once' }));

const received = () =>
  provider.seen
    .filter(({ path }) => path === '/commands')
    .map(({ body }) => (body as { commands: readonly GatewayCommand[] }).commands.map(({ action }) => action));

it('D17c what is not yet to be taken back keeps nobody busy while nothing is sent', async () => {
  await send(first);
  api.clock.advance(DAY / 2);
  const gateway = createHttpGateway(provider.url);
  await putDispatch(api.store.db, { state: 'paused', why: '', by: '', at: '' });
  const later = isoAfter(api.clock.now(), DAY);
  await api.store.db.updateTable('commands').set({ expires_at: later }).execute();
  const worker = createCommandWorker({ ...api, gateway, log: api.server.log, lifetime: DAY / 4 });
  expect([await worker.runOnce(), await worker.runOnce()]).toEqual([1, 0]);
  api.clock.advance(DAY + MINUTE);
  expect(await worker.runOnce()).toBe(1);
  expect(await states()).toEqual(['expired']);
});

it('tries again with growing waits while the provider is out of reach, and no unlock overtakes a lock', async () => {
  provider.behave({ faults: [{ kind: 'answer', status: 502 }] });
  await send(first);
  await send(first, 'unlock');
  expect(await api.worker.runOnce()).toBe(1);
  expect(await api.worker.runOnce()).toBe(0);
  api.clock.advance(1000);
  expect(await api.worker.runOnce()).toBe(1);
  api.clock.advance(1000);
  expect(await api.worker.runOnce()).toBe(0);
  provider.behave({ faults: [] });
  await later(api, MINUTE);
  expect([...provider.state.commands.values()].map(({ action }) => action)).toEqual(['lock', 'unlock']);
});

it.each([
  ['no JSON', sql`payload = 'no JSON'`],
  ['a time that is none', sql`created_at = 'yesterday', expires_at = null`],
])('D17c a row with %s fails by itself, with a reason; those claimed with it go', async (_what, broken) => {
  for (const imei of [first, second]) await send(imei);
  await sql`update commands set ${broken} where imei = ${first}`.execute(api.store.db);
  await settled(api);
  expect(await api.commands()).toMatchObject([
    { status: 'failed', failure: 'The command cannot be read in the database.' },
    { status: 'acknowledged' },
  ]);
});

it('a command of which the provider makes nothing waits alone: halved, the list goes past it', async () => {
  provider.behave({ faults: [{ at: 'submit', kind: 'answer', status: 500, imei: second }] });
  for (const imei of ENROLLED) await send(imei);
  await api.worker.runOnce();
  expect((await api.commands()).filter(({ status }) => status !== 'acknowledged')).toMatchObject([
    { imei: second, status: 'queued', failure: 'The provider answered 500 to POST /commands: A fault.' },
  ]);
});

it('a provider that answers 500 to everything is not asked about each command', async () => {
  provider.behave({ faults: [{ at: 'submit', kind: 'answer', status: 500 }] });
  for (const imei of ENROLLED) await send(imei);
  await api.worker.runOnce();
  expect(received().length).toBeLessThanOrEqual(10);
  expect(await api.worker.runOnce()).toBe(0);
});

it('D17c asks about what was sent in lists, and less often each time', async () => {
  provider.behave({ phones: 'asked' });
  await handOver(ENROLLED);
  const questions: number[] = [];
  for (let minutes = 0; minutes < 240; minutes += 1) {
    api.clock.advance(MINUTE);
    const before = provider.seen.length;
    await settled(api);
    if (provider.seen.length > before) questions.push(minutes);
  }
  expect(provider.seen.every(({ path, body }) => path === '/commands' || (body as { keys: [] }).keys.length > 1)).toBe(
    true,
  );
  expect(questions).toHaveLength(9);
  expect((questions.at(-1) ?? 0) - (questions.at(-2) ?? 0)).toBe(60);
});

it('fails a command whose device was de-enrolled while it waited', async () => {
  await send(first);
  await admin.call('formattedDevice', { imei: first, action: 'formatteddevice' });
  await settled(api);
  expect(provider.state.commands.size).toBe(0);
  expect(await api.commands()).toMatchObject([
    { action: 'lock', status: 'failed', failure: 'The device is DE-ENROLLED since the command was queued.' },
    { action: 'formatteddevice' },
  ]);
});

it('D17c a late acknowledgement of a release does not release a device that was registered again since', async () => {
  provider.behave({ phones: 'asked' });
  await handOver(first, 'release');
  api.clock.advance(DAY);
  const [at, own] = [api.clock.now().toISOString(), { imei2: '', brand: '', model: '' }];
  const again = { imei1: first, ...own, matched: 'YES', registration_status: 'REGISTERED', created_at: at } as const;
  await api.store.db.insertInto('registrations').values(again).execute();
  await provider.execute();
  await later(api, DAY);
  expect(await api.commands()).toMatchObject([{ status: 'acknowledged' }]);
  const device = api.store.db.selectFrom('devices').select('claim_status').where('imei1', '=', first);
  expect(await device.executeTakeFirst()).toEqual({ claim_status: 'ENROLLED' });
});

it('D17 works by itself; a silent provider does not hold the end of the API, and its command waits', async () => {
  provider.behave({ faults: [{ at: 'submit', kind: 'freeze' }] });
  await send(first);
  api.worker.start();
  while (provider.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await api.server.close();
  expect(await api.commands()).toMatchObject([{ status: 'queued', failure: expect.stringMatching(/could not be/) }]);
});
