import {
  calls,
  commandById,
  NOT_AUTHORISED,
  type CallAccess,
  type CallName,
  type Command,
} from '@device-console/shared-lib/contract';
import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import { anonymousCalls, tokenCalls } from '../../app/calls.ts';
import { MalformedRequest, NotAuthorised } from '../errors/request-errors.ts';
import { maySend, requireAccess, requireCommandAccess, requireOwnUser, requireSomeAccess } from './access.ts';
import type { Actor } from './context.ts';
import { audited, createGate, databases, ENROLLED, failure, fresh, PASSWORD, rowsOf } from '../../testing/index.ts';
import { shared, SHARED_KEY, startTestApi, type Session } from '../../testing/index.ts';
import type { Gate } from '../../testing/gate.ts';
import { putCommand } from '../../testing/put-command.ts';
import { begunBatch, sendChunk } from '../../testing/test-batch.ts';
import { newMember, newSession, type Member } from '../../testing/test-member.ts';
import { DAY } from '../time/clock.ts';

const api = shared(() => startTestApi());
const operator = shared(() => api.as('operator'));

it('W3 has a service for every call of the contract, and one without a token only where nobody can have one', () => {
  const anonymous = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access === 'anyone');
  expect(anonymous.every((name) => calls[name].auth === 'none')).toBe(true);
  expect(Object.keys(anonymousCalls).toSorted()).toEqual(anonymous.toSorted());
  expect(Object.keys({ ...tokenCalls, ...anonymousCalls }).toSorted()).toEqual(Object.keys(calls).toSorted());
});

it('D2 carries out once, in a transaction that keeps its outcome, whatever the contract says is done once', () => {
  const once = Object.entries(tokenCalls).filter(([name]) => calls[name as CallName].once !== false);
  const kept = ['with-its-writes', 'by-its-service', 'in-its-transactions'];
  expect(once.length).toBeGreaterThan(20);
  expect(once.filter(([, { audit }]) => typeof audit === 'string' && !kept.includes(audit))).toEqual([]);
});

it('W6 changes nothing by GET: each such call only reads', () => {
  const byGet = Object.entries(tokenCalls).filter(([name]) => calls[name as CallName].method === 'GET');
  expect(byGet.length).toBeGreaterThan(0);
  expect(byGet.filter(([, { effect }]) => effect !== 'reads')).toEqual([]);
});

it('D2a sends the current permissions with a sealed 403, and keeps the session', async () => {
  const refused = await operator.call('auditReportByImei', { imei1: ENROLLED[0] });
  expect(refused).toMatchObject({ status: 403, sealed: true });
  expect(refused.answer['permissions']).toContainEqual({ permission_name: 'Lock Device' });
  expect((await operator.call('homeData')).status).toBe(200);
});

it.each(['', 'admin@example.com'])("W4 D9 refuses a body in a name that is not the token's: %j", async (user) => {
  const { status, answer } = await operator.call('lockNotification', { imei: ENROLLED[1], action: 'lock', user });
  expect([status, answer['message']]).toEqual([403, NOT_AUTHORISED]);
});

it("W4 a body that names nobody is the token's account's: an empty one counts the versions, and logs out", async () => {
  const admin = await api.as('admin');
  const unnamed = { user: undefined };
  expect((await admin.call('getAppVersionDevices', unnamed)).status).toBe(200);
  expect((await admin.call('lockNotification', { imei: ENROLLED[1], action: 'lock', ...unnamed })).status).toBe(200);
  expect((await api.commands()).at(-1)).toMatchObject({ user_email: admin.email });
  expect((await admin.call('logout', unnamed)).answer).toMatchObject({ status: 'success' });
  expect((await admin.call('homeData')).status).toBe(401);
});

it('D9 refuses an action that no command has', async () => {
  const explode = { imei: ENROLLED[0], action: 'explode' };
  const { status, sealed, answer } = await operator.call('lockNotification', explode);
  expect({ status, sealed }).toEqual({ status: 400, sealed: false });
  expect(answer).toEqual(failure('The request names no command that exists; check its action or statusOf.'));
});

const SUCCESS = { status: 'success' };
const NEW = 'green umbrella nine';
const [imei = '', second = ''] = ENROLLED;

/** Stops one call after it was admitted, before its body is read. */
let stopped: { readonly id: string; readonly gate: Gate } | undefined;

async function stoppingCodec() {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
  const open: typeof codec.open = async (sealed, context) => {
    if (stopped?.id === context.transactionId) await stopped.gate.pass();
    return codec.open(sealed, context);
  };
  return { ...codec, open };
}

