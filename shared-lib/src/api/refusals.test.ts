import { calls, copyCall } from '../contract/index.ts';
import type { WireServer } from './test-server.ts';
import { failure, lock, plainReply, session, startWire, type Wire } from './test-wire.ts';

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('S8 D2a refusals', () => {
  const ended: [string, (message: string) => WireServer['answer']][] = [
    ['sealed with 401', (message) => wire.sealedReply({ status: 'error', message }, 401)],
    ['sealed with 200', (message) => wire.sealedReply({ status: 'error', message }, 200)],
    ['plain with 401', (message) => plainReply({ status: 'error', message }, 401)],
    ['plain with 200', (message) => plainReply({ message }, 200)],
  ];
  it.each(ended)('S8 both texts end the session, %s', async (_name, answer) => {
    for (const text of ['Authorization Failed', 'Authorization Failed.Invalid']) {
      wire.server.answer = answer(text);
      const over = jest.fn();
      const error = await failure(wire.client({ onAuthorizationFailed: over }).call(calls.homeData, {}));
      expect(error).toMatchObject({ kind: 'authorization', outcome: 'refused', message: text });
      expect(over).toHaveBeenCalledWith(error);
    }
  });

  it('S8 a copy call ends the session too', async () => {
    wire.server.answer = plainReply({ status: 'error', message: 'Authorization Failed' }, 401);
    const over = jest.fn();
    const file = { name: 'a.csv', content: new Blob(['sno,imei1']) };
    await failure(wire.client({ onAuthorizationFailed: over }).upload(copyCall('bulkLockCopy.php'), file, {}));
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('D11 a call that keeps its session only throws', async () => {
    wire.server.answer = wire.sealedReply({ status: 'error', message: 'Authorization Failed' }, 401);
    const over = jest.fn();
    const error = await failure(
      wire.client({ onAuthorizationFailed: over }).call(calls.homeData, {}, { keepsSession: true }),
    );
    expect(error.kind).toBe('authorization');
    expect(over).not.toHaveBeenCalled();
  });

  it('S8 a late refusal of a former session does not end the present one', async () => {
    let token = 'old';
    const over = jest.fn();
    wire.server.answer = async (request, response) => {
      token = 'new';
      await wire.sealedReply({ status: 'error', message: 'Authorization Failed' }, 401)(request, response);
    };
    await failure(
      wire.client({ session: () => ({ ...session, token }), onAuthorizationFailed: over }).call(calls.homeData, {}),
    );
    expect(over).not.toHaveBeenCalled();
  });

  it('D2a a 403 keeps the session and hands over the current permissions', async () => {
    const message = 'You are not authorised to use this feature.Contact Your Admin for support';
    wire.server.answer = wire.sealedReply(
      { status: 'error', message, permissions: [{ permission_name: 'Reports' }, { permission_name: 'Lock Device' }] },
      403,
    );
    const [over, forbidden] = [jest.fn(), jest.fn()];
    const error = await failure(
      wire.client({ onAuthorizationFailed: over, onForbidden: forbidden }).call(calls.lockNotification, lock),
    );
    expect(error).toMatchObject({
      kind: 'forbidden',
      outcome: 'refused',
      message,
      permissions: ['Reports', 'Lock Device'],
    });
    expect(forbidden).toHaveBeenCalledWith(['Reports', 'Lock Device']);
    expect(over).not.toHaveBeenCalled();
  });

  it('D2a a 429 says how long to wait, in seconds or until a date', async () => {
    wire.server.answer = plainReply({ status: 'error', message: 'Too many requests' }, 429, { 'Retry-After': '7' });
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'throttled',
      outcome: 'refused',
      retryAfterSeconds: 7,
    });
    wire.server.answer = plainReply({}, 429, { 'Retry-After': 'Thu, 01 Jan 2015 00:00:00 GMT' });
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'throttled',
      retryAfterSeconds: 0,
    });
  });

  it.each(['budget', 'paused', 'approval'])(
    'C10 C11 C12 says why the server holds a command back: %s',
    async (reason) => {
      wire.server.answer = wire.sealedReply({ status: 'error', message: 'Not now', reason }, 200);
      await expect(failure(wire.client().call(calls.lockNotification, lock))).resolves.toMatchObject({
        ...{ kind: 'business', outcome: 'refused', reason },
      });
      wire.server.answer = wire.sealedReply({ status: 'error', message: 'Not now', reason: 'of another kind' }, 200);
      await expect(failure(wire.client().call(calls.lockNotification, lock))).resolves.toMatchObject({
        reason: undefined,
      });
    },
  );

  const statuses: [number, string, string][] = [
    [400, 'invalid-request', 'refused'],
    [404, 'invalid-request', 'refused'],
    [408, 'timeout', 'unknown'],
    [409, 'conflict', 'refused'],
    [413, 'invalid-request', 'refused'],
    [500, 'server', 'unknown'],
    [502, 'server', 'unknown'],
    [503, 'server', 'unknown'],
  ];
  it.each(statuses)('D2a D11 HTTP %i is %s, outcome %s, from the API or a proxy', async (status, kind, outcome) => {
    wire.server.answer = wire.sealedReply({ status: 'error', message: 'said by the server' }, status);
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind,
      outcome,
      httpStatus: status,
      message: 'said by the server',
    });
    wire.server.answer = plainReply('<h1>proxy</h1>', status, { 'Content-Type': 'text/html' });
    const error = await failure(wire.client().call(calls.homeData, {}));
    expect(error).toMatchObject({ kind, outcome, httpStatus: status, serverMessage: undefined });
    expect(error.message).toMatch(new RegExp(`^homeData\\.php: the server answered HTTP ${status}; .+\\.$`));
  });

  it('D2a a login refused with 401 is a business error, because there is no session to end', async () => {
    wire.server.answer = plainReply({ status: 'error', message: 'Wrong password' }, 401);
    const error = await failure(wire.client({ session: () => null }).call(calls.login, { email: 'a', password: 'b' }));
    expect(error).toMatchObject({ kind: 'business', message: 'Wrong password' });
  });
});
