import { BATCH_PAGE_ROWS, CHUNK_ITEMS } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { expectIndexed, explaining } from '../../testing/query-plans.ts';
import { fillBatch, fillCommands, fillDevices, imeiOf } from '../../testing/report-rows.ts';
import { beginBatch, sendChunk, type TestBatch } from '../../testing/test-batch.ts';
import { databases, shared } from '../../testing/index.ts';

const FULL = process.env['FULL'] === '1';
/** Rows of a batch that have their outcome; as many devices again are still open. */
const ROWS = FULL ? 500_000 : 20_000;

const largeTables = ['commands', 'outcomes', 'batch_items', 'devices', 'audit_log'];

/** Rows of a part that is read: few of the batch, for which PostgreSQL does not prefer to read it whole. */
const PART = Math.min(BATCH_PAGE_ROWS, ROWS / 40);

describe.each(databases)(`a batch of ${2 * ROWS} devices, half of them done, on $name`, ({ start }) => {
  let watched: ReturnType<typeof explaining>;
  const api = shared(() => start({}, (store) => (watched = explaining(store, largeTables)).store));
  const admin = shared(() => api.as('admin'));
  let batch: TestBatch;
  let run: string;
  beforeAll(async () => {
    await fillDevices(api.store, 2 * ROWS);
    const batchId = newTransactionId();
    const imeilist = Array.from({ length: 2 * ROWS }, (_, index) => imeiOf(index + 1)).join(',');
    const { answer } = await admin.upload('bulkLockCopy.php', { name: 'a.csv', content: 'sno,imei1\n' }, { batchId });
    await admin.call('updateCommandOnServer', { imeilist, action: 'lock', batchId });
    batch = { action: 'lock', batchId, filename: String(answer['file']), items: [] };
    run = await beginBatch(admin, batch);
    const { id } = await api.store.db.selectFrom('batches').select('id').executeTakeFirstOrThrow();
    await fillBatch(api.store, { id, batchId }, ROWS);
    // Of other batches and none: no batch is all that there is.
    await fillCommands(api.store, 'unlock', ROWS);
    await api.store.db.updateTable('batches').set({ found: ROWS }).where('id', '=', id).execute();
  }, 600_000);
  beforeEach(async () => {
    await watched.seen();
  });

  it('D2c a chunk of new items, of repeated ones and one item alone look rows up by indexes alone', async () => {
    const items = Array.from({ length: CHUNK_ITEMS }, (_, index) => ({
      row: ROWS + index + 1,
      imei: imeiOf(ROWS + index + 1),
      transactionId: newTransactionId(),
    }));
    const { answer } = await sendChunk(admin, batch, items, run);
    expect(answer['items']).toEqual(items.map(({ row }) => ({ row, outcome: 'answered', message: 'found' })));
    const first = await watched.seen();
    expectIndexed(first);
    expect(first.length).toBeLessThan(10);
    expect((await sendChunk(admin, batch, items, run)).answer).toEqual(answer);
    expectIndexed(await watched.seen());
    const body = { ...items[0], row: ROWS + CHUNK_ITEMS + 1, imei: imeiOf(ROWS + CHUNK_ITEMS + 1) };
    const { batchId, action, filename } = batch;
    await admin.call('getImeiDetails', { ...body, action, filename, batchId, run });
    expectIndexed(await watched.seen());
  });

  it('D17a a part of the outcomes costs the same anywhere in the list', async () => {
    const shapes = new Set<string>();
    for (const after of [0, ROWS - PART, 2 * ROWS - PART]) {
      const { answer } = await admin.call('batchOutcomes', { batchId: batch.batchId, after, limit: PART });
      const items = answer['items'] as readonly { row: number; imei: string; outcome: string }[];
      expect([items.length, items[0]?.row, items.at(-1)?.imei]).toEqual([PART, after + 1, imeiOf(after + PART)]);
      const queries = await watched.seen();
      expectIndexed(queries);
      shapes.add(queries.map(({ sql }) => sql).join('; '));
    }
    expect(shapes.size).toBe(1);
  });

  it('D5b looks devices up by an index, and finds them in the list of another batch', async () => {
    const known = Array.from({ length: PART - 1 }, (_, index) => imeiOf(2 * ROWS - index));
    const imeilist = [...known, '004999010640000'].join(',');
    const { answer } = await admin.call('batchCheck', { action: 'lock', imeilist });
    expect(answer['items']).toEqual([
      { imei: '004999010640000', finding: 'unknown', detail: '' },
      ...known.map((imei) => ({ imei, finding: 'other-batch', detail: batch.batchId })),
    ]);
    expectIndexed(await watched.seen());
  });

  it('D17 D17b counts the commands of runs by an index', async () => {
    for (const body of [{}, { everyone: true }, { batchId: batch.batchId }]) {
      const { answer } = await admin.call('batchRuns', body);
      expect(answer['items']).toContainEqual(
        expect.objectContaining({ batchId: batch.batchId, total: 2 * ROWS, state: 'running' }),
      );
      expectIndexed(await watched.seen());
    }
  });
});
