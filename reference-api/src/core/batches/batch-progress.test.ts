import { CHUNK_ITEMS } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { demoImei } from '../../modules/demo/demo-imei.ts';
import { databases, ENROLLED, failure, fresh, itemAt, registerBatch, RELEASED, success } from '../../testing/index.ts';
import { beginBatch, begunBatch, sendChunk, sendSingle, statusBody, type TestBatch } from '../../testing/test-batch.ts';
import { UNKNOWN } from '../../testing/test-data.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const UPDATED = success('Status updated');
const ALREADY = success('The batch is complete already; nothing was changed.');
const left = (devices: number, of: number, imei: string) =>
  failure(
    `The server has no outcome of ${devices} of the ${of} devices of this batch, the first of them ${imei}. ` +
      'The batch is complete once they are sent again.',
  );

describe.each(databases)('progress of batches on $name', ({ start }) => {
  const api = fresh(() => start());
  const operator = fresh(() => api.as('operator'));
  const admin = fresh(() => api.as('admin'));

  const upload = async (name: string, batchId?: string) => {
    const file = { name, content: 'sno,imei1\r\n' };
    return (await operator.upload('bulkLockCopy.php', file, batchId === undefined ? {} : { batchId })).answer;
  };
  const tell = (batch: TestBatch, isComplete: string, more: object = {}) =>
    operator.ask('updateStatusOnServer', { ...statusBody(batch, isComplete), ...more });

  it('D17 a history row comes from a batch alone: its file, its list, and an outcome of each device', async () => {
    const nothing = { action: 'lock', batchId: newTransactionId(), filename: 'own.csv', items: [] };
    const noFile = 'The server has no file own.csv of this batch. A batch begins with its file; nothing was noted.';
    for (const isComplete of ['incomplete', 'complete'])
      for (const more of [{}, { batchId: undefined }])
        expect(await tell(nothing, isComplete, { lastimei: first, ...more })).toEqual(failure(noFile));
    expect(await api.uploads()).toEqual([]);
    const list = { imeilist: `${first},${second}`, action: 'lock', batchId: nothing.batchId };
    expect(await operator.ask('updateCommandOnServer', list)).toEqual(
      failure('The server does not have the file of this batch yet. Upload it before its list.'),
    );
    const batch = { ...nothing, filename: String((await upload('own.csv', nothing.batchId))['file']) };
    const open = { file: batch.filename, is_complete: 'incomplete', last_imei: '' };
    const noList = failure(expect.stringContaining('The list of this batch is not registered'));
    for (const isComplete of ['incomplete', 'complete'])
      expect(await tell(batch, isComplete, { lastimei: first })).toMatchObject(noList);
    const item = { row: 1, imei: first, transactionId: newTransactionId() };
    expect((await sendSingle(operator, batch, item)).answer).toEqual(
      failure('The list of this batch is not registered. Nothing was sent; register it first.'),
    );
    expect(await api.commands()).toEqual([]);
    await operator.call('updateCommandOnServer', list);
    expect(await tell(batch, 'complete', { lastimei: second })).toEqual(left(2, 2, first));
    await sendSingle(operator, batch, item);
    expect(await tell(batch, 'complete', { lastimei: second })).toEqual(left(1, 2, second));
    const unlisted = failure(`The IMEI ${third} is not in the list of this batch. Nothing was noted.`);
    expect(await tell(batch, 'incomplete', { lastimei: third })).toMatchObject(unlisted);
    const { message } = await tell(batch, 'complete', { lastimei: second, statusOf: 'notifyfiles' });
    expect(message).toMatch(/^The server has no file/);
    expect(await api.uploads()).toMatchObject([open]);
    expect(await tell(batch, 'incomplete', { lastimei: first })).toEqual(UPDATED);
    expect(await api.uploads()).toMatchObject([{ ...open, last_imei: first }]);
    await sendSingle(operator, batch, { row: 2, imei: second, transactionId: newTransactionId() });
    expect(await tell(batch, 'complete', { lastimei: second })).toEqual(UPDATED);
    expect(await api.uploads()).toMatchObject([{ ...open, is_complete: 'complete', last_imei: second }]);
  });

  it('D17 a batch without an id is known by its file, and one list is not taken for another', async () => {
    await registerBatch(operator, [first]);
    await upload('day.csv');
    api.clock.advance(1000);
    await upload('day.csv');
    for (const imeilist of [`${first},${second}`, third])
      await operator.call('updateCommandOnServer', { imeilist, action: 'lock' });
    const send = async (imei: string) =>
      expect(await operator.ask('getImeiDetails', { imei, action: 'lock', filename: 'day.csv' })).toEqual(
        success('found'),
      );
    const status = { fileName: 'day.csv', lastimei: second, isComplete: 'complete', statusOf: 'lockfiles' };
    const told = () => operator.ask('updateStatusOnServer', status);
    await send(first);
    expect(await told()).toEqual(left(1, 2, second));
    await send(second);
    expect(await told()).toEqual(UPDATED);
    const states = (await api.uploads()).map(({ is_complete }) => is_complete);
    expect(states).toEqual(['incomplete', 'incomplete', 'complete']);
  });

  it('D17 what an instance with a slower clock has taken seems to come before the file, and counts', async () => {
    const { file: fileName } = await upload('day.csv');
    api.clock.advance(-5_000);
    await operator.call('updateCommandOnServer', { imeilist: first, action: 'lock' });
    await operator.call('getImeiDetails', { imei: first, action: 'lock', filename: fileName });
    const status = { fileName, lastimei: first, isComplete: 'complete', statusOf: 'lockfiles' };
    expect(await operator.ask('updateStatusOnServer', status)).toEqual(UPDATED);
  });

  it('D13a an IMEI that stands in the list twice is answered twice', async () => {
    const batch = await registerBatch(operator, [first, first, second], 'notify');
    await sendChunk(operator, batch, [itemAt(batch, 1), itemAt(batch, 3)]);
    await sendSingle(operator, batch, itemAt(batch, 1));
    expect(await tell(batch, 'complete')).toEqual(left(1, 3, first));
    await sendSingle(operator, batch, itemAt(batch, 2));
    expect(await tell(batch, 'complete')).toEqual(UPDATED);
  });

  it('D17 what was sent before a run made the batch known goes once, and counts when the run has sent it', async () => {
    const batch = await registerBatch(operator, [first, UNKNOWN, RELEASED, second]);
    for (const row of [1, 2, 3]) await sendSingle(operator, batch, itemAt(batch, row));
    const run = await beginBatch(operator, batch);
    await sendChunk(operator, batch, [itemAt(batch, 4)], run);
    expect(await tell(batch, 'complete')).toEqual(left(3, 4, first));
    await sendChunk(operator, batch, batch.items, run);
    expect(await tell(batch, 'complete')).toEqual(UPDATED);
    expect(await api.commands()).toMatchObject([{ imei: first }, { imei: second }]);
  });

  it("D17 another account's items, and ids that were used otherwise, answer nothing", async () => {
    const batch = await registerBatch(operator, [first, second]);
    await registerBatch(admin, [first, second], 'lock', batch.batchId);
    await sendChunk(admin, batch, batch.items);
    expect(await tell(batch, 'complete')).toEqual(left(2, 2, first));
    await sendSingle(operator, batch, itemAt(batch, 1));
    const conflict = { ...itemAt(batch, 2), transactionId: itemAt(batch, 1).transactionId };
    expect((await sendSingle(operator, batch, conflict)).status).toBe(409);
    expect(await tell(batch, 'complete')).toEqual(left(1, 2, second));
  });

  it('D17 the end that comes twice, and progress that comes late, change nothing', async () => {
    const { batch, run } = await begunBatch(operator, [first, second]);
    await sendChunk(operator, batch, batch.items, run);
    const ends = await Promise.all([1, 2, 3].map(() => tell(batch, 'complete')));
    expect(ends.filter(({ message }) => message === UPDATED.message)).toHaveLength(1);
    expect(ends.filter(({ message }) => message === ALREADY.message)).toHaveLength(2);
    const before = await api.uploads();
    api.clock.advance(1000);
    expect(await tell(batch, 'incomplete', { lastimei: first })).toEqual(ALREADY);
    expect(await api.uploads()).toEqual(before);
    const list = { imeilist: first, action: 'lock', batchId: batch.batchId };
    for (const answer of [await upload('again.csv', batch.batchId), await operator.ask('updateCommandOnServer', list)])
      expect(answer).toEqual(failure('This batch is complete. Begin a new one.'));
  });

  it('D17 the end that comes while the last items are sent is believed after them alone', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const batch = await registerBatch(operator, [first, second, UNKNOWN]);
      const run = turn % 2 === 0 ? await beginBatch(operator, batch) : undefined;
      await sendSingle(operator, batch, itemAt(batch, 1), run);
      const told = () => tell(batch, 'complete');
      const [ended] = await Promise.all([told(), sendChunk(operator, batch, batch.items.slice(1), run), told()]);
      if (ended['status'] === 'error') expect(String(ended['message'])).toMatch(/^The server has no outcome of 2 of/);
      expect(await told()).toMatchObject({ status: 'success' });
      expect((await api.uploads()).at(-1)).toMatchObject({ is_complete: 'complete' });
    }
  });

  it('D17 counts a long list in pieces', async () => {
    const imeis = Array.from({ length: 2_300 }, (_, index) => demoImei(5_000 + index));
    const batch = await registerBatch(operator, imeis);
    for (let from = 0; from < 2_300; from += CHUNK_ITEMS) {
      if (from === 2_000) expect(await tell(batch, 'complete')).toEqual(left(300, 2_300, imeis[from] ?? ''));
      await sendChunk(operator, batch, batch.items.slice(from, from + CHUNK_ITEMS));
    }
    expect(await tell(batch, 'complete')).toEqual(UPDATED);
  });
});
