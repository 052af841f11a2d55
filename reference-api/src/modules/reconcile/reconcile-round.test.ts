import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { listAnswer } from '../../core/gateway/provider-protocol.ts';
import { createSimulator } from '../../core/gateway/simulator.ts';
import { createCommandWorker } from '../../core/gateway/worker.ts';
import { enterEpoch, putDispatch } from '../../core/store/dispatch.ts';
import { EPOCH_SETTING, putSetting } from '../../core/store/settings.ts';
import { HOUR, isoTime } from '../../core/time/clock.ts';
import { reconcileRound } from './reconcile-round.ts';
import { beginReconcile, formerEpochs, freshReconcile, putReconcile } from './reconcile-state.ts';
import { CALLBACK_SECRET, commandsOf, settled, startDispatchedApi } from '../../testing/dispatched-api.ts';
import type { Provider } from '../../testing/provider/provider.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';

const [first = '', second = '', third = '', fourth = '', fifth = ''] = ENROLLED;
const reason = 'Every difference is decided';

type Row = Readonly<Record<string, unknown>>;

/** A command as it is written anew. */
function withoutId<Row extends { readonly id: number }>(row: Row): Omit<Row, 'id'> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id')) as Omit<Row, 'id'>;
}

const byDevice = (rows: readonly Row[]) =>
  rows
    .map(({ imei, ours, theirs, differs }) => [imei, ours, theirs, differs])
    .toSorted(([left], [right]) => String(left).localeCompare(String(right)));

