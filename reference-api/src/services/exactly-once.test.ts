import { batchItemTransactionId, createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import { describeExactlyOnce } from '../testing/exactly-once-suite.ts';
import { hashBody } from './exactly-once.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { registerBatch } from '../testing/test-batch.ts';
import { ENROLLED } from '../testing/test-data.ts';

describeExactlyOnce('SQLite', () => startTestApi());

it('D2 knows a body again whatever the order of its fields', () => {
  expect(hashBody({ imei: '1', more: { a: 1, b: [2] } })).toBe(hashBody({ more: { b: [2], a: 1 }, imei: '1' }));
  expect(hashBody({ imei: '1' })).not.toBe(hashBody({ imei: '2' }));
});

describe('envelope', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const body = { imei: ENROLLED[0], action: 'lock' };
  const send = (token: string, payload: object, path = 'locknotification.php') =>
    api.server.inject({ method: 'POST', url: `/${path}`, headers: { 'x-api-key': token }, payload });

  async function sealed(path = 'locknotification.php', transactionId = newTransactionId()) {
    const session = await api.as('operator');
    const envelope = await api.codec.seal(
      { ...body, user: session.email },
      { direction: 'request', method: 'POST', path, transactionId },
    );
    return { token: session.token, envelope };
  }

  it('W2 takes the envelope as it was sealed', async () => {
    const { token, envelope } = await sealed();
    expect((await send(token, envelope)).statusCode).toBe(200);
  });

  it.each([
    [
      'an altered payload',
      (envelope: { payload: string; transactionId: string }) => ({
        ...envelope,
        payload: envelope.payload.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      }),
    ],
    ['another transactionId', (envelope: { payload: string }) => ({ ...envelope, transactionId: newTransactionId() })],
    ['no payload', (envelope: { transactionId: string }) => ({ transactionId: envelope.transactionId })],
    [
      'a payload in the clear',
      (envelope: { transactionId: string }) => ({
        transactionId: envelope.transactionId,
        payload: JSON.stringify(body),
      }),
    ],
    ['an id of a strange form', (envelope: { payload: string }) => ({ ...envelope, transactionId: 'a b' })],
  ])('D1 D2a refuses %s with 400 in plain JSON and does nothing', async (_title, alter) => {
    const { token, envelope } = await sealed();
    const before = await api.store.db.selectFrom('commands').selectAll().execute();
    const response = await send(token, alter(envelope));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: expect.stringContaining('locknotification.php') });
    expect(await api.store.db.selectFrom('commands').selectAll().execute()).toEqual(before);
  });

  it('D1 refuses a body that was sealed for another call', async () => {
    const { token, envelope } = await sealed('devicedetails.php');
    expect((await send(token, envelope)).statusCode).toBe(400);
  });

  it('D1 refuses a body that was sealed with another key', async () => {
    const session = await api.as('operator');
    const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: 'quite another shared key' });
    expect(await session.call('lockNotification', body, { codec })).toMatchObject({ status: 400, sealed: false });
  });

  it('D2 gives a batch item the id that a resumed batch makes again', async () => {
    const session = await api.as('operator');
    const batchId = newTransactionId();
    const transactionId = batchItemTransactionId(batchId, ENROLLED[2] ?? '', 'lock');
    const { filename } = await registerBatch(session, [ENROLLED[2] ?? ''], 'lock', batchId);
    const item = { imei: ENROLLED[2], action: 'lock', filename, batchId };
    for (let round = 0; round < 3; round += 1) {
      expect((await session.call('getImeiDetails', item, { transactionId })).answer).toEqual({
        status: 'success',
        message: 'found',
      });
    }
    expect(
      await api.store.db.selectFrom('commands').select('id').where('transaction_id', '=', transactionId).execute(),
    ).toHaveLength(1);
  });
});
