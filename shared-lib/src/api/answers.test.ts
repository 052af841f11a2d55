import { calls, copyCall } from '../contract/index.ts';
import { createEnvelopeCodec, type EnvelopeContext, newTransactionId } from '../crypto/index.ts';
import { contextOf, failure, lock, plainReply, session, startWire, type Answer } from './test-wire.ts';

const wire = startWire();

const proxyPage = (status: number): Answer =>
  plainReply('<html><h1>Sign in to this network</h1>', status, { 'Content-Type': 'text/html' });

describe('W answers', () => {
  it('S3 D4 exchange gives the sealed reply as it came and the Date of the server', async () => {
    wire.answer = wire.sealedReply({ status: 'success', message: '' }, 200, {
      Date: 'Thu, 12 Nov 2026 10:00:00 GMT',
    });
    const { sealed, serverTime } = await wire
      .client()
      .exchange(calls.logout, {}, { transactionId: 'b9c4ce2e-3f0a-4f0b-8f5b-0a1b2c3d4e5f' });
    expect(sealed).toEqual({
      payload: expect.stringMatching(/^v1\./),
      transactionId: 'b9c4ce2e-3f0a-4f0b-8f5b-0a1b2c3d4e5f',
    });
    expect(serverTime).toEqual(new Date('2026-11-12T10:00:00Z'));
  });

  it('D1 login fields are read from the opened payload, else from outside it', async () => {
    wire.answer = async (request, response) => {
      const sealed = await (
        await wire.codec
      ).seal({ token: 'inside', email: 'a@example.com' }, contextOf(request, 'reply'));
      response.end(
        JSON.stringify({ ...sealed, status: 'SUCCESS', message: 'welcome', token: 'outside', userlevel: 'ADMIN' }),
      );
    };
    const answer = await wire.client({ session: () => null }).call(calls.login, { email: 'a', password: 'b' });
    expect(answer).toMatchObject({
      status: 'success',
      message: 'welcome',
      token: 'inside',
      email: 'a@example.com',
      userlevel: 'ADMIN',
    });
  });

  it.each(['', 'no match for this IMEI'])(
    "C7 D2a an answer that says error is a business error with the server's message (%j)",
    async (message) => {
      wire.answer = wire.sealedReply({ status: 'Error', message });
      const error = await failure(wire.client().call(calls.homeData, {}));
      expect(error).toMatchObject({
        kind: 'business',
        outcome: 'refused',
        httpStatus: 200,
        serverMessage: message || undefined,
      });
      expect(error.message).toBe(
        message || 'homeData.php: the server refused this without saying why; try again, or ask your admin.',
      );
    },
  );

  const unreadable: [string, () => Answer, string][] = [
    ['text instead of JSON', () => plainReply('OK', 200, { 'Content-Type': 'text/plain' }), 'not JSON but text/plain'],
    ['an empty body', () => plainReply(''), 'it is empty'],
    [
      'a success that is not encrypted',
      () => plainReply({ status: 'success', message: 'queued' }),
      'it is not encrypted',
    ],
    ['a refusal that is not encrypted', () => plainReply({ status: 'error', message: 'no' }), 'it is not encrypted'],
    [
      'a reply without its transactionId',
      () => plainReply({ payload: 'v1.a.b.c' }),
      'the transactionId is not that of the request',
    ],
    [
      'a field of the wrong type',
      () => wire.sealedReply({ status: 'success', message: ['queued'] }),
      'message: Invalid type',
    ],
    ['an unknown status', () => wire.sealedReply({ status: 'ok', message: '' }), 'status: Invalid type'],
    ['a list for an object', () => wire.sealedReply([]), 'it is a list'],
    ['an answer that says nothing', () => wire.sealedReply({}), 'it does not say how it went'],
    ['a bare text', () => wire.sealedReply('success'), 'it is text'],
  ];
  it.each(unreadable)('W5 %s is unreadable, outcome unknown, and names the call', async (_name, answer, why) => {
    wire.answer = answer();
    const error = await failure(wire.client().call(calls.lockNotification, lock));
    expect(error).toMatchObject({
      kind: 'unreadable',
      outcome: 'unknown',
      httpStatus: 200,
      callPath: 'locknotification.php',
    });
    expect(error.message).toContain(`locknotification.php: the answer could not be read (`);
    expect(error.message).toContain(why);
    expect(error.message).toContain('check whether it was done, then try again.');
  });

  it('W5 D1b what an existing back end may reply where nothing is shown of it is unreadable here', async () => {
    const untidy = ['success', [], { status: 'ok', message: '' }, { status: true, message: '' }];
    for (const answer of [plainReply(''), plainReply('OK'), ...untidy.map((value) => wire.sealedReply(value))]) {
      wire.answer = answer;
      const error = await failure(wire.client().call(calls.logout, {}));
      expect(error).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
    }
  });

  it('W5 a reply under another key, an altered one and one of another request are unreadable', async () => {
    const foreign = await createEnvelopeCodec({ codec: 'v1', sharedKey: 'another shared key' });
    const reasons: unknown[] = [];
    for (const spoil of [
      (context: EnvelopeContext) => foreign.seal({ status: 'success' }, context),
      async (context: EnvelopeContext) => {
        const sealed = await (await wire.codec).seal({ status: 'success' }, context);
        return { ...sealed, payload: sealed.payload.replace(/.\./, (pair) => (pair === 'A.' ? 'B.' : 'A.')) };
      },
      async (context: EnvelopeContext) =>
        (await wire.codec).seal({ status: 'success' }, { ...context, transactionId: newTransactionId() }),
    ]) {
      wire.answer = async (request, response) => {
        response.end(JSON.stringify(await spoil(contextOf(request, 'reply'))));
      };
      const error = await failure(wire.client().call(calls.homeData, {}));
      expect(error).toMatchObject({ kind: 'unreadable', outcome: 'unknown', callPath: 'homeData.php' });
      expect(error.message).toMatch(
        /^homeData\.php: the answer could not be read \(GET homeData\.php, reply: .*\); try again\.$/,
      );
      reasons.push((error.cause as { reason?: unknown }).reason);
    }
    expect(reasons).toEqual(['not-authentic', 'malformed', 'wrong-transaction']);
  });
});

