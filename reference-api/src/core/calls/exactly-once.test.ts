import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import { fresh, shared } from '../../testing/fixtures.ts';
import { audited } from '../../testing/audited.ts';
import { databases } from '../../testing/databases.ts';
import { hashBody } from './exactly-once.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';

describe.each(databases)('exactly once on $name', ({ start }) => {
  const api = fresh(() => start());

  const body = { imei: ENROLLED[0], action: 'lock' };
  const rows = (table: 'commands' | 'outcomes') => api.store.db.selectFrom(table).selectAll().execute();

  it('D2 dispatches once when the same request comes twenty times at once', async () => {
    const session = await api.as('operator');
    const transactionId = newTransactionId();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => session.call('lockNotification', body, { transactionId })),
    );
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.answer]))).size).toBe(1);
    expect(await rows('commands')).toHaveLength(1);
    const { email } = session;
    expect(await audited(api.store, { call: 'locknotification.php' })).toMatchObject([
      { email, via: 'session', action: 'lock', imei: ENROLLED[0], outcome: 'success', address: '192.0.2.1' },
    ]);
  });

  it('D2 refuses the same id with another body with a sealed 409 and does nothing', async () => {
    const session = await api.as('operator');
    const transactionId = newTransactionId();
    await session.call('lockNotification', body, { transactionId });
    const other = await session.call('lockNotification', { ...body, imei: ENROLLED[1] }, { transactionId });
    expect(other).toMatchObject({
      status: 409,
      sealed: true,
      answer: { status: 'error', message: expect.stringContaining(transactionId) },
    });
    expect(await rows('commands')).toHaveLength(1);
  });

  it('D2 keeps accounts and calls apart under the same id', async () => {
    const transactionId = newTransactionId();
    const [operator, admin] = [await api.as('operator'), await api.as('admin')];
    await operator.call('lockNotification', body, { transactionId });
    await admin.call('lockNotification', body, { transactionId });
    await operator.call('getImeiDetails', { ...body, filename: 'a.csv' }, { transactionId });
    expect(await rows('commands')).toHaveLength(3);
  });

  it('D2 stores no error: the same id may succeed later', async () => {
    const session = await api.as('operator');
    const transactionId = newTransactionId();
    const send = () => session.call('lockNotification', { imei: RELEASED, action: 'lock' }, { transactionId });
    expect((await send()).answer).toEqual({
      status: 'error',
      message: `Device ${RELEASED} is released and takes no more commands.`,
    });
    expect(await rows('outcomes')).toEqual([]);
    await api.store.db.updateTable('devices').set({ claim_status: 'ENROLLED' }).where('imei1', '=', RELEASED).execute();
    expect((await send()).answer).toMatchObject({ status: 'success' });
  });

  it('D2 commits command, device, outcome and audit together or not at all', async () => {
    const session = await api.as('operator');
    await session.call('lockNotification', body);
    const before = { commands: await rows('commands'), outcomes: await rows('outcomes') };
    expect(before.commands).toHaveLength(1);
    // Without the audit table the last write of the transaction fails.
    await api.store.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute();
    const failed = await session.call('lockNotification', { imei: ENROLLED[1], action: 'lock' });
    await api.store.db.schema.alterTable('audit_log_away').renameTo('audit_log').execute();
    expect(failed).toMatchObject({ status: 500, sealed: false });
    expect(JSON.stringify(failed.answer)).not.toMatch(/audit_log|sql/i);
    expect({ commands: await rows('commands'), outcomes: await rows('outcomes') }).toEqual(before);
    const device = await api.store.db
      .selectFrom('devices')
      .select('last_command')
      .where('imei1', '=', ENROLLED[1] ?? '')
      .executeTakeFirstOrThrow();
    expect(device.last_command).toBe('');
  });

  it('B6 D17 queues a found device once and none for an unknown one', async () => {
    const session = await api.as('operator');
    const found = await session.call('getImeiDetails', { ...body, filename: 'lock-1.csv' });
    const missing = await session.call('getImeiDetails', { imei: UNKNOWN, action: 'lock', filename: 'lock-1.csv' });
    expect(found.answer).toEqual({ status: 'success', message: 'found' });
    expect(missing.answer).toEqual({ status: 'success', message: 'not found' });
    expect(await rows('commands')).toMatchObject([
      { imei: ENROLLED[0], interface: 'B', status: 'queued', reported_as: 'LOCK', filename: 'lock-1.csv' },
    ]);
  });
});

it('D2 knows a body again whatever the order of its fields', () => {
  expect(hashBody({ imei: '1', more: { a: 1, b: [2] } })).toBe(hashBody({ more: { b: [2], a: 1 }, imei: '1' }));
  expect(hashBody({ imei: '1' })).not.toBe(hashBody({ imei: '2' }));
});

describe('envelope', () => {
  const api = shared(() => startTestApi());

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
});
