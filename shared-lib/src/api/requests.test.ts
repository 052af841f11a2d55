import { calls } from '../contract/index.ts';
import { newTransactionId } from '../crypto/index.ts';
import { NO_SESSION_TEXT } from './index.ts';
import { failure, lock, recordingFetch, startWire, type Wire } from './test-wire.ts';

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('W requests', () => {
  it('W2 W3 W4 a sealed call goes to its path with payload, id, the token in X-API-Key, and user', async () => {
    wire.server.answer = wire.sealedReply({ status: 'success', message: 'queued' });
    const transactionId = newTransactionId();
    await expect(wire.client().call(calls.lockNotification, lock, { transactionId })).resolves.toEqual({
      status: 'success',
      message: 'queued',
    });
    const [request] = wire.server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: 'locknotification.php',
      headers: { 'x-api-key': 'token-1', 'content-type': 'application/json' },
    });
    expect(request?.headers).not.toHaveProperty('x-transaction-id');
    const sealed = JSON.parse(request?.body ?? '');
    expect(Object.keys(sealed).sort()).toEqual(['payload', 'transactionId']);
    expect(sealed.transactionId).toBe(transactionId);
    await expect(wire.opened()).resolves.toEqual({ ...lock, user: 'operator@example.com' });
  });

  it('D1 an empty body is a sealed {} with the user', async () => {
    wire.server.answer = wire.sealedReply({ status: 'success', message: '' });
    await wire.client().call(calls.logout, {});
    await expect(wire.opened()).resolves.toEqual({ user: 'operator@example.com' });
  });

  it('W6 D1 a GET has no body and carries its id as a header', async () => {
    wire.server.answer = wire.sealedReply({ total_device: '1200', device_today: 3, deenroll: 0 });
    const transactionId = newTransactionId();
    const answer = await wire.client().call(calls.homeData, {}, { transactionId });
    expect(answer).toMatchObject({ total_device: 1200, device_today: 3, deenroll: 0 });
    expect(wire.server.requests[0]).toMatchObject({
      method: 'GET',
      path: 'homeData.php',
      body: '',
      headers: { 'x-transaction-id': transactionId },
    });
  });

  it('W2 W3 login goes plain, without token and without user', async () => {
    wire.server.answer = wire.sealedReply({ status: 'success', message: '', token: 't' });
    await wire.client({ session: () => null }).call(calls.login, { email: 'a@example.com', password: 'secret' });
    const [request] = wire.server.requests;
    expect(JSON.parse(request?.body ?? '')).toEqual({ email: 'a@example.com', password: 'secret' });
    expect(request?.headers).not.toHaveProperty('x-api-key');
    expect(request?.headers['x-transaction-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('W4 no cookies, no cache, no referrer', async () => {
    wire.server.answer = wire.sealedReply({ status: 'success', message: '' });
    const { asked, fetch } = recordingFetch();
    await wire.client({ fetch }).call(calls.logout, {});
    expect(asked[0]).toMatchObject({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  });

  it('W3 without a session nothing is sent', async () => {
    const error = await failure(wire.client({ session: () => null }).call(calls.homeData, {}));
    expect(error).toMatchObject({ kind: 'authorization', outcome: 'not-sent', message: NO_SESSION_TEXT });
    expect(wire.server.requests).toHaveLength(0);
  });

  it('a body that does not fit the contract is not sent, and the field is named', async () => {
    const error = await failure(wire.client().call(calls.lockNotification, { ...lock, imei: '12345' }));
    expect(error).toMatchObject({ kind: 'invalid-request', outcome: 'not-sent' });
    expect(error.message).toBe(
      'locknotification.php: nothing was sent, because the field imei is wrong: imei must be 15 digits',
    );
    expect(wire.server.requests).toHaveLength(0);
  });

  it('W7 D2 a text goes as it was given: a stored batch sends what it sent before', async () => {
    wire.server.answer = wire.sealedReply({ status: 'success', message: 'queued' });
    const message = 'Dear Jose\u0301';
    await wire.client().call(calls.lockNotification, { ...lock, message });
    await expect(wire.opened()).resolves.toMatchObject({ message });
  });

  it('a codec that cannot be made is an error of the call', async () => {
    const broken = Promise.reject(new Error('no key'));
    const error = await failure(wire.client({ codec: broken }).call(calls.homeData, {}));
    expect(error).toMatchObject({ kind: 'invalid-request', outcome: 'not-sent', callPath: 'homeData.php' });
  });
});
