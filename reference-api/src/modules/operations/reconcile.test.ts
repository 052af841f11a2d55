import { randomUUID } from 'node:crypto';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import { beginEpoch } from '../../app/modules.ts';
import { expireApprovals, OPEN_AT_RESTORE } from '../approvals/ask-approval.ts';
import { listAnswer } from '../../core/gateway/provider-protocol.ts';
import type { ListingGateway } from '../../core/gateway/device-gateway.ts';
import { createSimulator } from '../../core/gateway/simulator.ts';
import { createCommandWorker } from '../../core/gateway/worker.ts';
import { enterEpoch, knownEpochs, putDispatch } from '../../core/store/dispatch.ts';
import { EPOCH_SETTING, putSetting } from '../../core/store/settings.ts';
import { HOUR, isoTime } from '../../core/time/clock.ts';
import { putReconcile, reconcileRound } from './reconcile.ts';
import { CALLBACK_SECRET, dispatched, later, settled } from '../../testing/dispatched-api.ts';
import { audited, databases, ENROLLED, rowsOf } from '../../testing/index.ts';
import { begunBatch, claim, itemAt, sendChunk } from '../../testing/test-batch.ts';

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ENROLLED;

/** What the tests change after a backup, in the order in which it can be written again. */
const TABLES = ['batches', 'batch_items', 'commands', 'outcomes', 'approvals'];

