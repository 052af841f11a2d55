import { CHUNK_ITEMS } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { audited, databases, DE_ENROLLED, ENROLLED, fresh, RELEASED, sendChunk, UNKNOWN } from '../../testing/index.ts';
import { rowsOf } from '../../testing/rows.ts';
import { DAY, isoAfter } from '../time/clock.ts';
import { beginBatch, begunBatch, itemAt, registerBatch, sendSingle, type TestBatch } from '../../testing/test-batch.ts';
import type { TestApi } from '../../testing/test-api.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const mixed = [first, UNKNOWN, second, RELEASED, DE_ENROLLED, third];
const released = `Device ${RELEASED} is released and takes no more commands.`;

/** What a batch left behind, without what differs between batches. */
async function tracesOf(store: TestApi['store'], { batchId, filename, items }: TestBatch) {
  const ids = items.map(({ transactionId }) => transactionId);
  const plain = (text: string) => text.replaceAll(batchId, 'batch').replaceAll(filename, 'file');
  const own = <Row extends { readonly transaction_id: string }>(rows: readonly Row[]) =>
    rows.flatMap(({ transaction_id: id, ...row }) => (ids.includes(id) ? [{ ...row, row: ids.indexOf(id) + 1 }] : []));
  const [commands, outcomes] = [await rowsOf(store, 'commands'), await rowsOf(store, 'outcomes')];
  return {
    commands: own(commands).map(({ id: _id, uid: _uid, batch_id: _batch, filename: _file, ...row }) => row),
    outcomes: own(outcomes.map(({ body_hash: _hash, ...outcome }) => outcome)).toSorted((a, b) => a.row - b.row),
    audit: own(await rowsOf(store, 'audit_log')).map(({ id: _id, detail, ...entry }) => {
      return { ...entry, detail: plain(detail) };
    }),
  };
}

