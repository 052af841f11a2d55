import { calls } from '../contract/index.ts';
import { createEnvelopeCodec, newTransactionId, type EnvelopeContext } from '../crypto/index.ts';
import type { WireServer } from './test-server.ts';
import { contextOf, failure, lock, plainReply, startWire, type Wire } from './test-wire.ts';

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('W answers', () => {
  it('S3 D4 exchange gives the sealed reply as it came and the Date of the server', async () => {
    wire.server.answer = wire.sealedReply({ status: 'success', message: '' }, 200, {
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
    wire.server.answer = async (request, response) => {
      const sealed = await wire.codec.seal({ token: 'inside', email: 'a@example.com' }, contextOf(request, 'reply'));
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

  it('D1 a plain login reply is read too, and has no sealed form', async () => {
    wire.server.answer = plainReply({ status: 'success', message: '', token: 't', permissions: null });
    const { answer, sealed } = await wire
      .client({ session: () => null })
      .exchange(calls.login, { email: 'a', password: 'b' });
    expect(answer).toMatchObject({ token: 't', permissions: [] });
    expect(sealed).toBeNull();
  });

  it.each(['', 'no match for this IMEI'])(
    "C7 D2a an answer that says error is a business error with the server's message (%j)",
    async (message) => {
      wire.server.answer = wire.sealedReply({ status: 'Error', message });
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

  const unreadable: [string, () => WireServer['answer'], string][] = [
    [
      'HTML instead of JSON',
      () => plainReply('<html>captive portal</html>', 200, { 'Content-Type': 'text/html' }),
      'not JSON but text/html',
    ],
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
    wire.server.answer = answer();
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
      wire.server.answer = answer;
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
        const sealed = await wire.codec.seal({ status: 'success' }, context);
        return { ...sealed, payload: sealed.payload.replace(/.\./, (pair) => (pair === 'A.' ? 'B.' : 'A.')) };
      },
      (context: EnvelopeContext) =>
        wire.codec.seal({ status: 'success' }, { ...context, transactionId: newTransactionId() }),
    ]) {
      wire.server.answer = async (request, response) => {
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
