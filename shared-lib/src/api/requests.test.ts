import { calls } from '../contract/index.ts';
import { newTransactionId } from '../crypto/index.ts';
import { NO_SESSION_TEXT } from './index.ts';
import { failure, lock, recordingFetch, startWire, type Answer } from './test-wire.ts';

const wire = startWire();

describe('W requests', () => {
  it('W2 W3 W4 a sealed call goes to its path with payload, id, the token in X-API-Key, and user', async () => {
    wire.answer = wire.sealedReply({ status: 'success', message: 'queued' });
    const transactionId = newTransactionId();
    await expect(wire.client().call(calls.lockNotification, lock, { transactionId })).resolves.toEqual({
      status: 'success',
      message: 'queued',
    });
    const [request] = wire.requests;
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
    wire.answer = wire.sealedReply({ status: 'success', message: '' });
    await wire.client().call(calls.logout, {});
    await expect(wire.opened()).resolves.toEqual({ user: 'operator@example.com' });
  });

  it('W6 D1 a GET has no body and carries its id as a header', async () => {
    wire.answer = wire.sealedReply({ total_device: '1200', device_today: 3, deenroll: 0 });
    const transactionId = newTransactionId();
    const answer = await wire.client().call(calls.homeData, {}, { transactionId });
    expect(answer).toMatchObject({ total_device: 1200, device_today: 3, deenroll: 0 });
    expect(wire.requests[0]).toMatchObject({
      method: 'GET',
      path: 'homeData.php',
      body: '',
      headers: { 'x-transaction-id': transactionId },
    });
  });

  it('W2 W3 login goes plain, without token and without user', async () => {
    wire.answer = wire.sealedReply({ status: 'success', message: '', token: 't' });
    await wire.client({ session: () => null }).call(calls.login, { email: 'a@example.com', password: 'secret' });
    const [request] = wire.requests;
    expect(JSON.parse(request?.body ?? '')).toEqual({ email: 'a@example.com', password: 'secret' });
    expect(request?.headers).not.toHaveProperty('x-api-key');
    expect(request?.headers['x-transaction-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('W4 no cookies, no cache, no referrer', async () => {
    wire.answer = wire.sealedReply({ status: 'success', message: '' });
    const { asked, fetch } = recordingFetch();
    await wire.client({ fetch }).call(calls.logout, {});
    expect(asked[0]).toMatchObject({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  });

  it('W3 without a session nothing is sent', async () => {
    const error = await failure(wire.client({ session: () => null }).call(calls.homeData, {}));
    expect(error).toMatchObject({ kind: 'authorization', outcome: 'not-sent', message: NO_SESSION_TEXT });
    expect(wire.requests).toHaveLength(0);
  });

  it('a body that does not fit the contract is not sent, and the field is named', async () => {
    const error = await failure(wire.client().call(calls.lockNotification, { ...lock, imei: '12345' }));
    expect(error).toMatchObject({ kind: 'invalid-request', outcome: 'not-sent' });
    expect(error.message).toBe(
      'locknotification.php: nothing was sent, because the field imei is wrong: imei must be 15 digits',
    );
    expect(wire.requests).toHaveLength(0);
  });

  it('W7 D2 a text goes as it was given: a stored batch sends what it sent before', async () => {
    wire.answer = wire.sealedReply({ status: 'success', message: 'queued' });
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

const report = { browser: 'Chrome 142', loads: [], failures: [] };

describe('a call that is prepared', () => {
  beforeEach(() => {
    wire.answer = wire.sealedReply({ status: 'success', message: '' });
  });

  it('W2 is sealed before it is sent, and goes out within the very call of send', async () => {
    const { asked, fetch } = recordingFetch();
    const send = await wire.client({ fetch }).prepare(calls.platformReport, report, { inBackground: true });
    expect(asked).toEqual([]);
    const answer = send();
    // Nothing was waited for: a page that is being left waits for nothing.
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ keepalive: true, priority: 'low' });
    await expect(answer).resolves.toEqual({ status: 'success', message: '' });
    await expect(wire.opened()).resolves.toEqual({ ...report, user: 'operator@example.com' });
  });

  it('is not in the background unless it says so', async () => {
    const { asked, fetch } = recordingFetch();
    await wire.client({ fetch }).call(calls.platformReport, report);
    expect(Object.keys(asked[0] ?? {})).not.toContain('keepalive');
    expect(Object.keys(asked[0] ?? {})).not.toContain('priority');
  });

  it('S8 in the background, a session that is over is told to the caller alone', async () => {
    const over = jest.fn();
    wire.answer = wire.sealedReply({ status: 'error', message: 'Authorization Failed' }, 401);
    const send = await wire
      .client({ onAuthorizationFailed: over })
      .prepare(calls.platformReport, report, { inBackground: true });
    expect(await failure(send())).toMatchObject({ kind: 'authorization', outcome: 'refused' });
    expect(over).not.toHaveBeenCalled();
  });
});

describe('D11 D12 without an answer', () => {
  const never: Answer = (_request, response) => {
    response.on('close', () => undefined);
  };

  it('D11 a time-out leaves the outcome unknown', async () => {
    wire.answer = never;
    const error = await failure(wire.client({ timeoutMs: 40 }).call(calls.lockNotification, lock));
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    expect(error.message).toBe(
      'locknotification.php: no answer within 0.04 seconds; check whether it was done, then try again.',
    );
  });

  it('D11 the time-out covers the body as well as the head', async () => {
    wire.answer = (_request, response) => {
      response.writeHead(200).write('{"payload":');
    };
    await expect(failure(wire.client().call(calls.homeData, {}, { timeoutMs: 60 }))).resolves.toMatchObject({
      kind: 'timeout',
    });
  });

  it('D12 giving up before sending sends nothing; later it is unknown', async () => {
    const early = await failure(wire.client().call(calls.lockNotification, lock, { signal: AbortSignal.abort() }));
    expect(early).toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
    expect(wire.requests).toHaveLength(0);
    const controller = new AbortController();
    wire.answer = () => controller.abort();
    const late = await failure(wire.client().call(calls.lockNotification, lock, { signal: controller.signal }));
    expect(late).toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  });

  it('D12 a server that is gone may not have got it', async () => {
    const gone = wire.client({ apiBase: 'http://127.0.0.1:2/api/' });
    const error = await failure(gone.call(calls.lockNotification, lock));
    expect(error).toMatchObject({ kind: 'network', outcome: 'unknown' });
    expect(error.message).toBe(
      'locknotification.php: the server could not be reached; check whether it was done, then try again.',
    );
    const read = await failure(gone.call(calls.deviceDetails, { imei: lock.imei }));
    expect(read.message).toBe('devicedetails.php: the server could not be reached; try again.');
  });

  it.each([
    ['before and after it fails', [true, true], 'not-sent', /nothing was sent, because this computer has no network/],
    ['only before', [true, false], 'unknown', /could not be reached/],
    ['only after', [false, true], 'unknown', /could not be reached/],
  ] as const)('D12 a call of a browser that knows it is offline %s', async (_when, states, outcome, message) => {
    const known = [...states];
    const gone = wire.client({ apiBase: 'http://127.0.0.1:2/api/', isOffline: () => known.shift() ?? false });
    const error = await failure(gone.call(calls.lockNotification, lock));
    expect(error).toMatchObject({ kind: 'network', outcome, message: expect.stringMatching(message) });
  });

  it('D12 a browser that believes itself offline still reaches a server on this computer', async () => {
    wire.answer = wire.sealedReply({ status: 'success', message: 'sent' });
    const near = wire.client({ isOffline: () => true });
    await expect(near.call(calls.lockNotification, lock)).resolves.toMatchObject({ message: 'sent' });
  });

  it('D12 a connection that breaks in the middle of the answer is a network error', async () => {
    wire.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"payl', () => response.destroy());
    };
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'network',
      outcome: 'unknown',
    });
  });
});
