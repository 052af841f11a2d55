import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import { audited, createGate, databases, ENROLLED, failure, fresh, plainPasswords } from '../../testing/index.ts';
import { RELEASED, shared, startTestApi } from '../../testing/index.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { MalformedRequest, TransactionConflict } from '../errors/request-errors.ts';
import type { Passwords } from '../security/passwords.ts';
import { exactlyOnce, hashBody, onceAcrossTransactions, proofOf } from './exactly-once.ts';

describe.each(databases)('exactly once on $name', ({ start }) => {
  const api = fresh(() => start());

  const body = { imei: ENROLLED[0], action: 'lock' };
  const outcomes = () => api.store.db.selectFrom('outcomes').selectAll().execute();

  it('D2 dispatches once when the same request comes twenty times at once; another body is a sealed 409', async () => {
    const session = await api.as('operator');
    const transactionId = newTransactionId();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => session.call('lockNotification', body, { transactionId })),
    );
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.answer]))).size).toBe(1);
    expect(await api.commands()).toHaveLength(1);
    const row = { email: session.email, via: 'session', outcome: 'success', address: '192.0.2.1' };
    expect(await audited(api.store, { call: 'locknotification.php' })).toMatchObject([{ ...row, ...body }]);
    const other = await session.call('lockNotification', { ...body, imei: ENROLLED[1] }, { transactionId });
    expect(other).toMatchObject({ status: 409, sealed: true, answer: failure(expect.stringContaining(transactionId)) });
    expect(await api.commands()).toHaveLength(1);
  });

  it('D2 keeps accounts and calls apart under the same id', async () => {
    const transactionId = newTransactionId();
    const [operator, admin] = [await api.as('operator'), await api.as('admin')];
    await operator.call('lockNotification', body, { transactionId });
    await admin.call('lockNotification', body, { transactionId });
    await operator.call('getImeiDetails', { ...body, filename: 'a.csv' }, { transactionId });
    expect(await api.commands()).toHaveLength(3);
  });

  it('D2 stores no error: the same id may succeed later', async () => {
    const session = await api.as('operator');
    const lock = [{ imei: RELEASED, action: 'lock' }, { transactionId: newTransactionId() }] as const;
    expect(await session.ask('lockNotification', ...lock)).toMatchObject({ status: 'error' });
    await api.store.db.updateTable('devices').set({ claim_status: 'ENROLLED' }).where('imei1', '=', RELEASED).execute();
    expect(await session.ask('lockNotification', ...lock)).toMatchObject({ status: 'success' });
  });

  it('D2 commits command, device, outcome and audit together or not at all', async () => {
    const session = await api.as('operator');
    await session.call('lockNotification', body);
    const before = [await api.commands(), await outcomes()];
    expect(before.map(({ length }) => length)).toEqual([1, 1]);
    // Without the audit table the last write of the transaction fails.
    const other = { imei: ENROLLED[1], action: 'lock' };
    const failed = await api.without('audit_log', () => session.call('lockNotification', other));
    expect(failed).toMatchObject({ status: 500, sealed: false });
    expect([await api.commands(), await outcomes()]).toEqual(before);
    const noted = api.store.db.selectFrom('devices').select('imei1').where('last_command', '<>', '');
    expect(await noted.execute()).toEqual([{ imei1: ENROLLED[0] }]);
  });
});

const UNFINISHED = expect.stringContaining('its end is not known');
const BODY = { imei: '1' };

