import { newTransactionId } from '@device-console/shared-lib/crypto';
import { fresh } from '../../testing/fixtures.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { beginBatch, itemAt, registerBatch, sendChunk, sendSingle } from '../../testing/test-batch.ts';
import { ENROLLED, UNKNOWN } from '../../testing/test-data.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const NEEDS_APPROVAL = 'This needs the approval of a second person. Send it as a batch of the console, or alone.';

describe('devices that stand in no list', () => {
  const api = fresh(() => startTestApi(undefined, { approvals: { policy: { any: 3 }, hours: 24 } }));
  const admin = fresh(() => api.as('admin'));

  const sent = async () =>
    (await api.store.db.selectFrom('commands').select('imei').orderBy('id').execute()).map(({ imei }) => imei);
  const strangers = (from: number) =>
    ENROLLED.slice(1).map((imei, index) => ({ row: from + index, imei, transactionId: newTransactionId() }));

  it.each([['before it is claimed'], ['once it is claimed']])(
    'D17a C14 S18 a list of one device sends no other under its id, and no row beyond it, %s',
    async (when) => {
      const batch = await registerBatch(admin, [first]);
      const run = when === 'once it is claimed' ? await beginBatch(admin, batch) : undefined;
      const beyond = { row: 2, imei: first, transactionId: newTransactionId() };
      for (const items of [strangers(1), strangers(2), [itemAt(batch, 1), beyond]]) {
        const reply = await sendChunk(admin, batch, items, run);
        expect([reply.status, reply.answer['status']]).toEqual([400, 'error']);
      }
      const other = { ...itemAt(batch, 1), imei: second, transactionId: newTransactionId() };
      expect((await sendSingle(admin, batch, other, run)).status).toBe(400);
      if (run !== undefined) expect((await sendSingle(admin, batch, beyond, run)).status).toBe(400);
      const { action, batchId, filename } = batch;
      const body = { imei: second, action, batchId, filename, run };
      expect((await admin.call('getImeiDetails', body)).status).toBe(400);
      expect(await sent()).toEqual([]);
      expect((await sendChunk(admin, batch, batch.items, run)).status).toBe(200);
      expect(await sent()).toEqual([first]);
    },
  );

  it('D17a a list that was registered for one command sends no other', async () => {
    const batch = await registerBatch(admin, [first], 'unlock');
    expect((await sendChunk(admin, { ...batch, action: 'lock' }, batch.items)).status).toBe(400);
    expect(await sent()).toEqual([]);
  });

  it('D17a the list of an unclaimed batch is read once; one that is registered anew in its place counts', async () => {
    const batch = await registerBatch(admin, [first, second]);
    const [one, two] = [itemAt(batch, 1), itemAt(batch, 2)];
    expect((await sendChunk(admin, batch, [one])).status).toBe(200);
    const { db } = api.store;
    const blank = () =>
      db.updateTable('intents').set({ imei_list: '' }).where('batch_id', '=', batch.batchId).execute();
    await blank();
    expect((await sendChunk(admin, batch, [two])).status).toBe(200);
    const again = { imeilist: third, action: 'lock', batchId: batch.batchId };
    await admin.call('updateCommandOnServer', again);
    const anew = (item: typeof one) => ({ ...item, transactionId: newTransactionId() });
    expect((await sendChunk(admin, batch, [anew(two)])).status).toBe(400);
    expect((await sendChunk(admin, batch, [anew({ ...one, imei: third })])).status).toBe(200);
    expect(await sent()).toEqual([first, second, third]);
  });

  it('B6 D17 an existing client that claims nothing and names no batch sends its list item by item', async () => {
    await admin.call('updateCommandOnServer', { imeilist: [first, UNKNOWN].join(), action: 'lock' });
    const send = async (imei: string) =>
      (await admin.call('getImeiDetails', { imei, action: 'lock', filename: 'a.csv' })).answer;
    expect(await send(first)).toEqual({ status: 'success', message: 'found' });
    expect(await send(UNKNOWN)).toEqual({ status: 'success', message: 'not found' });
    expect(await api.store.db.selectFrom('commands').selectAll().execute()).toMatchObject([
      { imei: first, interface: 'B', status: 'queued', reported_as: 'LOCK', filename: 'a.csv' },
    ]);
  });

  it('C14 the list of such a client counts as long as it is', async () => {
    await admin.call('updateCommandOnServer', { imeilist: [first, second, third].join(), action: 'lock' });
    for (const imei of [first, second, third])
      expect((await admin.call('getImeiDetails', { imei, action: 'lock', filename: 'a.csv' })).answer).toEqual({
        status: 'error',
        message: NEEDS_APPROVAL,
      });
    expect(await sent()).toEqual([]);
  });
});
