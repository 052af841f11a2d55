import { randomUUID } from 'node:crypto';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expireApprovals } from '../approvals/ask-approval.ts';
import { listAnswer } from '../../core/gateway/provider-protocol.ts';
import type { DeviceGateway } from '../../core/gateway/device-gateway.ts';
import { createSimulator } from '../../core/gateway/simulator.ts';
import { createCommandWorker } from '../../core/gateway/worker.ts';
import { enterEpoch, knownEpochs, putDispatch } from '../../core/store/dispatch.ts';
import { EPOCH_SETTING, putSetting } from '../../core/store/settings.ts';
import { HOUR, isoTime } from '../../core/time/clock.ts';
import { beginReconcile, OPEN_AT_RESTORE, putReconcile, reconcileRound } from './reconcile.ts';
import { CALLBACK_SECRET, dispatched, settled } from '../../testing/dispatched-api.ts';
import { rowsOf } from '../../testing/rows.ts';
import { beginBatch, claim, itemAt, registerBatch, sendChunk } from '../../testing/test-batch.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';
import { audited } from '../../testing/audited.ts';

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ENROLLED;
const reason = 'After the restore';

/** What the tests change after a backup, in the order in which it can be written again. */
const TABLES = ['batches', 'batch_items', 'commands', 'outcomes', 'approvals'];

