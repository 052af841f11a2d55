import { createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';
import { standardOf } from '../../core/configuration/named-numbers.ts';
import { HOUR, isoTime, MINUTE } from '../../core/time/clock.ts';
import { audited, databases, failure, fresh, plainPasswords, rowsOf, shared, success } from '../../testing/index.ts';
import { settled } from '../../testing/dispatched-api.ts';
import { endsOf } from '../../testing/fixtures.ts';
import { createGate, type Gate } from '../../testing/gate.ts';
import { SHARED_KEY } from '../../testing/least-settings.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { begunBatch, claim, sendChunk, statusBody } from '../../testing/test-batch.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { ENROLLED, PASSWORD } from '../../testing/test-data.ts';
import { newMember, newSession, type Member } from '../../testing/test-member.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';
import { budgetTable } from '../budgets/index.ts';
import { addApp, beginLogin, endLogin, factorOptions } from '../second-factors/testing/test-factors.ts';

const REASON = 'Seen in a forum';
const SLOW_PASSWORD = 'a password that takes its time';
const NEW = 'green umbrella nine';
const [imei = '', second = ''] = ENROLLED;
let phones = 5_000_000_000;

type Row = Readonly<Record<string, unknown>>;

/** Gates that stop an admitted call before its body is read, and another call in the middle of its transaction. */
const stops: { call?: { readonly id: string; readonly gate: Gate }; hash?: Gate | undefined } = {};

async function stoppingCodec() {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
  const open: typeof codec.open = async (sealed, context) => {
    if (stops.call?.id === context.transactionId) await stops.call.gate.pass();
    return codec.open(sealed, context);
  };
  return { ...codec, open };
}

async function stoppingHash(password: string): Promise<string> {
  if (password === SLOW_PASSWORD) await stops.hash?.pass();
  return plainPasswords.hash(password);
}

/** Two accounts, one that contains the other, on a console that is started once or as two instances. */
describe.each(databases)('containment on $name', ({ startInstances }) => {
  const clock = new TestClock();
  const apis = shared(async () => {
    const started = await startInstances({
      ...factorOptions,
      factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'offered', USER: 'offered' },
      approvals: { policy: { release: 1, lock: 3 }, hours: 24 },
      budgets: standardOf(budgetTable),
      ...{ clock, codec: await stoppingCodec(), passwords: { ...plainPasswords, hash: stoppingHash } },
    });
    return started.map((one): TestApi => ({ ...one, clock }));
  });
  const [api, help] = endsOf(apis);
  const superadmin = fresh(async () => (await newMember(help, 'SUPERADMIN')).logIn());
  const owner = fresh(() => newMember(api, 'ADMIN'));
  beforeEach(() => clock.advance(MINUTE));

  const now = () => isoTime(clock.now());
  const contain = (email: string, more: object = {}, by = superadmin, transactionId = newTransactionId()) =>
    by.call('containAccount', { email, reason: REASON, ...more }, { transactionId });
  const newThief = async () => (await newSession(api, 'SUPERADMIN')).session;
  const newAdmin = async () => (await newSession(api, 'ADMIN')).session;
  const byKey = (token: string) => api.call('lockNotification', { imei, action: 'lock' }, { token });
  const homes = (...sessions: readonly Session[]) =>
    Promise.all(sessions.map(async (session) => (await session.call('homeData')).status));
  const logIn = async ({ email }: Pick<Member, 'email'>, password = PASSWORD) =>
    (await api.ask('login', { email, password }))['status'];
  const rowOf = async (email: string) =>
    (await superadmin.items('getUsers')).find((row) => row['email'] === email) ?? {};
  const newUser = () => {
    phones += 1;
    return { email: `made-${phones}@example.com`, phone: String(phones), permissions: [] };
  };
  const add = (session: Session, password = NEW) => {
    const body = newUser();
    return { email: body.email, reply: session.call('addUser', { ...body, password }) };
  };
  const commandsOf = ({ id }: Pick<Member, 'id'>) => rowsOf(api.store, 'commands', { account_id: id });
  const opened = async (email: string) =>
    api.session(email, (await api.ask('login', { email, password: NEW }))['token']);
  /** Lets the owner of a contained account in again, who chooses a password by the mailed link. */
  const letIn = async ({ email }: Pick<Member, 'email'>) => {
    const answer = await superadmin.ask('updateUserStatus', { email, status: 'ACTIVE' });
    const chosen = await api.ask('acceptInvitation', { token: help.linkTo(email), newPassword: NEW });
    expect(chosen).toMatchObject({ status: 'success' });
    return { answer, session: await opened(email) };
  };

  /** Decides the newest request that somebody sees. */
  const decide = async (as: Session, decision = 'approve') => {
    const [request] = await as.items('approvals');
    await as.call('decideApproval', { id: String(request?.['id']), decision, reason: 'No' });
  };

  it('S32 one call takes sessions, keys, half-open logins, links, password, factors, in one row of audit', async () => {
    const session = await owner.logIn();
    const own = await addApp(api, session, 'Phone');
    clock.advance(HOUR);
    const since = now();
    await addApp(api, session, 'Phone of a thief');
    const key = await session.newKey();
    const { challenge } = await beginLogin(api, owner);
    const reset = { ...(await api.forgot(owner.email)), newPassword: NEW };
    const id = newTransactionId();
    const { answer } = await contain(owner.email, { since }, superadmin, id);
    expect(answer).toMatchObject({
      ...{ status: 'success', since, sessions: 1, keys: 1, factors: 1, codes: 0, logins: 1, links: 1, sent: [] },
      ...{ accounts: [], cancelled: 0, batches: 0 },
      changes: ['confirmTotp.php', 'generate_key.php'].map((call) => ({ call, count: 1 })),
    });
    expect((await contain(owner.email, { since }, superadmin, id)).answer).toEqual(answer);
    const message = expect.stringContaining(`${owner.email} is contained. sessions ended: 1, `);
    const rows = await audited(help.store, { call: 'containAccount.php', email: superadmin.email });
    expect(rows).toMatchObject([{ outcome: 'success', said: { account: owner.email, reason: REASON, message } }]);
    expect([...(await homes(session)), (await byKey(key)).status]).toEqual([401, 401]);
    expect((await endLogin(api, challenge.ticket, { recoveryCode: own.codes[0] })).answer['status']).toBe('error');
    expect((await api.ask('resetPassword', reset))['status']).toBe('error');
    expect([await logIn(owner), await logIn(owner, NEW)]).toEqual(['error', 'error']);
    expect(await rowOf(owner.email)).toMatchObject({ contained: 'yes', userstatus: 'INACTIVE', second_factor: 'yes' });
    const again = (await contain(owner.email)).answer;
    expect(again).toMatchObject({ status: 'success', sessions: 0, keys: 0, factors: 1, codes: 10 });
    expect(help.mails.findLast(({ to }) => to === owner.email)?.text).toContain('in the wrong hands');
  });

  it('S32 superadmins alone contain, not themselves, with a reason, and no time that lies ahead', async () => {
    const admin = await owner.logIn();
    expect((await contain(superadmin.email, {}, admin)).status).toBe(403);
    for (const [email, more, text] of [
      [superadmin.email, {}, /^You cannot contain your own account\. Ask another superadmin/],
      ['nobody@example.com', {}, /^There is no such user/],
      [owner.email, { reason: ' ' }, /^Please give a reason/],
      [owner.email, { since: isoTime(new Date(clock.now().getTime() + HOUR)) }, /^The time lies ahead/],
    ] as const)
      expect((await contain(email, more)).answer['message']).toMatch(text);
    expect(await homes(admin)).toEqual([200]);
  });

  it('S32 of two superadmins who contain each other at the same moment one is left', async () => {
    const other = await newThief();
    const replies = await Promise.all([contain(other.email), contain(superadmin.email, {}, other)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await homes(superadmin, other)).toSorted()).toEqual([200, 401]);
  });

  it('S35 the accounts that it made since, and those that they made, are contained with it', async () => {
    const thief = await newThief();
    const before = add(thief);
    await before.reply;
    clock.advance(MINUTE);
    const since = now();
    const made = add(thief);
    await made.reply;
    await thief.call('changeRole', { email: made.email, role: 'ADMIN' });
    const next = await opened(made.email);
    await next.call('changePassword', { currentPassword: NEW, newPassword: `${NEW} of its own` });
    const invited = newUser();
    await next.call('inviteUser', invited);
    const left = (await contain(thief.email, { since, made: false })).answer['accounts'];
    expect(left).toEqual([{ email: made.email, contained: '' }]);
    expect(await homes(next)).toEqual([200]);
    const { answer } = await contain(thief.email, { since });
    expect(answer).toMatchObject({
      accounts: [made, invited].map(({ email }) => ({ email, contained: 'yes' })),
      changes: [
        { call: 'addUser.php', count: 1, named: [{ account: made.email }] },
        { call: 'changePassword.php', count: 1 },
        { call: 'changeRole.php', count: 1, named: [{ account: made.email, at: expect.any(String) }] },
        { call: 'inviteUser.php', count: 1, named: [{ account: invited.email }] },
      ],
    });
    expect(await homes(next)).toEqual([401]);
    const accepted = await api.ask('acceptInvitation', { token: api.linkTo(invited.email), newPassword: NEW });
    expect(accepted['status']).toBe('error');
    expect([await logIn(made, NEW), await logIn(before, NEW)]).toEqual(['error', 'success']);
  });

  it('S36 C11 a superadmin alone lets the owner in again, by a mailed link; a pause and the rest stay', async () => {
    const session = await owner.logIn();
    const key = await session.newKey();
    const pause = { account_id: owner.id, paused_at: now(), why: 'far more than usual', lifted_at: null };
    await api.store.db.insertInto('command_pauses').values(pause).execute();
    await contain(owner.email);
    const refusal = 'A superadmin has contained this account. Only a superadmin can let it in again.';
    const letting = { email: owner.email, status: 'ACTIVE' };
    expect(await (await newAdmin()).ask('updateUserStatus', letting)).toEqual(failure(refusal));
    const again = await letIn(owner);
    const link = `A link to choose a password is on its way to ${owner.email}.`;
    const rest = 'Sending is still paused; lift the pause under Operations';
    expect(again.answer).toEqual(success(`User is ACTIVE now. ${link} ${rest}`));
    expect(await rowOf(owner.email)).toMatchObject({ contained: '', userstatus: 'ACTIVE', invitation: '' });
    expect([...(await homes(again.session, session)), (await byKey(key)).status]).toEqual([200, 401, 401]);
    expect(await logIn(owner)).toBe('error');
  });

  it.each([
    ['lockNotification', { imei, action: 'lock' }],
    ['generateKey', { key_name: 'ERP' }],
  ] as const)('S33 %s that was let in before and is carried out after is refused', async (name, body) => {
    const session = await owner.logIn();
    const gate = createGate();
    const id = newTransactionId();
    stops.call = { id, gate };
    const late = session.call(name, { ...body, user_id: session.email }, { transactionId: id });
    await gate.reached;
    await contain(owner.email);
    gate.open();
    expect((await late).status).toBe(401);
    expect(await commandsOf(owner)).toEqual([]);
    expect(await rowsOf(api.store, 'api_keys', { account_id: owner.id })).toEqual([]);
    const detail = expect.stringContaining('the access was taken away while the call was under way');
    expect(await audited(api.store, { transaction_id: id })).toMatchObject([{ detail }]);
  });

  it('S33 S35 what is in the middle of being written is waited for, and taken with the rest', async () => {
    const session = await owner.logIn();
    const gate = createGate();
    stops.hash = gate;
    const { email, reply } = add(session, SLOW_PASSWORD);
    await gate.reached;
    const containing = contain(owner.email);
    if (apis.length > 1) await waitsForLock(help.store.db, containing);
    gate.open();
    stops.hash = undefined;
    expect((await reply).answer).toMatchObject({ status: 'success' });
    expect((await containing).answer['accounts']).toEqual([{ email, contained: 'yes' }]);
    expect(await logIn({ email }, SLOW_PASSWORD)).toBe('error');
  });

  it('S33 S34 of many calls at the same moment each was before and is cancelled, or after and refused', async () => {
    const session = await owner.logIn();
    const key = await session.newKey();
    const asked = ENROLLED.flatMap((device, index) => [
      ...[session.send(device), byKey(key)],
      ...(index % 3 === 0 ? [session.call('generateKey', { key_name: 'X', user_id: owner.email })] : []),
    ]);
    const containing = contain(owner.email);
    const replies = await Promise.all([...asked, session.send(imei), byKey(key)]);
    const { answer } = await containing;
    expect(replies.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    await api.worker.runOnce();
    const commands = await commandsOf(owner);
    expect(commands.filter(({ status }) => status !== 'cancelled')).toEqual([]);
    expect(commands).toHaveLength(Number(answer['cancelled']));
    expect(await rowsOf(api.store, 'api_keys', { account_id: owner.id, revoked_at: null })).toEqual([]);
  });

  it('S34 what waits is cancelled, and what phones may have got is counted by its kind', async () => {
    const session = await owner.logIn();
    await session.send(imei);
    await settled(api);
    await session.send(second);
    const { answer } = await contain(owner.email);
    expect(answer).toMatchObject({ cancelled: 1, sent: [{ action: 'lock', count: 1 }] });
    const failure = `Cancelled by ${superadmin.email}, who has contained ${owner.email}`;
    expect(await commandsOf(owner)).toMatchObject([
      { imei, handed_at: expect.any(String) },
      { imei: second, status: 'cancelled', handed_at: null, failure },
    ]);
    clock.advance(1);
    expect((await contain(owner.email, { since: now() })).answer).toMatchObject({ cancelled: 0, sent: [] });
  });

  it('S34 its unfinished batches are held until somebody takes them over, its requests are refused', async () => {
    const session = await owner.logIn();
    const { batch, run } = await begunBatch(session, ENROLLED.slice(0, 2));
    const id = newTransactionId();
    await session.send(imei, 'release', id);
    expect((await contain(owner.email)).answer).toMatchObject({ batches: 1, requests: 1 });
    const { session: later } = await letIn(owner);
    const held = await sendChunk(later, batch, batch.items, run);
    const message = `This batch is with ${superadmin.email} now (held, because its account is contained). `;
    expect(held).toMatchObject({ status: 409, answer: { message: `${message}Nothing was done here.` } });
    const refusal = 'has not approved this: The account of who asked is contained. Nothing was sent.';
    expect((await later.send(imei, 'release', id)).answer).toEqual(failure(`${superadmin.email} ${refusal}`));
    const [taker, next] = [await newAdmin(), newTransactionId()];
    expect((await claim(taker, batch, next, { takeOver: true })).answer).toMatchObject({ run: next });
    expect((await sendChunk(taker, batch, batch.items, next)).status).toBe(200);
  });

  it('S34 what it approved of the batches of others waits for another second person', async () => {
    const [asker, decider] = [await newAdmin(), await owner.logIn()];
    const { batch, run } = await begunBatch(asker, ENROLLED.slice(0, 4));
    await decide(decider);
    expect((await sendChunk(asker, batch, batch.items.slice(0, 1), run)).status).toBe(200);
    const { answer } = await contain(owner.email);
    const named = [{ account: asker.email, what: expect.stringMatching(/^lock [\w-]+: approved, waits again$/) }];
    expect(answer).toMatchObject({ withdrawn: 1, changes: [{ call: 'decideApproval.php', count: 1, named }] });
    expect((await sendChunk(asker, batch, batch.items.slice(1), run)).answer).toMatchObject({ reason: 'approval' });
    await decide(superadmin);
    expect((await sendChunk(asker, batch, batch.items.slice(1), run)).status).toBe(200);
  });

  it('S34 of all that it decided only unfinished batches that it approved since then wait again', async () => {
    const [asker, other, decider] = [await newAdmin(), await newAdmin(), await owner.logIn()];
    const begin = () => begunBatch(asker, ENROLLED.slice(0, 4));
    const states = async () =>
      (await asker.items('approvals')).flatMap((row) =>
        row['own'] === 'yes' ? `${row['action']} ${row['state']}` : [],
      );
    await begin();
    await decide(decider);
    clock.advance(HOUR);
    const since = now();
    for (const [by, decision] of [
      [decider, 'approve'],
      [decider, 'refuse'],
      [other, 'approve'],
    ] as const) {
      await begin();
      await decide(by, decision);
    }
    const { batch, run } = await begin();
    await decide(decider);
    await sendChunk(asker, batch, batch.items, run);
    await asker.ask('updateStatusOnServer', statusBody(batch, 'complete'));
    await asker.send(imei, 'release');
    await decide(decider);
    await asker.send(second, 'release');
    const { answer } = await contain(owner.email, { since });
    expect(answer).toMatchObject({ withdrawn: 1, requests: 0, changes: [{ call: 'decideApproval.php', count: 4 }] });
    expect(await states()).toEqual([
      ...['release waiting', 'release approved'],
      ...['lock approved', 'lock approved', 'lock refused', 'lock waiting', 'lock approved'],
    ]);
  });

  it('S35 what it decided, and what it did to others, is named with what puts it back', async () => {
    const [asker, thief] = [await newAdmin(), await newThief()];
    const [disabled, raised] = [await newMember(api, 'USER'), await newMember(api, 'USER')];
    const before = { id: String(raised.id), email: raised.email, phone: raised.phone };
    await asker.newKey();
    const [owned] = await asker.items('viewKeys');
    const key = String(owned?.['id']);
    const [approved = '', refused = ''] = ENROLLED.slice(-2);
    for (const decision of ['approve', 'refuse']) {
      await asker.send(decision === 'approve' ? approved : refused, 'release');
      await decide(thief, decision);
    }
    for (let time = 0; time < 2; time += 1)
      await thief.call('updateUserStatus', { email: disabled.email, status: 'INACTIVE' });
    await thief.call('updateUser', { ...before, permissions: [1] });
    await thief.call('changeRole', { email: raised.email, role: 'ADMIN' });
    await thief.call('updateKeyStatus', { keyId: key, status: 'inactive' });
    await thief.call('operationsDispatch', { dispatch: 'paused', reason: 'To do harm' });
    const changes = (await contain(thief.email)).answer['changes'] as Row[];
    const one = (account: string, what: string, putBack?: Row) => ({ at: expect.any(String), account, what, putBack });
    const enabling = { call: 'updateUserStatus', email: disabled.email, status: 'ACTIVE' };
    const activating = { call: 'updateKeyStatus', keyId: key, name: 'ERP', status: 'active' };
    const lowering = { call: 'changeRole', email: raised.email, role: 'USER' };
    const resuming = { call: 'operationsDispatch', dispatch: 'running' };
    const renewing = { call: 'updateUser', ...before, permissions: [], names: expect.any(String) };
    const named = {
      'changeRole.php': [one(raised.email, `${raised.email} is ADMIN now`, lowering)],
      'keymanagement/update_key_status.php': [one(asker.email, 'inactive ERP: API key is inactive now', activating)],
      'operationsDispatch.php': [one('', 'Dispatch is paused. To do harm', resuming)],
      'updateUser.php': [one(raised.email, 'User updated successfully', renewing)],
      'updateUserStatus.php': [enabling, undefined].map((back) =>
        one(disabled.email, 'INACTIVE: User is INACTIVE now', back),
      ),
      'decideApproval.php': [`release ${approved}: approved`, `release ${refused}: refused`].map((what) =>
        one(asker.email, what),
      ),
    };
    expect(changes).toEqual(Object.entries(named).map(([call, all]) => ({ call, count: all.length, named: all })));
    await superadmin.call('operationsDispatch', { dispatch: 'running', reason: 'Put back' });
    await superadmin.call('changeRole', { email: raised.email, role: 'USER' });
    const again = (await contain(thief.email)).answer['changes'] as Row[];
    const offered = again.flatMap(({ named }) => (named as Row[]).map(({ putBack }) => (putBack as Row)?.['call']));
    expect(offered.filter((call) => call !== undefined)).toEqual(['updateKeyStatus', 'updateUser', 'updateUserStatus']);
  });
});
