import { calls, CHUNK_ITEMS } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { randomUUID } from 'node:crypto';
import { ENROLLED, shared, startTestApi, waitUntil } from '../../testing/index.ts';
import { begunBatch, itemAt, sendSingle, statusBody } from '../../testing/test-batch.ts';

const [first = ''] = ENROLLED;
const path = calls.lockNotification.path;

let known: number;
const api = shared(() => startTestApi());
const operator = shared(() => api.as('operator'));
const admin = shared(() => api.as('admin'));
beforeEach(async () => {
  known = 0;
  known = (await rows()).at(-1)?.id ?? 0;
});

const rows = () => api.store.db.selectFrom('audit_log').selectAll().where('id', '>', known).orderBy('id').execute();
const send = (payload: string | object, headers: object = {}) =>
  api.server.inject({
    method: 'POST',
    url: `/${path}`,
    headers: { 'content-type': 'application/json', 'x-api-key': operator.token, ...headers },
    payload,
  });

it('A5 calls that end in 400 leave one row of who, which and how, and nothing of an unreadable body', async () => {
  const other = newTransactionId();
  const replies = [
    await send('{"imei": "the secret of Asha'),
    await send('imei=the secret of Asha', { 'content-type': 'text/x' }),
    await send({ payload: 'x'.repeat(300_000) }),
    await send({ secret: 'of Asha' }),
    await send({ payload: 'of Asha', transactionId: other }),
    await operator.call('lockNotification', { imei: first, action: 7 }),
  ].map((reply) => ('statusCode' in reply ? reply.statusCode : reply.status));
  expect(replies).toEqual([400, 415, 413, 400, 400, 400]);
  const kept = await rows();
  expect(kept.map(({ email, call, outcome }) => [email, call, outcome])).toEqual(
    replies.map(() => [operator.email, path, 'refused']),
  );
  expect(kept.map(({ detail }) => Object.keys(JSON.parse(detail) as object))).toEqual(replies.map(() => ['message']));
  expect(kept[4]?.transaction_id).toBe(other);
  expect(JSON.stringify(kept)).not.toContain('Asha');
});

it('A5 they leave none where the token opens nothing: of these the log tells', async () => {
  expect((await send('{', { 'x-api-key': 'unknown' })).statusCode).toBe(400);
  expect((await send('{', { 'x-api-key': '' })).statusCode).toBe(400);
  expect(await rows()).toEqual([]);
});

it('A5 D17 calls that end in 500 leave one with their device; an item is not answered, no batch complete', async () => {
  const { batch, run } = await begunBatch(operator, [first]);
  const complete = async () => (await operator.ask('updateStatusOnServer', statusBody(batch, 'complete')))['status'];
  const itemRows = async () => (await rows()).filter(({ call }) => call === calls.getImeiDetails.path);
  await api.without('devices', async () => {
    expect((await sendSingle(operator, batch, itemAt(batch, 1), run)).status).toBe(500);
    await waitUntil('the row is there', async () => ((await itemRows()).length === 1 ? undefined : 'none'));
  });
  expect(await complete()).toBe('error');
  expect((await sendSingle(operator, batch, itemAt(batch, 1), run)).answer).toMatchObject({ message: 'found' });
  expect(await complete()).toBe('success');
  const item = { email: operator.email, imei: first, action: 'lock' };
  expect(await itemRows()).toMatchObject([
    { ...item, outcome: 'error', detail: '{"message":"The server failed."}' },
    { ...item, outcome: 'success' },
  ]);
});

it('A5 W7 calls leave a few kilobytes at most, whatever was sent, and no text of a notification', async () => {
  const text = 'Dear Asha, your instalment';
  const send = async (long: string, permissions: readonly number[]) => {
    const one = { imei: first, action: 'lock', message: text, header: text, clientof: long, retailerNumber: long };
    const item = { imei: first, message: text, header: text };
    const items = Array.from({ length: CHUNK_ITEMS }, (_, at) => {
      return { ...item, row: at + 1, transactionId: randomUUID() };
    });
    const answers = [
      await operator.call('lockNotification', one),
      await operator.call('lockNotification', { ...one, action: 'release' }),
      await operator.call('batchItems', { action: 'release', filename: long, batchId: randomUUID(), items }),
      await admin.call('addUser', { email: 'a@example.com', phone: long, password: text, permissions }),
    ];
    return answers.map(({ status }) => status);
  };
  const many = Array.from({ length: 20_000 }, (_, index) => index + 1);
  expect(await send('x'.repeat(60_000), many)).toEqual([400, 400, 400, 400]);
  expect(await send('x'.repeat(100), many.slice(0, 20))).toEqual([200, 403, 403, 200]);
  const kept = await rows();
  const outcomes = ['refused', 'refused', 'refused', 'refused', 'success', 'refused', 'refused', 'error'];
  expect(kept.map(({ outcome }) => outcome)).toEqual(outcomes);
  for (const row of kept) expect(JSON.stringify(row).length).toBeLessThan(8_000);
  expect(JSON.stringify(kept)).not.toContain('Asha');
});
