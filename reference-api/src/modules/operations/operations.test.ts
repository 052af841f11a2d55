import { sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../core/time/clock.ts';
import { dispatched, later, OPERATING, settled } from '../../testing/dispatched-api.ts';
import { putCommand } from '../../testing/put-command.ts';
import { fillCommands } from '../../testing/report-rows.ts';
import { audited, ENROLLED, itemAt, registerBatch, sendSingle } from '../../testing/index.ts';

const [first = '', second = '', third = ''] = ENROLLED;

type Row = Readonly<Record<string, unknown>>;

const { api, provider, admin, superadmin, send, handOver, states, kept, turn, decide } = dispatched();

const listed = (body: object = {}) => superadmin.items('operationsCommands', { limit: 10, ...body });
const keysOf = async (body?: object) => (await listed(body)).map((row) => row['key']);
const overview = () => superadmin.ask('operations');

it('D17c counts the queue by state with its oldest, and draws what came of it', async () => {
  provider.behave({ phones: 'asked', refusals: { [third]: 'No such phone.' } });
  await handOver([first, second, third]);
  api.clock.advance(10_000);
  await provider.execute([kept()[0]?.key ?? '']);
  await later(api, MINUTE);
  const answer = await overview();
  const oldest = '2026-11-20T10:00:00.000Z';
  expect(answer['states']).toEqual([
    { state: 'queued', count: 0, oldest: '' },
    { state: 'sent', count: 1, oldest },
    { state: 'acknowledged', count: 1, oldest: '' },
    { state: 'failed', count: 1, oldest },
    ...['expired', 'unknown', 'cancelled'].map((state) => ({ state, count: 0, oldest: '' })),
  ]);
  const periods = answer['periods'] as Row[];
  expect(periods).toHaveLength(72);
  expect(periods.at(-1)).toMatchObject({ queued: 0, sent: 1, acknowledged: 1, failed: 1, errors: 0 });
  expect(Math.abs(Number(periods.at(-1)?.['p50']) - 70_000)).toBeLessThan(3_500);
});

it('D17c counts as done what the list has as done, also what no worker of this version has counted', async () => {
  await fillCommands(api.store, 'lock', 3, { newest: '2026-11-20T09:00:00.000Z', every: 11 * HOUR });
  expect(await listed({ state: 'acknowledged' })).toHaveLength(3);
  const states = (await overview())['states'] as Row[];
  // The third was requested 23 hours ago.
  expect(states.find(({ state }) => state === 'acknowledged')).toMatchObject({ count: 3 });
  api.clock.advance(2 * HOUR);
  expect((await overview())['states']).toContainEqual({ state: 'acknowledged', count: 2, oldest: '' });
});

it('D17c lists commands by what is asked for, page by page', async () => {
  for (const imei of ENROLLED) await send(imei);
  const pages: Row[] = [];
  for (let cursor: string | undefined = undefined; cursor !== '';) {
    const answer = await superadmin.ask('operationsCommands', { state: 'queued', limit: 3, cursor });
    pages.push(...(answer['items'] as Row[]));
    cursor = String(answer['next']);
  }
  expect(pages.map((row) => row['imei'])).toEqual(ENROLLED.toReversed());
  const waiting = { state: 'queued', attempts: 0, maybeSent: 'no', expiresAt: '2026-11-21T10:00:00.000Z' };
  expect(pages[0]).toMatchObject({ action: 'lock', user: admin.email, ...waiting });
  expect(await listed({ imei: second, action: 'lock' })).toMatchObject([{ imei: second }]);
  expect(await listed({ state: 'acknowledged' })).toEqual([]);
});

it('D17c stops everything: dispatch pauses, and what surely was not sent is cancelled; why not, if not', async () => {
  await handOver(first);
  provider.behave({ faults: [{ at: 'submit', kind: 'drop-after', times: 1 }] });
  await handOver(second);
  for (const action of ['lock', 'unlock']) await send(third, action);
  await turn('paused');
  const [unlock, , , sent] = await keysOf();
  const none = 'an epoch.no such command';
  expect(await decide('cancel', { keys: [unlock, sent, none] })).toMatchObject({
    ...{ done: 1, notDone: 2, next: '' },
    items: [
      { key: sent, why: 'The provider has it.' },
      { key: none, why: 'There is no such command.' },
    ],
  });
  const rest = await decide('cancel', { filter: {} });
  const why = 'It may have been sent already.';
  expect(rest).toMatchObject({ status: 'success', done: 1, notDone: 1, next: '', items: [{ why }] });
  const failure = `Cancelled by ${superadmin.email}: ${OPERATING}`;
  expect(await api.commands()).toMatchObject([
    { imei: first, status: 'sent' },
    { imei: second, status: 'queued' },
    { imei: third, action: 'lock', status: 'cancelled', failure },
    { imei: third, action: 'unlock', status: 'cancelled', failure },
  ]);
  await turn('running');
  await settled(api);
  expect(kept().map(({ imei }) => imei)).toEqual([first, second]);
  for (const [call, message] of [
    ['operationsDispatch', 'Dispatch is paused.'],
    ['operationsDecide', 'cancel: 1 of 2 commands.'],
  ])
    expect((await audited(api.store, { call: `${call}.php` }))[0]?.said.message).toBe(`${message} ${OPERATING}`);
});

it('D17c retries under a new key what surely was not done, and under its own what may have been', async () => {
  provider.behave({ refusals: { [first]: 'Not now.' }, phones: 'at-once' });
  await handOver(first);
  const [refused] = await keysOf({ state: 'failed' });
  provider.behave({ refusals: {}, faults: [{ kind: 'drop-after' }] });
  await handOver(second);
  for (let day = 0; day < 2; day += 1) await later(api, DAY);
  const [unsure] = await keysOf({ state: 'unknown' });
  provider.behave({ faults: [] });
  for (const state of ['failed', 'unknown']) await decide('retry', { filter: { state } });
  await later(api, HOUR);
  expect(await states()).toEqual(['acknowledged', 'acknowledged']);
  const [ofSecond, ofFirst] = await keysOf();
  expect(ofFirst).not.toBe(refused);
  expect(ofSecond).toBe(unsure);
  const executed = [`${first} 0`, `${second} 1`, `${first} 1`];
  expect(kept().map(({ imei, executions }) => `${imei} ${executions}`)).toEqual(executed);
});

it('D17c retries nothing that a later command of its phone has overtaken', async () => {
  provider.behave({ refusals: { [first]: 'Not now.' } });
  await handOver(first);
  await send(first, 'unlock');
  const why = expect.stringMatching(/^A later command/);
  expect(await decide('retry', { filter: { state: 'failed' } })).toMatchObject({ done: 0, items: [{ why }] });
});

it('S33 D17c what was decided before the access ended stays, and is in the audit; the rest is refused', async () => {
  const queued = { imei: first, by: admin.email, ago: 0, status: 'queued' } as const;
  for (let one = 0; one < 101; one += 1) await putCommand(api, queued);
  const over = sql`create trigger over after update on commands
    begin update sessions set revoked_at = '2026-11-20T10:00:00.000Z'; end`;
  await over.execute(api.store.db);
  expect(await decide('cancel', { filter: {} })).toMatchObject({ status: 'error' });
  const left = (await states()).filter((state) => state !== 'cancelled');
  expect(left).toEqual(['queued']);
  expect(await audited(api.store, { call: 'operationsDecide.php' })).toMatchObject([
    { outcome: 'success', said: { message: `cancel: 100 of 101 commands. ${OPERATING}` } },
    { outcome: 'refused', said: { message: 'the access was taken away while the call was under way' } },
  ]);
});

it('D17c a pause sends nothing; the rest of a batch is cancelled meanwhile, and its page says so', async () => {
  const batch = await registerBatch(admin, [first, second]);
  const { batchId } = batch;
  await sendSingle(admin, batch, itemAt(batch, 1));
  await settled(api);
  await turn('paused');
  await sendSingle(admin, batch, itemAt(batch, 2));
  await handOver(third);
  expect(await overview()).toMatchObject({ dispatch: 'paused', why: OPERATING, by: superadmin.email });
  expect(await decide('cancel', { filter: { batchId } })).toMatchObject({ done: 1, notDone: 0, next: '' });
  expect(await states()).toEqual(['sent', 'cancelled', 'queued']);
  expect(await admin.items('batchRuns', { batchId })).toMatchObject([{ found: 2, queued: 0, sent: 1, cancelled: 1 }]);
  await turn('running');
  await settled(api);
  expect(kept().map(({ imei }) => imei)).toEqual([first, third]);
});
