import { newTransactionId } from '@device-console/shared-lib/crypto';
import { ENROLLED, failure, fresh, startTestApi } from '../../testing/index.ts';
import { beginBatch, itemAt, registerBatch, sendChunk, sendSingle } from '../../testing/test-batch.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const NEEDS_APPROVAL = 'This needs the approval of a second person. Send it as a batch of the console, or alone.';

const api = fresh(() => startTestApi(undefined, { approvals: { policy: { any: 3 }, hours: 24 } }));
const admin = fresh(() => api.as('admin'));

const sent = async () => (await api.commands()).map(({ imei }) => imei);
const strangers = (from: number) =>
  ENROLLED.slice(1).map((imei, index) => ({ row: from + index, imei, transactionId: newTransactionId() }));

const moments = ['before it is claimed', 'once it is claimed'];
it.each(moments)('D17a C14 S18 a list of one device sends no other device, row or command, %s', async (when) => {
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
  const asUnlock = { ...batch, action: 'unlock' };
  expect((await sendChunk(admin, asUnlock, batch.items, run)).status).toBe(400);
  expect((await sendSingle(admin, asUnlock, itemAt(batch, 1), run)).status).toBe(400);
  expect(await sent()).toEqual([]);
  expect((await sendChunk(admin, batch, batch.items, run)).status).toBe(200);
  expect(await sent()).toEqual([first]);
});

it('D17a the list of an unclaimed batch is read once; one that is registered anew in its place counts', async () => {
  const batch = await registerBatch(admin, [first, second]);
  const [one, two] = [itemAt(batch, 1), itemAt(batch, 2)];
  expect((await sendChunk(admin, batch, [one])).status).toBe(200);
  await api.store.db.updateTable('intents').set({ imei_list: '' }).execute();
  expect((await sendChunk(admin, batch, [two])).status).toBe(200);
  await admin.call('updateCommandOnServer', { imeilist: third, action: 'lock', batchId: batch.batchId });
  const anew = (item: typeof one) => ({ ...item, transactionId: newTransactionId() });
  expect((await sendChunk(admin, batch, [anew(two)])).status).toBe(400);
  expect((await sendChunk(admin, batch, [anew({ ...one, imei: third })])).status).toBe(200);
  expect(await sent()).toEqual([first, second, third]);
});

it('C14 the list of a client that claims nothing and names no batch counts as long as it is', async () => {
  const send = (imei: string) => admin.ask('getImeiDetails', { imei, action: 'lock', filename: 'a.csv' });
  await admin.call('updateCommandOnServer', { imeilist: [first, second, third].join(), action: 'lock' });
  for (const imei of [first, second, third]) expect(await send(imei)).toEqual(failure(NEEDS_APPROVAL));
  expect(await sent()).toEqual([]);
});