describe('work that is done once, in several transactions', () => {
  const api = shared(() => startTestApi());

  function newWork() {
    const key = { accountId: 1, method: 'POST', path: 'work.php', transactionId: newTransactionId() };
    let times = 0;
    const attempt = (end: () => Promise<unknown>, body: object = BODY, passwords?: Passwords) => {
      const work = () => {
        times += 1;
        return end();
      };
      const once = { key, proof: proofOf(body, passwords), at: '2026-11-20T10:00:00.000Z', work };
      return onceAcrossTransactions(api.store.db, once).catch((error: unknown) => error);
    };
    return { attempt, times: () => times };
  }
  const succeed = async () => ({ message: 'Done' });

  it.each<[string, () => Promise<unknown>, unknown, number]>([
    ['was done', succeed, { message: 'Done' }, 1],
    ['was refused in words', () => Promise.reject(new BusinessError('No.')), { message: 'Done' }, 2],
    ['was refused as malformed', () => Promise.reject(new MalformedRequest('No.')), { message: 'Done' }, 2],
    ['was broken off', () => Promise.reject(new Error('No.')), { message: UNFINISHED }, 1],
  ])('D2 what %s before gives to the same request: %j', async (_what, before, answer, times) => {
    const work = newWork();
    await work.attempt(before);
    expect(await work.attempt(succeed)).toMatchObject(answer as object);
    expect(work.times()).toBe(times);
  });

  it('D2 to the same request at the same moment its end is not known, and the first one ends', async () => {
    const work = newWork();
    const gate = createGate();
    const running = work.attempt(() => gate.pass().then(succeed));
    await gate.reached;
    expect(await work.attempt(succeed)).toMatchObject({ message: UNFINISHED });
    gate.open();
    expect([await running, await work.attempt(succeed), work.times()]).toEqual([
      { message: 'Done' },
      { message: 'Done' },
      1,
    ]);
  });

  it.each<[string, Passwords | undefined]>([
    ['as it is', undefined],
    ['like a password', plainPasswords],
  ])('D2 another body under its id is refused, whose proof is kept %s', async (_how, passwords) => {
    for (const before of [succeed, () => Promise.reject(new Error('No.'))]) {
      const work = newWork();
      await work.attempt(before, BODY, passwords);
      expect(await work.attempt(succeed, { imei: '2' }, passwords)).toBeInstanceOf(TransactionConflict);
      expect(work.times()).toBe(1);
    }
  });

  it('D2 the proof of a body with a password is kept like a password, and fits that body alone', async () => {
    const [own, another] = [proofOf(BODY, plainPasswords), proofOf({ imei: '2' }, plainPasswords)];
    expect(await own.make()).toBe(`kept ${hashBody(BODY)}`);
    expect([await own.fits(await own.make()), await another.fits(await own.make())]).toEqual([true, false]);
  });

  it('D2 remembers what a repetition may be told, in place of the answer', async () => {
    const key = { accountId: 1, method: 'POST', path: 'work.php', transactionId: newTransactionId() };
    const proof = proofOf(BODY);
    const remembered = () => ({ message: 'Done before' });
    const once = { key, proof, at: '2026-11-20T10:00:00.000Z', work: succeed, remembered };
    const answers = [await exactlyOnce(api.store.db, once), await exactlyOnce(api.store.db, once)];
    expect(answers).toEqual([{ message: 'Done' }, { message: 'Done before' }]);
  });
});

it('D2 knows a body again whatever the order of its fields', () => {
  expect(hashBody({ imei: '1', more: { a: 1, b: [2] } })).toBe(hashBody({ more: { b: [2], a: 1 }, imei: '1' }));
  expect(hashBody({ imei: '1' })).not.toBe(hashBody({ imei: '2' }));
});

describe('envelope', () => {
  const api = fresh(() => startTestApi());
  const operator = fresh(() => api.as('operator'));

  const body = { imei: ENROLLED[0], action: 'lock' };
  const send = async (payload: object) => {
    const headers = { 'x-api-key': operator.token };
    const reply = await api.server.inject({ method: 'POST', url: '/locknotification.php', headers, payload });
    return [reply.statusCode, reply.json<unknown>()];
  };
  const sealed = ({ path = 'locknotification.php', codec = api.codec } = {}) =>
    codec.seal(
      { ...body, user: operator.email },
      { direction: 'request', method: 'POST', path, transactionId: newTransactionId() },
    );

  it('W2 D1 D2a is taken as it was sealed; any other is refused with 400 in plain JSON', async () => {
    const own = await sealed();
    const { payload, transactionId } = own;
    const strangeCodec = await createEnvelopeCodec({ codec: 'v1', sharedKey: 'quite another shared key' });
    const others = {
      'an altered payload': { ...own, payload: payload.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      'another transactionId': { payload, transactionId: newTransactionId() },
      'no payload': { transactionId },
      'a payload in the clear': { transactionId, payload: JSON.stringify(body) },
      'an id of a strange form': { payload, transactionId: 'a b' },
      'what was sealed for another call': await sealed({ path: 'devicedetails.php' }),
      'what was sealed with another key': await sealed({ codec: strangeCodec }),
    };
    const refusal = [400, failure(expect.stringContaining('locknotification.php'))];
    for (const [what, other] of Object.entries(others)) expect([what, await send(other)]).toEqual([what, refusal]);
    expect(await api.commands()).toEqual([]);
    expect(await send(own)).toEqual([200, expect.anything()]);
    expect(await api.commands()).toHaveLength(1);
  });
});