describe.each(databases)('access that ends on $name', ({ start }) => {
  const api = shared(async () => {
    const approvals = { policy: { release: 1 }, hours: 24 };
    return start({ approvals, codec: await stoppingCodec(), sessionsPerAccount: 3 });
  });
  const superadmin = fresh(async () => (await newMember(api, 'SUPERADMIN')).logIn());
  const owner = fresh(() => newMember(api, 'SUPERADMIN'));
  const session = fresh(() => owner.logIn());

  /** Lets a call be admitted, does something, and lets the call go on. */
  async function meanwhile(call: (id: string) => Promise<{ readonly status: number }>, end: () => Promise<unknown>) {
    const id = newTransactionId();
    stopped = { id, gate: createGate() };
    const late = call(id);
    // One that is not admitted does not come there.
    await Promise.race([stopped.gate.reached, late]);
    const ended = await end();
    stopped.gate.open();
    const { status } = await late;
    expect(ended).toMatchObject(SUCCESS);
    const reasons = (await audited(api.store, { transaction_id: id })).map(({ said }) => said.message);
    return { status, reasons };
  }
  const refused = { status: 401, reasons: ['the access was taken away while the call was under way'] };
  const commandsOf = ({ id }: Member) => rowsOf(api.store, 'commands', { account_id: id });

  const byAdmin = (name: CallName, body: object = {}) => superadmin.ask(name, { email: owner.email, ...body });
  const setStatus = (status: string) => byAdmin('updateUserStatus', { status });
  const changePassword = async () =>
    (await owner.logIn()).ask('changePassword', { currentPassword: PASSWORD, newPassword: NEW });
  async function resetPassword() {
    const { token, requestToken } = await api.forgot(owner.email);
    return api.ask('resetPassword', { token, requestToken, newPassword: NEW });
  }
  async function endFromAnother(own = 'yes') {
    const other = await owner.logIn();
    const sessions = await session.items('ownSessions');
    const one = sessions.find((row) => row['own'] === own);
    return other.ask('endSessions', { sessionId: String(one?.['id']) });
  }
  const logInTimes = async (times: number) => {
    for (let time = 0; time < times; time += 1) await owner.logIn();
    return SUCCESS;
  };
  const pass = async (milliseconds: number) => {
    api.clock.advance(milliseconds);
    return SUCCESS;
  };

  async function afterItsEnd(name: CallName) {
    api.clock.advance(DAY);
    const { session: as } = await newSession(api, 'SUPERADMIN');
    return as.ask(name, { email: owner.email, status: 'INACTIVE' });
  }

  type Ways = [string, boolean, () => Promise<unknown>][];
  const ofAccount: Ways = [
    ['whose account is disabled', false, () => setStatus('INACTIVE')],
    ['whose account is disabled and enabled', false, () => setStatus('INACTIVE').then(() => setStatus('ACTIVE'))],
    [
      'whose account is disabled in the database itself',
      false,
      async () => {
        const { db } = api.store;
        await db.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', owner.id).execute();
        return SUCCESS;
      },
    ],
    ['whose account gets another role', false, () => byAdmin('changeRole', { role: 'ADMIN' })],
    ['whose account is deleted', false, () => byAdmin('closeAccount')],
    ['whose account is contained', false, () => byAdmin('containAccount', { reason: 'Seen in a forum' })],
    ['whose password is changed', false, changePassword],
    ['whose password is reset by mail', false, resetPassword],
    [
      'beside which another account is disabled',
      true,
      async () => {
        const { email: another } = await newMember(api, 'USER');
        return byAdmin('updateUserStatus', { email: another, status: 'INACTIVE' });
      },
    ],
  ];
  const ofSession: Ways = [
    ...ofAccount,
    ['that logs out', false, () => session.ask('logout')],
    ['that an admin logs out', false, () => byAdmin('updateLoginStatus')],
    ['that its owner ends from another', false, () => endFromAnother()],
    ['that its owner ends with all others', false, async () => (await owner.logIn()).ask('endSessions')],
    ['that is the oldest of too many', false, () => logInTimes(3)],
    ['that is one of as many as there may be', true, () => logInTimes(2)],
    ['beside which the owner ends another', true, () => owner.logIn().then(() => endFromAnother(''))],
    ['that reaches its end after it was let in', true, () => pass(DAY)],
    ['that reaches its end, and is then logged out by an admin', false, () => afterItsEnd('updateLoginStatus')],
    ['that reaches its end, and whose account is then disabled', false, () => afterItsEnd('updateUserStatus')],
    ['whose account loses its keys', true, () => byAdmin('revokeKeys')],
  ];

  it.each(ofSession)('S33 K3 a command of a session %s is sent: %j', async (_way, isSent, end) => {
    const result = await meanwhile((id) => session.send(imei, 'lock', id), end);
    expect(result).toMatchObject(isSent ? { status: 200 } : refused);
    expect(await commandsOf(owner)).toHaveLength(isSent ? 1 : 0);
  });

  const deactivateKey = async (at: 0 | -1) => {
    const key = (await rowsOf(api.store, 'api_keys', { account_id: owner.id })).at(at);
    return session.ask('updateKeyStatus', { keyId: String(key?.id), status: 'inactive' });
  };
  const withAnother = () => session.newKey();
  const ofKey: Ways = [
    ...ofAccount,
    ['that is deactivated', false, () => deactivateKey(0)],
    ['that is deactivated beside another', false, () => withAnother().then(() => deactivateKey(0))],
    [
      'that is revoked and activated at the same moment',
      false,
      async () => {
        const done = await byAdmin('revokeKeys');
        const own = api.store.db.updateTable('api_keys').where('account_id', '=', owner.id);
        await own.set({ status: 'active' }).execute();
        return done;
      },
    ],
    ['that is revoked with all of its account', false, () => byAdmin('revokeKeys')],
    ['beside which another is deactivated', true, () => withAnother().then(() => deactivateKey(-1))],
    ['that reaches its end after it was let in', true, () => pass(2 * DAY)],
    ['whose owner logs out', true, () => session.ask('logout')],
    ['whose owner is logged out by an admin', true, () => byAdmin('updateLoginStatus')],
  ];

  it.each(ofKey)('S33 K1 K3 a command of an API key %s is sent: %j', async (_way, isSent, end) => {
    const token = await session.newKey({ days: 1 });
    const lock = { imei, action: 'lock' };
    const result = await meanwhile(
      (transactionId) => api.call('lockNotification', lock, { token, transactionId }),
      end,
    );
    expect(result).toMatchObject(isSent ? { status: 200 } : refused);
    expect(await commandsOf(owner)).toHaveLength(isSent ? 1 : 0);
  });

  const waiting = async () => rowsOf(api.store, 'approvals', { state: 'waiting' });

  it('S33 of a session that ends meanwhile no call changes anything, whatever it is', async () => {
    const asker = await newSession(api, 'ADMIN');
    await putCommand(api, { imei: second, by: asker.session.email, ago: 0, status: 'queued' });
    await asker.session.send(second, 'release');
    const [request] = await waiting();
    const { batch, run } = await begunBatch(session, ENROLLED);
    const whole = async () => [
      ...[await rowsOf(api.store, 'commands'), await rowsOf(api.store, 'api_keys'), await waiting()],
      ...[
        await rowsOf(api.store, 'settings'),
        await rowsOf(api.store, 'batch_items'),
        await rowsOf(api.store, 'outcomes'),
      ],
    ];
    const before = await whole();
    const calling = (as: Session, name: CallName, body: object) => (transactionId: string) =>
      as.call(name, body, { transactionId });
    const reason = 'A mistake';
    const underWay: ((as: Session) => (id: string) => Promise<{ readonly status: number }>)[] = [
      (as) => (id) => sendChunk(as, batch, batch.items, run, id),
      (as) => calling(as, 'generateKey', { key_name: 'ERP', user_id: as.email }),
      (as) => calling(as, 'operationsDispatch', { dispatch: 'paused', reason }),
      (as) => calling(as, 'operationsDecide', { decision: 'cancel', reason, filter: { imei: second } }),
      (as) => calling(as, 'decideApproval', { id: String(request?.id), decision: 'approve' }),
      (as) => calling(as, 'decideApproval', { id: String(request?.id), decision: 'refuse', reason }),
    ];
    for (const call of underWay) {
      const as = await owner.logIn();
      expect(await meanwhile(call(as), () => as.ask('logout'))).toEqual(refused);
      expect(await whole()).toEqual(before);
    }
  });
});