describe.each(databases)('items of a batch on $name', ({ start }) => {
  const api = fresh(() => start());
  const admin = fresh(() => api.as('superadmin'));

  const audits = async (call: string) => (await audited(api.store, { call })).map(({ outcome }) => outcome);

  it.each([
    ['lock', mixed],
    ['notify', [first, first, UNKNOWN, RELEASED, second, first]],
    ['REBOOT', mixed],
  ])('D2c leaves of each item of %s what a call of its own leaves, and says the same', async (action, imeis) => {
    const [alone, together] = [await registerBatch(admin, imeis, action), await registerBatch(admin, imeis, action)];
    const said: Record<string, unknown>[] = [];
    for (const item of alone.items) said.push((await sendSingle(admin, alone, item)).answer);
    const { status, answer } = await sendChunk(admin, together, together.items);
    expect([status, answer['status']]).toEqual([200, 'success']);
    const outcomeOf = (word: unknown) => (word === 'success' ? 'answered' : 'refused');
    expect(answer['items']).toEqual(
      said.map(({ status: word, message }, at) => ({ row: at + 1, outcome: outcomeOf(word), message })),
    );
    const traces = await tracesOf(api.store, together);
    expect(traces).toEqual(await tracesOf(api.store, alone));
    expect(traces.audit.map(({ row }) => row)).toEqual(imeis.map((_, index) => index + 1));
    expect(traces.commands.map(({ row }) => row)).toEqual(
      imeis.flatMap((imei, index) => (ENROLLED.includes(imei) ? [index + 1] : [])),
    );
    const devices = api.store.db.selectFrom('devices').select('imei1').where('last_command', '<>', '');
    expect((await devices.orderBy('imei1').execute()).map(({ imei1 }) => imei1)).toEqual(
      [...new Set(imeis)].filter((imei) => ENROLLED.includes(imei)).toSorted(),
    );
    expect(await audits('batchItems.php')).toEqual([]);
  });

  it.each(['lock', 'notify', 'REBOOT'])('D2c knows an item of %s again, of a run or before one', async (action) => {
    const batch = await registerBatch(admin, [first, UNKNOWN, second, third], action);
    const before = await sendSingle(admin, batch, itemAt(batch, 1));
    const run = await beginBatch(admin, batch);
    await sendSingle(admin, batch, itemAt(batch, 2), run);
    const { answer } = await sendChunk(admin, batch, batch.items, run);
    const found = { outcome: 'answered', message: 'found' };
    const missing = { outcome: action === 'REBOOT' ? 'refused' : 'answered', message: 'not found' };
    expect(answer['items']).toEqual([found, missing, found, found].map((item, at) => ({ row: at + 1, ...item })));
    const queued = await api.commands();
    expect((await sendSingle(admin, batch, itemAt(batch, 1), run)).answer).toEqual(before.answer);
    expect((await sendSingle(admin, batch, itemAt(batch, 4))).status).toBe(409);
    expect((await sendSingle(admin, batch, itemAt(batch, 4), run)).answer['message']).toBe('found');
    expect((await sendChunk(admin, batch, batch.items, run)).answer).toEqual(answer);
    expect(queued.map(({ imei }) => imei)).toEqual([first, second, third]);
    expect(await api.commands()).toEqual(queued);
    const [one, two, three] = (await rowsOf(api.store, 'commands')).map(({ id }) => id);
    const noted = (await rowsOf(api.store, 'batch_items')).map(({ row, command_id }) => [row, command_id]);
    expect(noted.toSorted()).toEqual([
      [1, one],
      [2, null],
      [3, two],
      [4, three],
    ]);
  });

  it('D2c a conflict, a refusal and a missing message are the outcome of that item alone', async () => {
    const batch = await registerBatch(admin, [first, second, RELEASED, third], 'notify');
    await sendSingle(admin, batch, itemAt(batch, 2));
    const items = batch.items.map((item) => {
      if (item.row === 2) return { ...item, message: 'another sum' };
      return item.row === 4 ? { ...item, message: '  ' } : item;
    });
    const { answer } = await sendChunk(admin, batch, items);
    const conflict = expect.stringContaining(itemAt(batch, 2).transactionId);
    expect(answer['items']).toEqual([
      { row: 1, outcome: 'answered', message: 'found' },
      { row: 2, outcome: 'conflict', message: conflict },
      { row: 3, outcome: 'refused', message: released },
      { row: 4, outcome: 'refused', message: 'A notification needs its message.' },
    ]);
    expect((await api.commands()).map(({ imei }) => imei)).toEqual([second, first]);
    expect(await audits('getimeidetails.php')).toEqual(['success', 'success', 'refused', 'error', 'error']);
    expect((await tracesOf(api.store, batch)).outcomes.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('D2c conflicts of a chunk, and missing messages, leave one row of the audit together', async () => {
    const batch = await registerBatch(admin, [first, second, third], 'notify');
    const send = async (message: string) => {
      const items = batch.items.map((item) => ({ ...item, message }));
      const { answer } = await sendChunk(admin, batch, items);
      return [...new Set((answer['items'] as { outcome: string }[]).map(({ outcome }) => outcome))];
    };
    expect([await send(' '), await audits('getimeidetails.php')]).toEqual([['refused'], ['error']]);
    await send('a sum');
    expect(await send('another sum')).toEqual(['conflict']);
    expect((await audits('getimeidetails.php')).slice(4)).toEqual(['refused']);
  });

  it('D2c each item that was counted leaves its own row of the audit, also with the same refusal', async () => {
    const superadmin = await api.as('superadmin');
    const batch = await registerBatch(superadmin, [UNKNOWN, '004999010640000'], 'REBOOT');
    const { answer } = await sendChunk(superadmin, batch, batch.items);
    expect((answer['items'] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
    expect(await audits('adminlocknotification.php')).toEqual(['error', 'error']);
  });

  it('D2 D2c a chunk whose outcomes are no longer kept is known by its commands', async () => {
    const { batch, run } = await begunBatch(admin, [first, second]);
    const before = await sendChunk(admin, batch, batch.items, run);
    await api.store.db.deleteFrom('outcomes').execute();
    const started_at = isoAfter(api.clock.now(), -90 * DAY);
    await sql`update batches set started_at = ${started_at}`.execute(api.store.db);
    expect((await sendChunk(admin, batch, batch.items, run)).answer).toEqual(before.answer);
    expect(await api.commands()).toHaveLength(2);
    expect(await audits('getimeidetails.php')).toEqual(['success', 'success']);
  });

  it('D2c is there whole or not at all', async () => {
    const { batch, run } = await begunBatch(admin, mixed);
    const tables = ['commands', 'batch_items', 'outcomes', 'batches', 'devices'] as const;
    const read = () => Promise.all(tables.map((table) => rowsOf(api.store, table)));
    const before = await read();
    // Without the table of items the last write but one fails.
    const failed = await api.without('batch_items', () => sendChunk(admin, batch, batch.items, run));
    expect([failed.status, failed.sealed]).toEqual([500, false]);
    expect(await read()).toEqual(before);
    expect((await sendChunk(admin, batch, batch.items, run)).status).toBe(200);
    expect(await api.commands()).toHaveLength(3);
  });

  it('D2c refuses a chunk that names an id or a row twice, or holds nothing or too much', async () => {
    const batch = await registerBatch(admin, [first, second]);
    const [one, two] = [itemAt(batch, 1), itemAt(batch, 2)];
    const many = Array.from({ length: CHUNK_ITEMS + 1 }, (_, at) => {
      return { ...one, row: at + 1, transactionId: newTransactionId() };
    });
    const chunks: readonly (readonly object[])[] = [
      [one, { ...two, transactionId: one.transactionId }],
      [one, { ...two, row: 1 }],
      [],
      many,
      [{ ...one, row: 0 }],
      [{ ...one, transactionId: 'not a uuid' }],
      [{ ...one, imei: 'ALL' }],
    ];
    for (const items of chunks) expect((await sendChunk(admin, batch, items)).status).toBe(400);
    expect(await api.commands()).toEqual([]);
  });

  it('D17a a row that has an outcome under one id is not sent under another', async () => {
    const { batch, run } = await begunBatch(admin, [first, second]);
    await sendChunk(admin, batch, [itemAt(batch, 1)], run);
    const renamed = { ...itemAt(batch, 1), transactionId: newTransactionId() };
    const { answer } = await sendChunk(admin, batch, [renamed, itemAt(batch, 2)], run);
    expect(answer['items']).toMatchObject([
      { row: 1, outcome: 'conflict' },
      { row: 2, outcome: 'answered' },
    ]);
    expect((await sendSingle(admin, batch, renamed, run)).status).toBe(409);
    expect((await api.commands()).map(({ imei }) => imei)).toEqual([first, second]);
  });

  it('D2c behind a row without an outcome nothing is done; behind one that has any, all is', async () => {
    const { batch, run } = await begunBatch(admin, [UNKNOWN, first, second, third]);
    const send = (rows: readonly number[], after?: number, more: object = { run }) => {
      const { action, batchId, filename } = batch;
      const items = rows.map((row) => itemAt(batch, row));
      return admin.call('batchItems', { action, batchId, filename, ...more, ...(after && { after }), items });
    };
    const traces = async () => {
      const tables = ['commands', 'outcomes', 'audit_log', 'batch_items', 'batches'] as const;
      return Promise.all(tables.map((table) => rowsOf(api.store, table)));
    };
    const before = await traces();
    expect((await send([2, 3], 1)).answer).toMatchObject({ status: 'success', order: 'early', items: [] });
    expect(await traces()).toEqual(before);
    expect((await send([1])).answer).toMatchObject({ order: 'kept', items: [{ row: 1, message: 'not found' }] });
    expect((await send([3, 4], 2)).answer).toMatchObject({ order: 'early', items: [] });
    const kept = [{ row: 2 }, { row: 3 }].map((row) => ({ ...row, message: 'found' }));
    for (let time = 0; time < 2; time += 1)
      expect((await send([2, 3], 1)).answer).toMatchObject({ order: 'kept', items: kept });
    expect((await api.commands()).map(({ imei }) => imei)).toEqual([first, second]);
    // A batch that no run holds has no rows to be behind.
    const unknown = await registerBatch(admin, [first, second]);
    const { batchId, filename } = unknown;
    const ofUnknown = { action: 'lock', batchId, filename, after: 1, items: [itemAt(unknown, 2)] };
    expect((await admin.call('batchItems', ofUnknown)).answer).toMatchObject({ order: 'early' });
  });

  it('D2c D17b two chunks at the same time are carried out in order, or the second not at all', async () => {
    const { batch, run } = await begunBatch(admin, ENROLLED);
    const { action, batchId, filename } = batch;
    const send = (from: number) =>
      admin.call('batchItems', {
        ...{ action, batchId, filename, run, items: [itemAt(batch, from), itemAt(batch, from + 1)] },
        ...(from > 1 && { after: from - 1 }),
      });
    const orders: unknown[] = [];
    for (let from = 1; from < ENROLLED.length - 1;) {
      const both = await Promise.all([send(from), send(from + 2)]);
      const [, ahead] = both.map(({ answer }) => answer['order']);
      orders.push(...both.map(({ answer }) => answer['order']));
      from += ahead === 'kept' ? 4 : 2;
    }
    expect(orders.filter((order) => order !== 'kept' && order !== 'early')).toEqual([]);
    const sent = (await api.commands()).map(({ imei }) => imei);
    expect(sent).toEqual(ENROLLED.slice(0, sent.length));
    expect(sent.length).toBeGreaterThanOrEqual(ENROLLED.length - 2);
  });
});