describe('S8 D2a refusals', () => {
  const ended: [string, (message: string) => Answer][] = [
    ['sealed with 401', (message) => wire.sealedReply({ status: 'error', message }, 401)],
    ['sealed with 200', (message) => wire.sealedReply({ status: 'error', message }, 200)],
    ['plain with 401', (message) => plainReply({ status: 'error', message }, 401)],
    ['plain with 200', (message) => plainReply({ message }, 200)],
  ];
  it.each(ended)('S8 both texts end the session, %s', async (_name, answer) => {
    for (const text of ['Authorization Failed', 'Authorization Failed.Invalid']) {
      wire.answer = answer(text);
      const over = jest.fn();
      const error = await failure(wire.client({ onAuthorizationFailed: over }).call(calls.homeData, {}));
      expect(error).toMatchObject({ kind: 'authorization', outcome: 'refused', message: text });
      expect(over).toHaveBeenCalledWith(error);
    }
  });

  it('S8 a copy call ends the session too', async () => {
    wire.answer = plainReply({ status: 'error', message: 'Authorization Failed' }, 401);
    const over = jest.fn();
    const file = { name: 'a.csv', content: new Blob(['sno,imei1']) };
    await failure(wire.client({ onAuthorizationFailed: over }).upload(copyCall('bulkLockCopy.php'), file, {}));
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('D11 a call that keeps its session only throws', async () => {
    wire.answer = wire.sealedReply({ status: 'error', message: 'Authorization Failed' }, 401);
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
    wire.answer = async (request, response) => {
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
    wire.answer = wire.sealedReply(
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
    wire.answer = plainReply({ status: 'error', message: 'Too many requests' }, 429, { 'Retry-After': '7' });
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'throttled',
      outcome: 'refused',
      retryAfterSeconds: 7,
    });
    wire.answer = plainReply({}, 429, { 'Retry-After': 'Thu, 01 Jan 2015 00:00:00 GMT' });
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'throttled',
      retryAfterSeconds: 0,
    });
  });

  it.each([
    ['a server that could not do anything', 503, { reason: 'unavailable' }, 'throttled', 'refused'],
    ['a 503 that does not say so', 503, {}, 'server', 'unknown'],
    ['a 503 for another reason', 503, { reason: 'budget' }, 'server', 'unknown'],
    ['another failure that says so', 500, { reason: 'unavailable' }, 'server', 'unknown'],
  ])('D2a D11 nothing was done only by an answer that says so: %s', async (_what, status, fields, kind, outcome) => {
    const said = { status: 'error', message: 'Nothing was done.', ...fields };
    for (const reply of [plainReply, wire.sealedReply]) {
      wire.answer = reply(said, status, { 'Retry-After': '5' });
      await expect(failure(wire.client().call(calls.lockNotification, lock))).resolves.toMatchObject({
        kind,
        outcome,
        message: 'Nothing was done.',
        retryAfterSeconds: 5,
      });
    }
  });

  it.each(['budget', 'paused', 'approval'])(
    'C10 C11 C12 says why the server holds a command back: %s',
    async (reason) => {
      wire.answer = wire.sealedReply({ status: 'error', message: 'Not now', reason }, 200);
      await expect(failure(wire.client().call(calls.lockNotification, lock))).resolves.toMatchObject({
        kind: 'business',
        outcome: 'refused',
        reason,
      });
      wire.answer = wire.sealedReply({ status: 'error', message: 'Not now', reason: 'of another kind' }, 200);
      await expect(failure(wire.client().call(calls.lockNotification, lock))).resolves.toMatchObject({
        reason: undefined,
      });
    },
  );

  const statuses: [number, string, string, string][] = [
    [400, 'invalid-request', 'refused', 'foreign'],
    [404, 'invalid-request', 'refused', 'foreign'],
    [408, 'timeout', 'unknown', 'timeout'],
    [409, 'conflict', 'refused', 'foreign'],
    [413, 'invalid-request', 'refused', 'invalid-request'],
    [429, 'throttled', 'refused', 'throttled'],
    [500, 'server', 'unknown', 'server'],
    [502, 'server', 'unknown', 'server'],
    [503, 'server', 'unknown', 'server'],
  ];
  it.each(statuses)(
    'D2a D11 HTTP %i is %s, outcome %s, and %s as the page of a proxy',
    async (status, kind, outcome, page) => {
      const said = { status: 'error', message: 'said by the server' };
      for (const answer of [wire.sealedReply(said, status), plainReply(said, status)]) {
        wire.answer = answer;
        await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
          kind,
          outcome,
          httpStatus: status,
          message: 'said by the server',
          serverMessage: 'said by the server',
        });
      }
      for (const answer of [proxyPage(status), plainReply({ message: 'said by a proxy' }, status)]) {
        wire.answer = answer;
        const error = await failure(wire.client().call(calls.homeData, {}));
        expect(error).toMatchObject({
          kind: page,
          outcome: page === 'foreign' ? 'unknown' : outcome,
          httpStatus: status,
        });
        expect(error.serverMessage).toBeUndefined();
        expect(error.message).toMatch(/^homeData\.php: .+\.$/);
        expect(error.message).toContain(`HTTP ${status}`);
        expect(error.message).not.toContain('said by a proxy');
      }
    },
  );

  const foreign: [string, Answer][] = [
    ['a page with 401', proxyPage(401)],
    ['a page with 403', proxyPage(403)],
    ['a page with 405', proxyPage(405)],
    ['a page with 511', proxyPage(511)],
    ['a page with 200', proxyPage(200)],
    ['a page with 200 that calls itself JSON', plainReply('<html>Sign in</html>', 200)],
    [
      'a page that has the text of the contract',
      plainReply('<html>Authorization Failed', 401, { 'Content-Type': 'text/html' }),
    ],
    ['nothing with 401', plainReply('', 401)],
    ['JSON without status', plainReply({ message: 'Unauthorized' }, 401)],
    ['JSON without message', plainReply({ status: 'error' }, 403)],
    ['JSON with another status', plainReply({ status: 'fail', message: 'Forbidden' }, 403)],
    ['a list', plainReply([{ status: 'error', message: 'Authorization Failed' }], 401)],
    ['a 401 with other words', plainReply({ status: 'error', message: 'Unauthorized' }, 401)],
    ['a 403 with other words', plainReply({ status: 'error', message: 'Forbidden' }, 403)],
  ];
  it.each(foreign)(
    'S8 D2a W5 %s is not of this server: the session stays, the outcome is unknown',
    async (_name, answer) => {
      wire.answer = answer;
      const over = jest.fn();
      const forbidden = jest.fn();
      const client = wire.client({ onAuthorizationFailed: over, onForbidden: forbidden });
      const error = await failure(client.call(calls.lockNotification, lock));
      expect(error).toMatchObject({ kind: 'foreign', outcome: 'unknown' });
      expect(error.serverMessage).toBeUndefined();
      expect(error.message).toMatch(
        /^locknotification\.php: .+ a proxy .+; check whether it was done, then try again\.$/,
      );
      expect(over).not.toHaveBeenCalled();
      expect(forbidden).not.toHaveBeenCalled();
    },
  );

  it.each([
    [401, 'authorization'],
    [403, 'forbidden'],
  ] as const)(
    'D1a from an existing back end a page with %i counts: it cannot be told from a proxy',
    async (status, kind) => {
      wire.answer = proxyPage(status);
      const error = await failure(wire.client({ backend: 'legacy' }).call(calls.homeData, {}));
      expect(error).toMatchObject({ kind, outcome: 'refused' });
    },
  );

  it.each([
    [401, 'authorization'],
    [403, 'forbidden'],
  ] as const)('S8 D2a a sealed %i is of this server, whatever its words', async (status, kind) => {
    wire.answer = wire.sealedReply({ status: 'error', message: 'In other words' }, status);
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({ kind, outcome: 'refused' });
  });

  it('W5 a 401 whose payload does not open is unreadable, and the session stays', async () => {
    wire.answer = plainReply({ payload: 'v1.a.b.c', status: 'error', message: 'No' }, 401);
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'unreadable',
      outcome: 'unknown',
      httpStatus: 401,
    });
  });

  it('S18 a plain 403 that asks for a proof of identity is of this server', async () => {
    const message = 'Prove that it is you.';
    wire.answer = plainReply({ status: 'error', message, challenge: { kind: 'identity' } }, 403);
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'forbidden',
      message,
    });
  });

  it('S7 a page instead of the answer of a login refuses nothing', async () => {
    const client = wire.client({ session: () => null });
    for (const status of [200, 401, 403]) {
      wire.answer = proxyPage(status);
      const error = await failure(client.call(calls.login, { email: 'a', password: 'b' }));
      expect(error).toMatchObject({ kind: 'foreign', outcome: 'unknown' });
    }
  });

  it('D2a a login refused with 401 is a business error, because there is no session to end', async () => {
    wire.answer = plainReply({ status: 'error', message: 'Wrong password' }, 401);
    const error = await failure(wire.client({ session: () => null }).call(calls.login, { email: 'a', password: 'b' }));
    expect(error).toMatchObject({ kind: 'business', message: 'Wrong password' });
  });
});