describe.each(databases)('after a restore on $name', ({ newFilled }) => {
  let provider: Provider;
  let api: TestApi;
  let admin: Session;
  let superadmin: Session;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ provider, api, admin, superadmin, close } = await startDispatchedApi(await newFilled()));
  });
  afterEach(() => close());

  const send = (imei: string, action = 'lock') => admin.call('lockNotification', { imei, action });
  const reconcile = async (body: object = {}) =>
    (await superadmin.call('operationsReconcile', { limit: 10, ...body })).answer;
  const resume = async () => (await superadmin.call('operationsDispatch', { dispatch: 'running', reason })).answer;

  /** Takes the commands table back to what it was; what the provider has stays. */
  async function restoredTo(work: () => Promise<void>): Promise<void> {
    const kept = await api.store.db.selectFrom('commands').selectAll().orderBy('id').execute();
    await work();
    await api.store.db.deleteFrom('commands').execute();
    for (const row of kept) await api.store.db.insertInto('commands').values(withoutId(row)).execute();
    const at = isoTime(api.clock.now());
    await putSetting(api.store.db, EPOCH_SETTING, randomUUID());
    await putDispatch(api.store.db, { state: 'paused', why: 'restored', by: 'restore', at });
    await enterEpoch(api.store.db, beginReconcile);
  }

  /** Queued here: first; sent here: second and third; the provider has done all but the second, and a fourth. */
  async function lateRestore(): Promise<void> {
    await send(second);
    await send(third, 'release');
    await settled(api);
    await send(first);
    await send(fifth);
    await restoredTo(async () => {
      provider.behave({ refusals: { [fifth]: 'No such phone.' } });
      await settled(api);
      await send(fourth, 'unlock');
      await settled(api);
      await provider.execute(
        [...provider.state.commands.values()].filter((one) => one.imei !== second).map((one) => one.key),
      );
    });
  }

  it('D17c sends nothing until the provider was asked and every difference is decided', async () => {
    await lateRestore();
    const before = provider.seen.length;
    await send(second, 'unlock');
    expect(await resume()).toMatchObject({ status: 'error', message: expect.stringMatching(/still asked/) });
    await settled(api);
    api.clock.advance(HOUR);
    await settled(api);
    expect(provider.seen.slice(before).filter(({ path, method }) => method === 'POST' && path === '/commands')).toEqual(
      [],
    );
    const answer = await reconcile();
    expect(answer).toMatchObject({ state: 'undecided', agreed: 1, undecided: 4 });
    expect(byDevice(answer['items'] as Row[])).toEqual([
      [first, 'queued', 'acknowledged', 'further'],
      [third, 'sent', 'acknowledged', 'further'],
      [fourth, '', 'acknowledged', 'not-here'],
      [fifth, 'queued', 'failed', 'further'],
    ]);
    expect(await resume()).toMatchObject({ status: 'error', message: expect.stringMatching(/undecided/) });
    await reconcile({ decision: 'adopt', differs: 'further' });
    expect(await reconcile({ decision: 'adopt', differs: 'not-here' })).toMatchObject({
      state: 'done',
      done: 1,
      left: 0,
    });
    expect(await resume()).toMatchObject({ status: 'success' });
    await settled(api);
    expect((await commandsOf(api)).map(({ imei, action, status }) => [imei, action, status])).toEqual([
      [second, 'lock', 'sent'],
      [third, 'release', 'acknowledged'],
      [first, 'lock', 'acknowledged'],
      [fifth, 'lock', 'failed'],
      [second, 'unlock', 'sent'],
      [fourth, 'unlock', 'acknowledged'],
    ]);
    expect([...provider.state.commands.values()].filter(({ submissions }) => submissions > 1)).toEqual([]);
    const released = await api.store.db.selectFrom('releases').select('imei1').where('imei1', '=', third).execute();
    expect(released).toHaveLength(1);
  });

  it('D17c what the provider never had is sent or cancelled, and what it lost is unknown or sent again', async () => {
    await send(first);
    await send(second);
    await settled(api);
    await send(third);
    await send(fourth);
    await restoredTo(async () => undefined);
    provider.state.commands.clear();
    await settled(api);
    const rows = (await reconcile())['items'] as Row[];
    expect(byDevice(rows)).toEqual([
      [first, 'sent', '', 'lost'],
      [second, 'sent', '', 'lost'],
      [third, 'queued', '', 'not-there'],
      [fourth, 'queued', '', 'not-there'],
    ]);
    const keyOf = (imei: string) => rows.find((row) => row['imei'] === imei)?.['key'];
    await reconcile({ decision: 'adopt', keys: [keyOf(first)] });
    await reconcile({ decision: 'send', keys: [keyOf(second), keyOf(third)] });
    expect(await reconcile({ decision: 'adopt', differs: 'not-there' })).toMatchObject({ status: 'error' });
    await reconcile({ decision: 'cancel', differs: 'not-there' });
    expect(await resume()).toMatchObject({ status: 'success' });
    provider.behave({ phones: 'at-once' });
    await settled(api);
    expect((await commandsOf(api)).map(({ status }) => status)).toEqual([
      'unknown',
      'acknowledged',
      'acknowledged',
      'cancelled',
    ]);
    expect([...provider.state.commands.keys()].toSorted()).toEqual([keyOf(second), keyOf(third)].toSorted());
  });

  it('D17c what a callback tells before somebody decides holds, whatever is decided', async () => {
    await send(first);
    await restoredTo(async () => undefined);
    await settled(api);
    const [row] = (await reconcile())['items'] as Row[];
    const address = await api.server.listen({ port: 0, host: '127.0.0.1' });
    provider.callBackTo(`${address}/gateway/outcomes`, CALLBACK_SECRET);
    provider.behave({ callbacks: 'on' });
    const at = '2026-11-21T10:00:00.000Z';
    provider.state.take(
      { key: String(row?.['key']), imei: first, action: 'lock', payload: {}, expiresAt: at },
      undefined,
    );
    await provider.execute();
    expect(await reconcile({ decision: 'send', keys: [row?.['key']] })).toMatchObject({ done: 1, state: 'done' });
    await resume();
    await settled(api);
    expect((await commandsOf(api)).map(({ status }) => status)).toEqual(['acknowledged']);
    expect(provider.seen.filter(({ method, path }) => method === 'POST' && path === '/commands')).toEqual([]);
  });

  it.each([
    ['names the same place again', 0, { next: 'here', commands: [] }],
    ['has more pages than there can be', 20_000, { next: 'there', commands: [] }],
  ])(
    'D17c a list of the provider that %s is waited with, said, and ended by a superadmin',
    async (_how, pages, page) => {
      await send(first);
      await restoredTo(() => settled(api));
      const epochs = await formerEpochs(api.store.db, '');
      await putReconcile(api.store.db, { ...freshReconcile(epochs), phase: 'theirs', cursor: 'here', pages });
      let asked = 0;
      const worker = createCommandWorker({
        held: reconcileRound,
        ...{ store: api.store, clock: api.clock, log: api.server.log },
        gateway: {
          ...createSimulator(0),
          list: () => {
            asked += 1;
            return Promise.resolve({ kind: 'answered', answer: page });
          },
        },
      });
      while ((await worker.runOnce()) > 0);
      expect(asked).toBe(1);
      const told = (await superadmin.call('operations', {})).answer;
      expect(told).toMatchObject({ waitsFor: expect.stringContaining('does not end'), reconcile: 'asking' });
      expect(await reconcile({ end: true })).toMatchObject({ status: 'success', state: 'undecided' });
      expect(await reconcile({ end: true })).toMatchObject({ status: 'error' });
      expect(await reconcile({ decision: 'send', differs: 'not-asked' })).toMatchObject({
        state: 'done',
        unread: 'yes',
      });
      expect((await superadmin.call('operations', {})).answer).toMatchObject({ reconcile: 'done', unread: 'yes' });
      expect(await resume()).toMatchObject({ status: 'success' });
    },
  );

  it('D17c what an ended comparison did not ask about is sent or given up, by a superadmin', async () => {
    await send(first);
    await settled(api);
    await send(second);
    await send(third);
    await restoredTo(() => settled(api));
    expect(await reconcile({ end: true })).toMatchObject({ state: 'undecided', undecided: 3 });
    const kinds = byDevice((await reconcile())['items'] as Row[]);
    expect(kinds).toEqual([
      [first, 'sent', '', 'not-asked'],
      [second, 'queued', '', 'not-asked'],
      [third, 'queued', '', 'not-asked'],
    ]);
    const keyOf = (imei: string) => [...provider.state.commands.values()].find((one) => one.imei === imei)?.key ?? '';
    expect(await reconcile({ decision: 'cancel', keys: [keyOf(third)] })).toMatchObject({ done: 1 });
    expect(await reconcile({ decision: 'send', differs: 'not-asked' })).toMatchObject({ done: 2, state: 'done' });
    expect(await resume()).toMatchObject({ status: 'success' });
    await provider.execute();
    await settled(api);
    expect((await commandsOf(api)).map(({ imei, status }) => [imei, status])).toEqual([
      [first, 'acknowledged'],
      [second, 'acknowledged'],
      [third, 'unknown'],
    ]);
    api.clock.advance(HOUR);
    await settled(api);
    expect((await commandsOf(api)).map(({ status }) => status)).toEqual(Array(3).fill('acknowledged'));
    expect([...provider.state.commands.values()].map(({ executions }) => executions)).toEqual([1, 1, 1]);
  });

  it("D17c A5 says that an ended comparison left the provider's list unread, and reads it when asked", async () => {
    await send(first);
    await settled(api);
    await restoredTo(async () => {
      await send(fourth, 'unlock');
      await settled(api);
    });
    expect(await reconcile({ end: true })).toMatchObject({ unread: 'yes', undecided: 1 });
    const { detail } = await api.store.db
      .selectFrom('audit_log')
      .select('detail')
      .where('call', '=', 'operationsReconcile.php')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toContain(
      "The provider's list was not read to its end: it may have commands that this database does not know.",
    );
    expect(await reconcile({ ask: true })).toMatchObject({ state: 'asking', unread: '' });
    await settled(api);
    expect(await reconcile()).toMatchObject({ unread: '', undecided: 1, agreed: 1 });
    expect(byDevice((await reconcile())['items'] as Row[])).toEqual([[fourth, '', 'accepted', 'not-here']]);
  });

  it('D17c a comparison that is ended after the last list was read left nothing unread', async () => {
    await send(first);
    await restoredTo(() => settled(api));
    await putReconcile(api.store.db, { ...freshReconcile([]), phase: 'theirs' });
    expect(await reconcile({ end: true })).toMatchObject({ unread: '' });
  });

  it('D17c takes texts of the provider that no database takes', async () => {
    await send(first);
    await restoredTo(() => settled(api));
    const [epoch = ''] = await formerEpochs(api.store.db, '');
    await putReconcile(api.store.db, { ...freshReconcile([epoch]), phase: 'theirs' });
    const told = { imei: '12\u00003', action: 'lo\u0000ck', status: 'accepted', receivedAt: 'never' };
    const row = v.parse(listAnswer, { commands: [{ ...told, key: `${epoch}.x` }, { key: '\u0000' }] });
    const [command] = row.commands;
    expect(row.commands).toHaveLength(1);
    const gateway = createSimulator(0);
    const list = () =>
      Promise.resolve({
        kind: 'answered' as const,
        answer: { commands: command ? [{ ...command, outcome: { status: 'accepted' as const } }] : [], next: '' },
      });
    const log = api.server.log;
    const worker = createCommandWorker({
      held: reconcileRound,
      store: api.store,
      clock: api.clock,
      log,
      gateway: { ...gateway, list },
    });
    while ((await worker.runOnce()) > 0);
    expect((await reconcile())['items']).toMatchObject([{ imei: '12 3', differs: 'not-here' }]);
  });

  it('D17c a key that a command had before a retry is known, and its acknowledgement is a difference', async () => {
    provider.behave({ refusals: { [first]: 'No such phone.' } });
    await send(first);
    await settled(api);
    const [former] = [...provider.state.commands.values()];
    provider.behave({ refusals: {} });
    await superadmin.call('operationsDecide', { decision: 'retry', reason, filter: { state: 'failed' } });
    await settled(api);
    await restoredTo(async () => undefined);
    await settled(api);
    expect(await reconcile()).toMatchObject({ state: 'done', undecided: 0, items: [] });
    if (former) provider.state.commands.set(former.key, { ...former, status: 'acknowledged' });
    await reconcile({ ask: true });
    await settled(api);
    expect((await reconcile())['items']).toMatchObject([{ imei: first, ours: 'sent', differs: 'further' }]);
    expect(await reconcile({ decision: 'adopt', differs: 'further' })).toMatchObject({ state: 'done', done: 1 });
    expect(await commandsOf(api)).toMatchObject([{ imei: first, status: 'acknowledged' }]);
  });

  it('D17c another request of the same after a restore never carries a key that was used', async () => {
    await send(first);
    await settled(api);
    await restoredTo(async () => undefined);
    await settled(api);
    await resume();
    await send(first);
    await settled(api);
    expect([...provider.state.commands.values()]).toMatchObject([
      { imei: first, submissions: 1 },
      { imei: first, submissions: 1 },
    ]);
  });
});