describe.each(databases)('after a restore on $name', ({ newFilled }) => {
  const approvals = { policy: { blockApp: 1 }, hours: 24 };
  const running = dispatched(newFilled, { approvals });
  const { api, provider, admin, superadmin, send, handOver, kept, states: statuses, decide } = running;

  const resume = async () => expect(await running.turn('running')).toMatchObject({ status: 'success' });
  const goOn = async () => {
    await resume();
    await settled(api);
  };
  const retry = (filter: object = {}) => decide('retry', { filter: { state: 'failed', ...filter } });
  const operations = () => superadmin.ask('operations');
  const states = async () => (await api.commands()).map(({ imei, action, status }) => [imei, action, status]);
  const keyHere = async (imei: string) =>
    (await rowsOf(api.store, 'commands', { imei })).map(({ epoch, uid }) => `${epoch}.${uid}`)[0] ?? '';
  const sendings = () => provider.seen.filter(({ path, method }) => method === 'POST' && path === '/commands');
  const keyOf = (imei: string) => kept().find((one) => one.imei === imei)?.key ?? '';

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
    expect(await enterEpoch(db, beginEpoch)).toBe((await knownEpochs(db))[0]);
  }

  /** Compares with a provider whose list is this, until there is nothing more to do. */
  async function compare(list: ListingGateway['list'], step: Parameters<typeof putReconcile>[1]): Promise<void> {
    await putReconcile(api.store.db, step);
    const gateway = { ...createSimulator(0), list };
    await settled({ worker: createCommandWorker({ ...api, log: api.server.log, gateway, held: reconcileRound }) });
  }

  it('D17c sends nothing until the provider was asked and somebody resumes, and takes what it has', async () => {
    // The first and the fifth are queued here, the second and the third sent. The provider has refused the fifth, and
    // has carried out the first, the third and a fourth that is lost here.
    await handOver(second);
    await handOver(third, 'release');
    for (const imei of [first, fifth]) await send(imei);
    await restoredTo(async () => {
      provider.behave({ refusals: { [fifth]: 'No such phone.' } });
      await settled(api);
      await handOver(fourth, 'unlock');
      await provider.execute(kept().flatMap(({ imei, key }) => (imei === second ? [] : [key])));
    });
    const before = sendings().length;
    await handOver(second, 'unlock');
    await later(api, HOUR);
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
    expect(kept().filter(({ submissions }) => submissions > 1)).toEqual([]);
    expect(await rowsOf(api.store, 'releases', { imei1: third })).toHaveLength(1);
  });

  it('D17c what the provider never had is cancelled or sent, and what it lost is unknown or sent again', async () => {
    await handOver([first, second]);
    for (const imei of [third, fourth]) await send(imei);
    // The fourth was claimed but not sent: the backup cannot tell.
    await api.store.db.updateTable('commands').set({ handed_at: '2026-11-21' }).where('imei', '=', fourth).execute();
    const key = keyOf(second);
    await restoredTo();
    provider.state.commands.clear();
    await settled(api);
    expect(await statuses()).toEqual(['unknown', 'unknown', 'queued', 'queued']);
    expect(await decide('retry', { keys: [key] })).toMatchObject({ done: 1 });
    expect(await decide('cancel', { keys: [await keyHere(fourth)] })).toMatchObject({ done: 1 });
    await resume();
    provider.behave({ phones: 'at-once' });
    await settled(api);
    expect(await statuses()).toEqual(['unknown', 'acknowledged', 'acknowledged', 'cancelled']);
    expect(new Set(kept().map((one) => one.key))).toEqual(new Set([key, keyOf(third)]));
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
    await handOver(first);
    for (const imei of [second, third]) await send(imei);
    await restoredTo(async () => {
      await settled(api);
      await handOver(fourth, 'unlock');
    });
    await provider.execute([keyOf(second)]);
    const before = sendings().length;
    provider.behave({ faults: [{ at: 'list', kind: 'answer', status: 503 }] });
    await settled(api);
    await resume();
    const resumed = await audited(api.store, { call: 'operationsDispatch.php', outcome: 'success' });
    expect(resumed.at(-1)?.detail).toContain('it may have commands that this database does not know yet');
    expect(await statuses()).toEqual(['sent', 'unknown', 'unknown']);
    expect(await decide('retry', { keys: [keyOf(third)] })).toMatchObject({ done: 1 });
    await settled(api);
    expect(sendings()).toHaveLength(before + 1);
    expect(await operations()).toMatchObject({ dispatch: 'running', reconcile: 'asking', waitsFor: '' });
    provider.behave({ faults: [] });
    await later(api, HOUR);
    expect(await operations()).toMatchObject({ dispatch: 'running', reconcile: '' });
    expect(await statuses()).toEqual(['sent', 'acknowledged', 'sent', 'sent']);
    expect(kept().map(({ submissions }) => submissions)).toEqual([1, 1, 2, 1]);
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
    await handOver(first);
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
    await later(api, HOUR);
    expect(await statuses()).toEqual(['acknowledged']);
    expect(kept().map(({ status }) => status)).toEqual(['failed', 'failed', 'acknowledged']);
  });

  it('D17c another request of the same after a restore never carries a key that was used', async () => {
    await handOver(first);
    await restoredTo();
    await settled(api);
    await resume();
    await handOver(first);
    expect(kept().map(({ submissions }) => submissions)).toEqual([1, 1]);
  });

  const block = async (id: string) => (await admin.send(sixth, 'blockapp', id)).answer;
  const newestRequest = async () => (await superadmin.items('approvals'))[0] ?? {};
  const decideNewest = async (decision: string) =>
    superadmin.ask('decideApproval', { id: String((await newestRequest())['id']), decision, reason: 'Wrong month' });

  it.each(['before', 'after'])('D17c what is asked for again is sent once, %s the provider was asked', async (when) => {
    const { batch, run } = await begunBatch(admin, [first, second, third]);
    await sendChunk(admin, batch, [itemAt(batch, 1)], run);
    provider.behave({ refusals: { [fourth]: 'Not now.' } });
    await handOver(fourth);
    const [lockId, blockId] = [newTransactionId(), newTransactionId()];
    /** A single command, one that a superadmin approves, and the retry of one that the provider refused. */
    const sendOthers = async () => {
      await admin.send(fifth, 'lock', lockId);
      await block(blockId);
      expect(await decideNewest('approve')).toMatchObject({ status: 'success' });
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
    const executed = kept().filter(({ executions }) => executions > 0);
    expect(executed.map(({ imei, action, executions }) => `${action} ${imei} ${executions}`).toSorted()).toEqual([
      `blockapp ${sixth} 1`,
      ...[first, second, third, fourth, fifth].map((imei) => `lock ${imei} 1`).toSorted(),
    ]);
  });

  it('C13 a request that waited is over: it may have been approved after the backup', async () => {
    const [id, refused] = [newTransactionId(), newTransactionId()];
    await block(refused);
    await decideNewest('refuse');
    const decided = await newestRequest();
    expect(await block(id)).toMatchObject({ reason: 'approval' });
    await restoredTo();
    expect((await superadmin.items('approvals'))[1]).toEqual(decided);
    expect(await newestRequest()).toMatchObject({ state: 'expired', why: OPEN_AT_RESTORE });
    expect(await decideNewest('approve')).toMatchObject({ status: 'error' });
    await expireApprovals(api.store.db, api.clock);
    expect(await block(id)).toEqual({ status: 'error', message: OPEN_AT_RESTORE });
    expect(await states()).toEqual([]);
  });

  it('D17b a batch that was open goes on once somebody has taken it over', async () => {
    const { batch, run } = await begunBatch(admin, [first, second, third]);
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