describe('what an actor may do', () => {
  const lock = commandById('lock');
  const release = commandById('release');
  const bySession: Actor = {
    accountId: 1,
    email: 'operator@example.com',
    userlevel: 'USER',
    permissions: ['Lock Device'],
    via: 'session',
    opens: 'all',
    credentialId: 1,
    hasFactor: false,
  };
  const byKey: Actor = {
    ...bySession,
    via: 'key',
    opens: 'commands',
    bounds: { commands: ['lock'], perMinute: undefined },
  };
  const passes = (asked: () => void): string => {
    try {
      asked();
    } catch (error) {
      if (error instanceof NotAuthorised) return error.reason ?? '';
      if (error instanceof MalformedRequest) return error.message;
      throw error;
    }
    return 'passes';
  };
  const WITHOUT = 'the account lacks the role or permission';
  const BOUNDS = 'the API key was not made for this command';

  it.each<[string, Actor, readonly Command[], string, boolean]>([
    ['its permission', bySession, [lock], 'passes', true],
    ['one of two', bySession, [release, lock], 'passes', false],
    ['no permission', bySession, [release], WITHOUT, false],
    ['no command', bySession, [], WITHOUT, false],
    ['a key made for it', byKey, [lock], 'passes', true],
    ['a key for all commands', { ...byKey, bounds: { commands: undefined, perMinute: 9 } }, [lock], 'passes', true],
    [
      'a key made for another',
      { ...byKey, bounds: { commands: ['release'], perMinute: undefined } },
      [lock],
      BOUNDS,
      false,
    ],
    [
      'a key for what its owner may not',
      { ...byKey, bounds: { commands: ['release'], perMinute: undefined } },
      [release],
      WITHOUT,
      false,
    ],
    [
      'a key for the one of two that its owner may not',
      { ...byKey, bounds: { commands: ['release'], perMinute: undefined } },
      [release, lock],
      BOUNDS,
      false,
    ],
    ['a key for one of two', { ...byKey, userlevel: 'ADMIN' }, [release, lock], 'passes', false],
    ['a key of no command', { ...byKey, bounds: { commands: [], perMinute: undefined } }, [lock], BOUNDS, false],
    [
      'a key for figures',
      { ...byKey, opens: 'figures' },
      [lock],
      "this API key opens the platform's figures only",
      true,
    ],
  ])('K2 D9 sends commands with %s', (_name, actor, asked, said, mayFirst) => {
    expect(passes(() => requireCommandAccess(actor, asked))).toBe(said);
    const [first] = asked;
    if (first) expect(maySend(actor, first)).toBe(mayFirst);
  });

  const COMMANDS_ONLY = 'an API key opens the command calls only';
  const FIGURES_ONLY = "this API key opens the platform's figures only";
  const NO_COMMAND = 'The request names no command that exists; check its action or statusOf.';
  it.each<[string, Partial<Actor>, CallAccess, object, string]>([
    ['a session, a command', {}, 'command', { action: 'lock' }, 'passes'],
    ['a session, another command', {}, 'command', { action: 'release' }, WITHOUT],
    ['a session, no command', {}, 'command', { action: 'explode' }, NO_COMMAND],
    ['a session, whatever is open', {}, 'session', {}, 'passes'],
    ['a session without the role', {}, { roles: ['ADMIN'] }, {}, WITHOUT],
    [
      'a session without the role, whose body looks like a command',
      {},
      { roles: ['ADMIN'] },
      { action: 'lock' },
      WITHOUT,
    ],
    ['a session with the role', { userlevel: 'ADMIN' }, { roles: ['ADMIN'] }, {}, 'passes'],
    ['a key, its command', byKey, 'command', { action: 'lock' }, 'passes'],
    ['a key, a command beyond its bounds', { ...byKey, userlevel: 'ADMIN' }, 'command', { action: 'release' }, BOUNDS],
    ['a key, a call that is no command', byKey, 'session', {}, COMMANDS_ONLY],
    ['a key, the figures', byKey, 'figures', {}, COMMANDS_ONLY],
    ['a figures key, the figures', { ...byKey, userlevel: 'SUPERADMIN', opens: 'figures' }, 'figures', {}, 'passes'],
    ['a figures key, a command', { ...byKey, opens: 'figures' }, 'command', { action: 'lock' }, FIGURES_ONLY],
  ])('K2 D21 D21b admits %s', (_name, more, access, body, said) => {
    expect(passes(() => requireAccess({ ...bySession, ...more }, access, body))).toBe(said);
  });

  it.each<[string, Partial<Actor>, CallAccess, string]>([
    ['some command', {}, 'command', 'passes'],
    ['no command', { permissions: [] }, 'command', WITHOUT],
    ['a call of its own', {}, 'session', 'passes'],
    ['a call of another role', {}, { roles: ['ADMIN'] }, WITHOUT],
  ])('K2 D9 before the body is read: %s', (_name, more, access, said) => {
    expect(passes(() => requireSomeAccess({ ...bySession, ...more }, access))).toBe(said);
  });

  it.each([
    [undefined, 'passes'],
    ['operator@example.com', 'passes'],
    [' Operator@Example.com ', 'passes'],
    ['', 'the body names another user than the token'],
    ['admin@example.com', 'the body names another user than the token'],
  ])('W4 D9 a body may name %j: %s', (user, said) => {
    expect(passes(() => requireOwnUser(bySession, user))).toBe(said);
  });
});