describe.each(databases)('after a restore on $name', ({ newFilled }) => {
  const approvals = { policy: { blockApp: 1 }, hours: 24 };
  const { api, provider, admin, superadmin, send, states: statuses } = dispatched(newFilled, { approvals });

  const sent = async (...imeis: readonly string[]) => {
    for (const imei of imeis) await send(imei);
    await settled(api);
  };
  const resume = async () => {
    const { answer } = await superadmin.call('operationsDispatch', { dispatch: 'running', reason });
    expect(answer).toMatchObject({ status: 'success' });
  };
  const goOn = async () => {
    await resume();
    await settled(api);
  };
  const decide = async (decision: 'retry' | 'cancel', key: string | undefined) =>
    (await superadmin.call('operationsDecide', { decision, reason, keys: [key] })).answer;
  const retry = (filter: object = {}) =>
    superadmin.call('operationsDecide', { decision: 'retry', reason, filter: { state: 'failed', ...filter } });
  const operations = async () => (await superadmin.call('operations', {})).answer;
  const states = async () => (await api.commands()).map(({ imei, action, status }) => [imei, action, status]);
  const keyHere = async (imei: string) =>
    (await rowsOf(api.store, 'commands', { imei })).map(({ epoch, uid }) => `${epoch}.${uid}`)[0] ?? '';
  const sendings = () => provider.seen.filter(({ path, method }) => method === 'POST' && path === '/commands');
  const keyOf = (imei: string) => [...provider.state.commands.values()].find((one) => one.imei === imei)?.key ?? '';

  /** Does `work`, then restores the tables to their state before; the provider keeps its commands. */
  async function restoredTo(work: () => Promise<void> = async () => undefined): Promise<void> {
    const { db, dialect } = api.store;
    const [overriding, at] = [dialect === 'postgres' ? 'overriding system value' : '', isoTime(api.clock.now())];
    const forEach = async (tables: readonly string[], statement: (table: string) => string) => {
      for (const table of tables) await sql.raw(statement(table)).execute(db);
    };
    await forEach(TABLES, (table) => `create table kept_${table} as select * from ${table}`);
    await work();
    await forEach(TABLES.toReversed(), (table) => `delete from ${table}`);
    await forEach(TABLES, (table) => `insert into ${table} ${overriding} select * from kept_${table}`);
    await putSetting(db, EPOCH_SETTING, randomUUID());
    await putDispatch(db, { state: 'paused', why: 'restored', by: 'restore', at });
    // The keys of repeated requests stay those of the first epoch.
    expect(await enterEpoch(db, beginReconcile)).toBe((await knownEpochs(db))[0]);
  }

  /** Compares with a provider whose list is this, until there is nothing more to do. */
  async function compare(list: DeviceGateway['list'], step: Parameters<typeof putReconcile>[1]): Promise<void> {
    await putReconcile(api.store.db, step);
    const worker = createCommandWorker({
      held: reconcileRound,
      ...{ store: api.store, clock: api.clock, log: api.server.log },
      gateway: { ...createSimulator(0), list },
    });
    while ((await worker.runOnce()) > 0);
  }

  /**
   * Leaves the first and the fifth queued here, the second and the third sent. The provider has refused the fifth, and
   * has carried out the first, the third and a fourth that is lost here.
   */
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
      const others = [...provider.state.commands.values()].filter(({ imei }) => imei !== second);
      await provider.execute(others.map(({ key }) => key));
    });
  }

  it('D17c sends nothing until the provider was asked and somebody resumes, and takes what it has', async () => {
    await lateRestore();
    const before = sendings().length;
    await send(second, 'unlock');
    await settled(api);
    api.clock.advance(HOUR);
    await settled(api);
    expect(sendings()).toHaveLength(before);
    expect(await operations()).toMatchObject({ dispatch: 'paused', by: 'restore', reconcile: '' });
    expect(await states()).toEqual([
      [second, 'lock', 'sent'],
      [third, 'release', 'acknowledged'],
      [first, 'lock', 'acknowledged'],
      [fifth, 'lock', 'failed'],
      [second, 'unlock', 'queued'],
      [fourth, 'unlock', 'acknowledged'],
    ]);
    await goOn();
    expect((await states()).at(-2)).toEqual([second, 'unlock', 'sent']);
    expect([...provider.state.commands.values()].filter(({ submissions }) => submissions > 1)).toEqual([]);
    expect(await rowsOf(api.store, 'releases', { imei1: third })).toHaveLength(1);
  });

  it('D17c what the provider never had is cancelled or sent, and what it lost is unknown or sent again', async () => {
    await sent(first, second);
    for (const imei of [third, fourth]) await send(imei);
    // The fourth was claimed but not sent: the backup cannot tell.
    await api.store.db.updateTable('commands').set({ handed_at: '2026-11-21' }).where('imei', '=', fourth).execute();
    const keys = new Map([...provider.state.commands.values()].map(({ imei, key }) => [imei, key]));
    await restoredTo();
    provider.state.commands.clear();
    await settled(api);
    expect(await statuses()).toEqual(['unknown', 'unknown', 'queued', 'queued']);
    expect(await decide('retry', keys.get(second))).toMatchObject({ done: 1 });
    expect(await decide('cancel', await keyHere(fourth))).toMatchObject({ done: 1 });
    await resume();
    provider.behave({ phones: 'at-once' });
    await settled(api);
    expect(await statuses()).toEqual(['unknown', 'acknowledged', 'acknowledged', 'cancelled']);
    expect([...provider.state.commands.keys()].toSorted()).toEqual([keys.get(second), keyOf(third)].toSorted());
  });

  it('D17c what a callback tells before the provider is asked holds', async () => {
    await send(first);
    await restoredTo();
    const address = await api.server.listen({ port: 0, host: '127.0.0.1' });
    provider.callBackTo(`${address}/gateway/outcomes`, CALLBACK_SECRET);
    provider.behave({ callbacks: 'on' });
    const told = { key: await keyHere(first), imei: first, action: 'lock', payload: {} };
    provider.take({ ...told, expiresAt: '2026-11-21T10:00:00.000Z' });
    await provider.execute();
    provider.behave({ faults: [{ at: 'status', kind: 'forget' }] });
    await settled(api);
    await goOn();
    expect(await statuses()).toEqual(['acknowledged']);
    expect(sendings()).toEqual([]);
  });

  it.each([
    ['names the same place again', 0, { next: 'here', commands: [] }],
    ['has more pages than there can be', 20_000, { next: 'there', commands: [] }],
  ])('D17c a list of the provider that %s is waited with, and said', async (_how, pages, page) => {
    await restoredTo();
    const list = jest.fn(() => Promise.resolve({ kind: 'answered' as const, answer: page }));
    await compare(list, { epochs: ['former'], cursor: 'here', pages });
    expect(list).toHaveBeenCalledTimes(1);
    const waits = { waitsFor: expect.stringContaining('does not end'), reconcile: 'asking' };
    expect(await operations()).toMatchObject(waits);
  });

  it('D17c A5 who resumes before the provider was asked sends nothing of before, and the list is read on', async () => {
    await sent(first);
    for (const imei of [second, third]) await send(imei);
    await restoredTo(async () => {
      await settled(api);
      await send(fourth, 'unlock');
      await settled(api);
    });
    await provider.execute([keyOf(second)]);
    const before = sendings().length;
    provider.behave({ faults: [{ at: 'list', kind: 'answer', status: 503 }] });
    await settled(api);
    await resume();
    const resumed = await audited(api.store, { call: 'operationsDispatch.php', outcome: 'success' });
    expect(resumed.at(-1)?.detail).toContain('it may have commands that this database does not know yet');
    expect(await statuses()).toEqual(['sent', 'unknown', 'unknown']);
    expect(await decide('retry', keyOf(third))).toMatchObject({ done: 1 });
    await settled(api);
    expect(sendings()).toHaveLength(before + 1);
    expect(await operations()).toMatchObject({ dispatch: 'running', reconcile: 'asking', waitsFor: '' });
    provider.behave({ faults: [] });
    api.clock.advance(HOUR);
    await settled(api);
    expect(await operations()).toMatchObject({ dispatch: 'running', reconcile: '' });
    expect(await statuses()).toEqual(['sent', 'acknowledged', 'sent', 'sent']);
    expect([...provider.state.commands.values()].map(({ submissions }) => submissions)).toEqual([1, 1, 2, 1]);
  });

  it('D17c takes texts of the provider that no database takes', async () => {
    await send(first);
    await restoredTo();
    const [epoch = ''] = await knownEpochs(api.store.db);
    const told = { imei: '12\u00003', action: 'lo\u0000ck', status: 'accepted', receivedAt: 'never' };
    const row = v.parse(listAnswer, { commands: [{ ...told, key: `${epoch}.x` }, { key: '\u0000' }] });
    expect(row.commands).toHaveLength(1);
    const list = () => Promise.resolve({ kind: 'answered' as const, answer: row });
    await compare(list, { epochs: [epoch], cursor: '', pages: 0 });
    expect(await api.commands()).toMatchObject([{ imei: first }, { imei: '12 3', action: 'lo ck' }]);
  });

  it('D17c what was retried after the backup is the command that it was, and is retried on from there', async () => {
    provider.behave({ refusals: { [first]: 'No such phone.' } });
    await sent(first);
    await restoredTo(async () => {
      await retry();
      await settled(api);
    });
    provider.behave({ refusals: {} });
    await settled(api);
    await resume();
    await retry();
    await settled(api);
    await provider.execute();
    api.clock.advance(HOUR);
    await settled(api);
    expect(await statuses()).toEqual(['acknowledged']);
    const tries = [...provider.state.commands.values()].map(({ status }) => status);
    expect(tries).toEqual(['failed', 'failed', 'acknowledged']);
  });

  it('D17c another request of the same after a restore never carries a key that was used', async () => {
    await sent(first);
    await restoredTo();
    await settled(api);
    await resume();
    await sent(first);
    expect([...provider.state.commands.values()].map(({ submissions }) => submissions)).toEqual([1, 1]);
  });

  const block = (transactionId: string) =>
    admin.call('lockNotification', { imei: sixth, action: 'blockapp' }, { transactionId });
  const newestRequest = async () =>
    ((await superadmin.call('approvals')).answer['items'] as Readonly<Record<string, unknown>>[])[0] ?? {};
  const approve = async () =>
    superadmin.call('decideApproval', { id: String((await newestRequest())['id']), decision: 'approve' });

  it.each(['before', 'after'])('D17c what is asked for again is sent once, %s the provider was asked', async (when) => {
    const batch = await registerBatch(admin, [first, second, third]);
    const run = await beginBatch(admin, batch);
    await sendChunk(admin, batch, [itemAt(batch, 1)], run);
    provider.behave({ refusals: { [fourth]: 'Not now.' } });
    await sent(fourth);
    const [lockId, blockId] = [newTransactionId(), newTransactionId()];
    /** A single command, one that a superadmin approves, and the retry of one that the provider refused. */
    const sendOthers = async () => {
      await admin.call('lockNotification', { imei: fifth, action: 'lock' }, { transactionId: lockId });
      await block(blockId);
      expect((await approve()).answer).toMatchObject({ status: 'success' });
      await retry({ imei: fourth });
    };
    await restoredTo(async () => {
      provider.behave({ refusals: {} });
      await sendChunk(admin, batch, [itemAt(batch, 2)], run);
      await sendOthers();
      await settled(api);
      await provider.execute();
    });
    if (when === 'after') await settled(api);
    const later = newTransactionId();
    await claim(admin, batch, later, { takeOver: true });
    const { answer } = await sendChunk(admin, batch, batch.items, later);
    expect(answer['items']).toEqual([1, 2, 3].map((row) => ({ row, outcome: 'answered', message: 'found' })));
    await sendOthers();
    await settled(api);
    await goOn();
    await provider.execute();
    const executed = [...provider.state.commands.values()].filter(({ executions }) => executions > 0);
    expect(executed.map(({ imei, action, executions }) => `${action} ${imei} ${executions}`).toSorted()).toEqual([
      `blockapp ${sixth} 1`,
      ...[first, second, third, fourth, fifth].map((imei) => `lock ${imei} 1`).toSorted(),
    ]);
  });

  it('C13 a request that waited is over: it may have been approved after the backup', async () => {
    const id = newTransactionId();
    expect((await block(id)).answer).toMatchObject({ reason: 'approval' });
    await restoredTo();
    expect(await newestRequest()).toMatchObject({ state: 'expired', why: OPEN_AT_RESTORE });
    expect((await approve()).answer).toMatchObject({ status: 'error' });
    await expireApprovals(api.store.db, api.clock);
    expect((await block(id)).answer).toEqual({ status: 'error', message: OPEN_AT_RESTORE });
    expect(await states()).toEqual([]);
  });

  it('D17b a batch that was open goes on once somebody has taken it over', async () => {
    const batch = await registerBatch(admin, [first, second, third]);
    const run = await beginBatch(admin, batch);
    await sendChunk(admin, batch, [itemAt(batch, 1)], run);
    await restoredTo();
    const refused = await sendChunk(admin, batch, batch.items, run);
    expect([refused.status, refused.answer['message']]).toEqual([409, expect.stringContaining('a backup that was')]);
    const { answer: goesOn } = await claim(admin, batch, run);
    expect(goesOn).toMatchObject({ run: expect.not.stringContaining(run), place: expect.stringContaining('a backup') });
    expect(await statuses()).toHaveLength(1);
    await claim(admin, batch, run, { takeOver: true });
    expect((await sendChunk(admin, batch, batch.items, run)).status).toBe(200);
    expect((await states()).map(([imei]) => imei)).toEqual([first, second, third]);
  });
});
