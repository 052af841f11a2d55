import { APPROVALS_PERMISSION } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { expireApprovals, needsApproval, refusalText } from './ask-approval.ts';
import { awaitCalls } from '../../core/store/accounts.ts';
import { permitOnly } from '../../core/store/permissions.ts';
import { listPermissions } from '../../core/store/permissions.ts';
import type { SessionEnd } from '../../core/store/schema.ts';
import { inTransaction } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';
import { audited, databases, fresh, rowsOf, shared, startTestApi, type Session } from '../../testing/index.ts';
import {
  beginBatch,
  begunBatch,
  claim,
  factsOf,
  registerBatch,
  sendChunk,
  sendSingle,
  statusBody,
} from '../../testing/test-batch.ts';
import { ENROLLED, PASSWORD, RELEASED, UNKNOWN } from '../../testing/test-data.ts';
import { newFilledFile } from '../../testing/test-run.ts';
import { newMember, newSession, type Member } from '../../testing/test-member.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';

const message = 'This command waits for the approval of a second person. Nothing has been sent yet.';
const WAITING = { status: 'error', reason: 'approval', message };

type Row = Readonly<Record<string, unknown>>;

const ACCESS_ENDED = 'The access of who asked was taken away after that. Nothing was sent; they can ask again.';

describe.each(databases)('a second person on $name', ({ name, start }) => {
  const api = shared(() => start({ approvals: { policy: { ALL: 1, release: 1, any: 5 }, hours: 24 } }));
  const asker = fresh(() => newMember(api, 'ADMIN'));
  const asking = fresh(() => asker.logIn());
  const deciding = fresh(async () => (await newMember(api, 'ADMIN')).logIn());
  let used = 0;

  const device = () => ENROLLED[used++ % ENROLLED.length] ?? '';
  const release = async (as: Session, imei: string, id?: string) => (await as.send(imei, 'release', id)).answer;
  const newestOf = async (as: Session): Promise<Row> => (await as.items('approvals'))[0] ?? {};
  const decide = async (as: Session, decision: string, reason = 'No', id?: unknown) =>
    as.ask('decideApproval', { id: String(id ?? (await newestOf(as))['id']), decision, reason });
  /** Asks to release a device; returns the request. */
  async function ask(as: Session = asking, reading = as) {
    const [imei, id] = [device(), newTransactionId()];
    const again = () => release(as, imei, id);
    expect(await again()).toEqual(WAITING);
    return { imei, id, again, request: (await newestOf(reading))['id'] };
  }
  const commandsOf = ({ id }: Member) => rowsOf(api.store, 'commands', { account_id: id });
  const permit = ({ id }: Member, ...names: readonly string[]) => permitOnly(api.store.db, id, names);
  async function releaser() {
    const made = await newSession(api, 'USER');
    await permit(made.member, 'Release Device');
    return made;
  }

  it('C12 keeps a command that the setting names, sends nothing, and the same again waits once', async () => {
    const { imei, again } = await ask();
    expect(await again()).toEqual(WAITING);
    expect(await asking.send(imei, 'release')).toMatchObject({ status: 200, answer: WAITING });
    expect(await commandsOf(asker)).toEqual([]);
    const request = { asker: asker.email, action: 'release', imei, devices: 1, state: 'waiting' };
    expect((await asking.items('approvals')).filter(({ own }) => own === 'yes')).toMatchObject([request]);
    const waiting = async (as: Session) => Number((await as.ask('commandUse'))['waiting']);
    expect(await waiting(deciding)).toBeGreaterThanOrEqual(1);
    expect(await waiting(asking)).toBe((await waiting(deciding)) - 1);
    expect((await asking.send(imei)).answer['status']).toBe('success');
    await decide(deciding, 'refuse');
  });

  it.each([
    [UNKNOWN, 'No device with IMEI'],
    [RELEASED, 'is released and takes no more commands'],
  ])('C12 what could not be sent anyway is refused now: %s', async (imei, message) => {
    expect((await release(asking, imei))['message']).toContain(message);
    expect((await newestOf(asking))['imei']).not.toBe(imei);
  });

  it('C15 is of use to who may decide, or has asked for something', async () => {
    const use = async (as: Session) => (await as.ask('commandUse'))['approvals'];
    const { session } = await releaser();
    expect([await use(deciding), await use(session)]).toEqual(['yes', '']);
    await release(session, device());
    expect(await use(session)).toBe('yes');
    expect(await session.ask('approvals')).toMatchObject({ off: '' });
    await decide(deciding, 'refuse');
    expect(await use(session)).toBe('yes');
  });

  it('C13 an approved command is carried out once under its own id, and names both people', async () => {
    const { imei, id, again, request } = await ask();
    const second = await (await newMember(api, 'ADMIN')).logIn();
    const decisions = await Promise.all([deciding, second].map((as) => decide(as, 'approve', '', request)));
    expect(decisions.map(({ status }) => status).toSorted()).toEqual(['error', 'success']);
    const winner = decisions[0]?.['status'] === 'success' ? deciding.email : second.email;
    const command = { transaction_id: id, imei, user_email: asker.email, approved_by: winner, interface: 'S' };
    expect(await commandsOf(asker)).toMatchObject([command]);
    expect(await again()).toEqual({ status: 'success', message: 'Release Device initiated  successfully.' });
    expect(await commandsOf(asker)).toHaveLength(1);
    expect(await newestOf(asking)).toMatchObject({ state: 'approved', decider: winner });
    const done = (await audited(api.store, { transaction_id: id, outcome: 'success' })).at(-1);
    expect(done).toMatchObject({ email: asker.email, detail: expect.stringContaining(`Approved by ${winner}`) });
  });

  it('C13 who asked never decides, by session or key, nor does anybody without the right', async () => {
    const imei = device();
    expect(await release(api.session(asker.email, await asking.newKey()), imei)).toEqual(WAITING);
    const { id: request, ...more } = await newestOf(asking);
    expect(more).toMatchObject({ own: 'yes', via: 'key' });
    const message = 'You asked for this yourself. Somebody else has to decide.';
    expect(await decide(asking, 'approve', '', request)).toMatchObject({ message });
    const { member: viewer, session: looking } = await newSession(api, 'USER');
    expect((await looking.call('decideApproval', { id: String(request), decision: 'approve' })).status).toBe(403);
    expect(await looking.items('approvals')).toEqual([]);
    await permit(viewer, APPROVALS_PERMISSION);
    expect(await decide(looking, 'approve', '', request)).toMatchObject({ status: 'success' });
    expect(await commandsOf(asker)).toMatchObject([{ imei, interface: 'A', approved_by: viewer.email }]);
  });

  it.each([
    ['disabled', 'The account of who asked is disabled or deleted. Nothing was sent.'],
    ['without the permission', 'Who asked may not send this command any more.'],
  ])('C13 of an account that is %s before the approval nothing is sent, for good', async (how, why) => {
    const { member, session } = await releaser();
    const { id, request } = await ask(session);
    const disabling = { email: member.email, status: 'INACTIVE' };
    if (how === 'disabled') await (await api.as('superadmin')).call('updateUserStatus', disabling);
    else await permit(member);
    expect(await decide(deciding, 'approve', '', request)).toEqual({ status: 'error', message: why });
    expect(await newestOf(deciding)).toMatchObject({ state: 'failed', why });
    const told = `${deciding.email} has approved this, but it could not be sent: ${why}`;
    const nothing = why.includes('Nothing was sent.') ? '' : ' Nothing was sent.';
    const kept = await audited(api.store, { transaction_id: id, outcome: 'error' });
    expect(kept.at(-1)).toMatchObject({ email: member.email, detail: JSON.stringify({ message: told + nothing }) });
    expect(await decide(deciding, 'approve', '', request)).toMatchObject({ status: 'error' });
    expect(await commandsOf(member)).toEqual([]);
  });

  const superadmin = fresh(() => api.as('superadmin'));
  const sessionsOf = (session: Session) => session.items('ownSessions');
  const ends: [string, boolean, (session: Session, member: Member) => Promise<unknown>][] = [
    ['logged out by an admin', false, (_session, { email }) => superadmin.ask('updateLoginStatus', { email })],
    [
      'logged out by an admin once that session had reached its end',
      false,
      async (_session, { email }) => {
        api.clock.advance(9 * HOUR);
        await (await newSession(api, 'ADMIN')).session.ask('updateLoginStatus', { email });
      },
    ],
    [
      'enabled again after it was disabled',
      false,
      async (_session, { email }) => {
        await superadmin.ask('updateUserStatus', { email, status: 'INACTIVE' });
        await superadmin.ask('updateUserStatus', { email, status: 'ACTIVE' });
      },
    ],
    [
      'whose owner ended that session',
      false,
      async (session, member) => {
        const [asked] = (await sessionsOf(session)).filter(({ own }) => own === 'yes');
        await (await member.logIn()).ask('endSessions', { sessionId: String(asked?.['id']) });
      },
    ],
    [
      'whose owner changed the password from another session',
      false,
      async (_session, member) =>
        (await member.logIn()).ask('changePassword', { currentPassword: PASSWORD, newPassword: 'green umbrella nine' }),
    ],
    ['that logged out by itself', true, (session) => session.ask('logout')],
    [
      'whose other session was ended by its owner',
      true,
      async (session, member) => {
        await member.logIn();
        const [other] = (await sessionsOf(session)).filter(({ own }) => own !== 'yes');
        await session.ask('endSessions', { sessionId: String(other?.['id']) });
      },
    ],
    [
      'that another is logged out beside',
      true,
      async () => {
        const { email } = await newMember(api, 'USER');
        await superadmin.ask('updateLoginStatus', { email });
      },
    ],
  ];

  it.each(ends)('C13 a request of an account %s is carried out: %j', async (_title, isCarriedOut, end) => {
    const { member, session } = await releaser();
    const { request } = await ask(session);
    await end(session, member);
    const answer = await decide((await newSession(api, 'ADMIN')).session, 'approve', '', request);
    expect(answer).toMatchObject(isCarriedOut ? { status: 'success' } : { status: 'error', message: ACCESS_ENDED });
    expect(await commandsOf(member)).toHaveLength(isCarriedOut ? 1 : 0);
  });

  const reasons: [SessionEnd, boolean, boolean][] = [
    ['logout', true, true],
    ['idle', true, true],
    ['too many', true, true],
    ['new role', true, true],
    ['ended by its owner', false, true],
    ['new password', false, true],
    ['changed factors', false, true],
    ['forced logout', false, false],
    ['disabled', false, false],
    ['closed', false, false],
    ['contained', false, false],
  ];
  const ended = reasons.flatMap(([why, ofAsking, ofAnother]) => [
    [why, 'that session', 0, ofAsking] as const,
    [why, 'another session', 0, ofAnother] as const,
    [why, 'that session', -1, true] as const,
    [why, 'another session', -1, true] as const,
  ]);

  it.each(ended)(
    'C13 once for "%s" %s ended, %i milliseconds after the request, it is carried out: %j',
    async (...row) => {
      const [ended_because, which, after, isCarriedOut] = row;
      const { member, session } = await newSession(api, 'ADMIN');
      const { request } = await ask(session);
      await member.logIn();
      const [own, another] = await rowsOf(api.store, 'sessions', { account_id: member.id });
      const id = (which === 'that session' ? own : another)?.id ?? 0;
      const end = { ended_because, revoked_at: isoAfter(api.clock.now(), after) };
      await api.store.db.updateTable('sessions').set(end).where('id', '=', id).execute();
      const answer = await decide(deciding, 'approve', '', request);
      expect(answer).toMatchObject(isCarriedOut ? { status: 'success' } : { status: 'error', message: ACCESS_ENDED });
    },
  );

  const KEY_ENDED = 'The API key that asked opens nothing any more. Nothing was sent.';
  const deactivate = async (session: Session, { id }: Member, at: 0 | -1) => {
    const key = (await rowsOf(api.store, 'api_keys', { account_id: id })).at(at);
    return session.ask('updateKeyStatus', { keyId: String(key?.id), status: 'inactive' });
  };
  const endsOfKey: [string, boolean, (session: Session, member: Member) => Promise<unknown>][] = [
    ['that was deactivated', false, (session, member) => deactivate(session, member, -1)],
    [
      'that was deactivated beside another',
      false,
      (session, member) => session.newKey().then(() => deactivate(session, member, 0)),
    ],
    ['that was revoked', false, (_session, { email }) => superadmin.ask('revokeKeys', { email })],
    ['that has reached its end', false, async () => api.clock.advance(23 * HOUR)],
    [
      'beside which another was deactivated',
      true,
      (session, member) => session.newKey().then(() => deactivate(session, member, -1)),
    ],
    ['whose owner has logged out', true, (session) => session.ask('logout')],
    [
      'whose owner was logged out by an admin',
      true,
      (_session, { email }) => superadmin.ask('updateLoginStatus', { email }),
    ],
  ];

  it.each(endsOfKey)('C13 K3 a request of an API key %s is carried out: %j', async (_title, isCarriedOut, end) => {
    const { member, session } = await newSession(api, 'ADMIN');
    const token = await session.newKey({ days: 1 });
    api.clock.advance(HOUR);
    const { request } = await ask(api.session(member.email, token), session);
    await end(session, member);
    const answer = await decide((await newSession(api, 'ADMIN')).session, 'approve', '', request);
    expect(answer).toMatchObject(isCarriedOut ? { status: 'success' } : { status: 'error', message: KEY_ENDED });
    expect(await commandsOf(member)).toHaveLength(isCarriedOut ? 1 : 0);
  });

  it('C13 S34 an approval that was withdrawn names nobody any more', async () => {
    const { session } = await newSession(api, 'SUPERADMIN');
    await begunBatch(asking, ENROLLED);
    await decide(session, 'approve', '');
    expect(await newestOf(asking)).toMatchObject({ state: 'approved', decider: session.email });
    await superadmin.ask('containAccount', { email: session.email, reason: 'Seen in a forum' });
    expect(await newestOf(asking)).toMatchObject({ state: 'waiting', decider: '' });
  });

  it('C14 of a list of an account that was logged out by an admin nothing is sent', async () => {
    const { batch, run } = await begunBatch(asking, ENROLLED);
    const request = (await newestOf(deciding))['id'];
    await superadmin.ask('updateLoginStatus', { email: asker.email });
    expect(await decide(deciding, 'approve', '', request)).toEqual({ status: 'error', message: ACCESS_ENDED });
    const later = await asker.logIn();
    const { answer } = await sendChunk(later, batch, batch.items, run);
    expect((answer['items'] as Row[]).map(({ outcome }) => outcome)).toEqual(ENROLLED.map(() => 'refused'));
    expect(await commandsOf(asker)).toEqual([]);
  });

  it.each(['Still in arrears', 'Still in arrears.'])(
    'C13 a refusal is final, and the same call is told who refused and why: %s',
    async (why) => {
      const { again, request } = await ask();
      expect(await decide(deciding, 'refuse', why)).toMatchObject({ status: 'success' });
      const told = `${deciding.email} has not approved this: Still in arrears. Nothing was sent.`;
      expect(api.mails.at(-1)).toMatchObject({ to: asker.email, text: expect.stringContaining(told) });
      expect(await again()).toEqual({ status: 'error', message: told });
      expect(await decide(deciding, 'approve', '', request)).toMatchObject({ status: 'error' });
      expect(await commandsOf(asker)).toEqual([]);
    },
  );

  it('C13 what nobody decides within its hours expires', async () => {
    const { imei, id, request } = await ask();
    api.clock.advance(DAY);
    const [later, other] = [await asker.logIn(), await (await newMember(api, 'ADMIN')).logIn()];
    expect(await newestOf(later)).toMatchObject({ state: 'expired' });
    const over = 'This request is expired already. Please reload the list.';
    expect(await decide(other, 'approve', '', request)).toMatchObject({ message: over });
    await expireApprovals(api.store.db, api.clock);
    const message = 'Nobody approved this in time. Nothing was sent; ask again.';
    expect(await release(later, imei, id)).toEqual({ status: 'error', message });
    expect(await release(later, imei)).toEqual(WAITING);
    await decide(other, 'refuse');
  });

  it('C13 nothing expires that is decided or that may still be decided', async () => {
    const requests = [await ask(), await ask()];
    await decide(deciding, 'approve', '');
    api.clock.advance(DAY / 2);
    requests.push(await ask(await asker.logIn()));
    api.clock.advance(DAY / 2);
    await expireApprovals(api.store.db, api.clock);
    const rows = await rowsOf(api.store, 'approvals', { account_id: asker.id });
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      [requests[0]?.request, 'expired'],
      [requests[1]?.request, 'approved'],
      [requests[2]?.request, 'waiting'],
    ]);
  });

  it('C13 a request whose approval breaks off for no reason of its own can be approved later', async () => {
    const { request } = await ask();
    // A request's body never changes otherwise.
    const put = (body: string) => sql`update approvals set body = ${body} where id = ${request}`.execute(api.store.db);
    const [{ body } = { body: '' }] = await rowsOf(api.store, 'approvals', { id: Number(request) });
    await put(JSON.stringify({ action: 'release', imei: 5 }));
    const decision = { id: String(request), decision: 'approve' };
    expect((await deciding.call('decideApproval', decision)).status).toBe(500);
    expect(await newestOf(asking)).toMatchObject({ id: request, state: 'waiting' });
    await put(body);
    expect(await decide(deciding, 'approve', '', request)).toMatchObject({ status: 'success' });
    expect(await commandsOf(asker)).toHaveLength(1);
  });

  if (name === 'PostgreSQL')
    it.each([
      ['who asked', true, 200, 'The account of who asked is disabled or deleted. Nothing was sent.'],
      ['who decides', true, 401, ''],
      ['somebody else', false, 200, 'Approved and sent'],
    ])('C13 S33 an approval waits while the account of %s is being disabled: %j', async (...row) => {
      const [whose, waits, status, message] = row;
      const { member, session } = await releaser();
      const decider = await newSession(api, 'ADMIN');
      const accounts = [member, decider.member, await newMember(api, 'USER')];
      const { id = 0 } = accounts[['who asked', 'who decides', 'somebody else'].indexOf(whose)] ?? {};
      const { request } = await ask(session);
      const decision = { id: String(request), decision: 'approve' };
      const reply = await inTransaction(api.store.db, async (held) => {
        await awaitCalls(held, id);
        await held.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
        const approving = decider.session.call('decideApproval', decision);
        expect(await waitsForLock(api.store.db, approving)).toBe(waits);
        return { approving };
      });
      const { status: answered, answer } = await reply.approving;
      expect([answered, answer['message'] ?? '']).toEqual([status, expect.stringContaining(message)]);
      expect(await commandsOf(member)).toHaveLength(waits ? 0 : 1);
    });

  it('C13 a request that is not there is not decided, in words', async () => {
    const message = 'There is no such request. Please reload the list.';
    expect(await decide(deciding, 'approve', '', 999_999)).toEqual({ status: 'error', message });
  });

  it('C12 C13 a command to ALL waits for another superadmin', async () => {
    const [one, other] = [await newSession(api, 'SUPERADMIN'), await newSession(api, 'SUPERADMIN')];
    const toAll = { imei: 'ALL', action: 'REBOOT', reason: 'Night window' };
    expect(await one.session.ask('adminLockNotification', toAll)).toEqual(WAITING);
    expect(await decide(other.session, 'approve', '')).toMatchObject({ status: 'success' });
    expect(await commandsOf(one.member)).toMatchObject([{ imei: 'ALL', approved_by: other.member.email }]);
  });

  const told = 'The list of this batch was put before a second person and cannot be another. Begin a new batch.';

  it('C14 a batch is sent only after its list was approved, and no other list is, begun or not', async () => {
    const batch = await registerBatch(asking, ENROLLED);
    const another = (imeis: readonly string[]) =>
      asking.ask('updateCommandOnServer', { imeilist: imeis.join(), action: 'lock', batchId: batch.batchId });
    const refusal = { status: 'error', message: told };
    expect(await another(ENROLLED.toReversed())).toEqual(refusal);
    const run = await beginBatch(asking, batch);
    const refused = await sendChunk(asking, batch, batch.items, run);
    expect(refused).toMatchObject({ status: 429, answer: { status: 'error', reason: 'approval' } });
    expect(refused.headers['retry-after']).toBe('30');
    const single = { row: 1, imei: '', transactionId: '', ...batch.items[0] };
    expect((await sendSingle(asking, batch, single, run)).status).toBe(429);
    expect(await another([...ENROLLED, UNKNOWN])).toMatchObject({ status: 'error' });
    expect(await newestOf(deciding)).toMatchObject({ batchId: batch.batchId, devices: 8, action: 'lock', imei: '' });
    expect(await decide(deciding, 'approve', '')).toMatchObject({ status: 'success' });
    const { answer } = await sendChunk(asking, batch, batch.items, run);
    expect((answer['items'] as Row[]).map(({ message }) => message)).toEqual(ENROLLED.map(() => 'found'));
    const approved = ENROLLED.map((imei) => ({ imei, approved_by: deciding.email }));
    expect(await commandsOf(asker)).toMatchObject(approved);
    await sendChunk(asking, batch, batch.items, run);
    expect(await commandsOf(asker)).toHaveLength(ENROLLED.length);
  });

  const others: [string, readonly string[], string, object][] = [
    ['of the same phones in another order', ENROLLED.toReversed(), 'lock', { message: told }],
    ['of as many phones, one of them another', [...ENROLLED.slice(1), UNKNOWN], 'lock', { message: told }],
    ['of more phones', [...ENROLLED, UNKNOWN], 'lock', { message: told }],
    ['of fewer phones', ENROLLED.slice(1), 'lock', { message: told }],
    ['for another command', ENROLLED, 'unlock', { message: told }],
    ['that is the same', ENROLLED, 'lock', { status: 'success' }],
  ];

  it.each(others)('C14 the approval of a list is for none %s', async (_what, imeis, action, answer) => {
    const { batchId } = await registerBatch(asking, ENROLLED);
    expect(await decide(deciding, 'approve', '')).toMatchObject({ status: 'success' });
    const list = { imeilist: imeis.join(), action, batchId };
    expect(await asking.ask('updateCommandOnServer', list)).toMatchObject(answer);
    const other = await registerBatch(asking, imeis, action, batchId);
    const run = newTransactionId();
    await claim(asking, other, run, { batch: factsOf(other) });
    await sendChunk(asking, other, other.items, run);
    const sent = (await commandsOf(asker)).map((row) => `${row.action} ${row.imei}`);
    expect(sent).toEqual('status' in answer ? ENROLLED.map((imei) => `lock ${imei}`) : []);
  });

  it('C14 the approval of a list is for who asked, not for another with the same batch', async () => {
    const { batchId } = await registerBatch(asking, ENROLLED);
    expect(await decide(deciding, 'approve', '')).toMatchObject({ status: 'success' });
    const { member, session } = await newSession(api, 'ADMIN');
    const { batch, run } = await begunBatch(session, ENROLLED, 'lock', batchId);
    expect(await sendChunk(session, batch, batch.items, run)).toMatchObject({ status: 429 });
    expect([await commandsOf(asker), await commandsOf(member)]).toEqual([[], []]);
    expect(await newestOf(deciding)).toMatchObject({ asker: member.email, state: 'waiting' });
    await decide(deciding, 'refuse');
  });

  it('C14 the approval of a batch is not for the next one with the same list', async () => {
    await registerBatch(asking, ENROLLED);
    expect(await decide(deciding, 'approve', '')).toMatchObject({ status: 'success' });
    const { batch, run } = await begunBatch(asking, ENROLLED);
    expect(await sendChunk(asking, batch, batch.items, run)).toMatchObject({ status: 429 });
    expect(await commandsOf(asker)).toEqual([]);
  });

  it.each([
    [4, true],
    [5, false],
  ])('C12 C14 a list of %i phones, where 5 need a second person, is sent at once: %j', async (phones, isSent) => {
    const before = await newestOf(deciding);
    const { batch, run } = await begunBatch(asking, ENROLLED.slice(0, phones));
    expect((await sendChunk(asking, batch, batch.items, run)).status).toBe(isSent ? 200 : 429);
    expect(await commandsOf(asker)).toHaveLength(isSent ? phones : 0);
    const newest = await newestOf(deciding);
    if (isSent) expect(newest).toEqual(before);
    else expect(newest).toMatchObject({ batchId: batch.batchId, state: 'waiting' });
  });

  const register = (as: Session, devices: number, action = 'lock') =>
    as.ask('updateCommandOnServer', { imeilist: ENROLLED.slice(0, devices).join(), action });
  const lists: [string, boolean, () => Promise<unknown>][] = [
    ['no list', true, async () => undefined],
    ['a short list', true, () => register(asking, 4)],
    ['a long list', false, () => register(asking, 5)],
    ['a long list, and then a short one', true, () => register(asking, 5).then(() => register(asking, 4))],
    ['a short list, and then a long one', false, () => register(asking, 4).then(() => register(asking, 5))],
    ['a long list of another command', true, () => register(asking, 5, 'unlock')],
    ['a long list of a batch', true, () => registerBatch(asking, ENROLLED)],
    ['a long list of somebody else', true, () => register(deciding, 5)],
  ];

  it.each(lists)('C14 D17a an item without a batch, of who has registered %s, is sent: %j', async (...row) => {
    const [, isSent, before] = row;
    await before();
    const item = { imei: device(), action: 'lock', filename: 'a.csv' };
    expect(await asking.ask('getImeiDetails', item)).toMatchObject({ status: isSent ? 'success' : 'error' });
    expect(await commandsOf(asker)).toHaveLength(isSent ? 1 : 0);
  });

  it('C14 D17b who takes over a batch that waits sends nothing of it until it is approved', async () => {
    const { batch } = await begunBatch(asking, ENROLLED);
    const { member, session } = await newSession(api, 'ADMIN');
    const run = newTransactionId();
    await claim(session, batch, run, { takeOver: true });
    expect(await sendChunk(session, batch, batch.items, run)).toMatchObject({ status: 429 });
    expect(await commandsOf(member)).toEqual([]);
    await decide(deciding, 'approve', '');
    expect(await sendChunk(session, batch, batch.items, run)).toMatchObject({ status: 200 });
    expect(await commandsOf(member)).toHaveLength(ENROLLED.length);
  });

  it.each([
    ['approved in time is sent', 'approve', ENROLLED.length, ''],
    ['nobody has approved in time is refused', '', 0, 'Nobody approved this in time. Nothing was sent; ask again.'],
  ])('C13 C14 a day later a batch that %s', async (_what, decision, sent, message) => {
    const { batch, run } = await begunBatch(asking, ENROLLED);
    if (decision !== '') await decide(deciding, decision, '');
    api.clock.advance(DAY);
    const { answer } = await sendChunk(await asker.logIn(), batch, batch.items, run);
    expect((answer['items'] as Row[])[0]).toMatchObject(sent > 0 ? { outcome: 'answered' } : { message });
    expect(await commandsOf(asker)).toHaveLength(sent);
  });

  it.each<[string, (imei: string) => Promise<unknown>]>([
    ['for another phone', () => release(asking, device())],
    ['of another sender', async (imei) => release((await newSession(api, 'ADMIN')).session, imei)],
    ['after a refusal', (imei) => decide(deciding, 'refuse').then(() => release(asking, imei))],
    [
      'after nobody has decided in time',
      async (imei) => {
        api.clock.advance(DAY);
        return release(await asker.logIn(), imei);
      },
    ],
  ])('C12 the same command %s is a request of its own', async (_what, again) => {
    const { imei, request } = await ask();
    expect(await again(imei)).toEqual(WAITING);
    const decider = await (await newMember(api, 'ADMIN')).logIn();
    const newest = await newestOf(decider);
    expect(newest).toMatchObject({ action: 'release', state: 'waiting' });
    expect(newest['id']).not.toBe(request);
  });

  it('C14 each row of a refused batch says so, nothing is sent, and the batch can end', async () => {
    const { batch, run } = await begunBatch(asking, ENROLLED);
    await decide(deciding, 'refuse', 'Wrong month');
    const { answer } = await sendChunk(asking, batch, batch.items, run);
    const message = `${deciding.email} has not approved this: Wrong month. Nothing was sent.`;
    expect(answer['items']).toEqual(ENROLLED.map((_, index) => ({ row: index + 1, outcome: 'refused', message })));
    expect(await commandsOf(asker)).toEqual([]);
    const ended = await asking.ask('updateStatusOnServer', statusBody(batch, 'complete'));
    expect(ended).toMatchObject({ status: 'success' });
  });

  it('C14 A5 the refusals of a chunk leave one row of the audit for each reason', async () => {
    const { batch, run } = await begunBatch(asking, ENROLLED, 'notify');
    await decide(deciding, 'refuse', 'Wrong month');
    const items = batch.items.map((item) => (item.row < 3 ? { ...item, message: ' ' } : item));
    await sendChunk(asking, batch, items, run);
    const ids = new Set(items.map(({ transactionId }) => transactionId));
    const rows = (await audited(api.store)).filter((row) => ids.has(row.transaction_id));
    expect(rows.map(({ said }) => said.message)).toEqual([
      'A notification needs its message.',
      `${deciding.email} has not approved this: Wrong month. Nothing was sent.`,
    ]);
  });

  it('C14 items of no list that a second person saw are refused in words, in one row of the audit', async () => {
    const alone = { imei: device(), action: 'release', filename: 'a.csv' };
    const message = 'This needs the approval of a second person. Send it as a batch of the console, or alone.';
    expect(await asking.ask('getImeiDetails', alone)).toEqual({ status: 'error', message });
    const batch = await registerBatch(asking, ENROLLED);
    const { answer } = await sendChunk(asking, batch, batch.items);
    expect((answer['items'] as Row[]).map(({ outcome }) => outcome)).toEqual(ENROLLED.map(() => 'refused'));
    const ids = new Set(batch.items.map(({ transactionId }) => transactionId));
    const rows = (await audited(api.store)).filter((row) => ids.has(row.transaction_id));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['error']);
    expect(await commandsOf(asker)).toEqual([]);
    api.clock.advance(HOUR);
  });
});

it.each(['any', 'deviceAction', 'ALL'])('C12 ALL is all devices, also where %s alone is named', (name) => {
  expect(needsApproval({ [name]: 1_000_000 }, 'deviceAction', 'ALL')).toBe(true);
  expect(needsApproval({ [name]: 1_000_000 }, 'deviceAction', 1)).toBe(false);
  expect(needsApproval({ release: 1 }, 'deviceAction', 'ALL')).toBe(false);
});

it.each([
  ['refused', 'a@b.example', 'Too many', 'a@b.example has not approved this: Too many. Nothing was sent.'],
  ['refused', 'a@b.example', '', 'a@b.example has not approved this. Nothing was sent.'],
  ['failed', 'a@b.example', '', 'a@b.example has approved this, but it could not be sent. Nothing was sent.'],
  ['expired', '', '', 'Nobody approved this in time. Nothing was sent; ask again.'],
  ['expired', '', 'It was open at a restore.', 'It was open at a restore.'],
] as const)('C13 of what is %s by "%s" for "%s" the sender is told: %s', (state, decider, why, text) => {
  expect(refusalText(state, decider, why)).toBe(text);
});

describe.each(databases)('a second person from now on, on $name', ({ newFilled }) => {
  it('C14 a batch that was begun before waits too once its run goes on, and is sent when it is approved', async () => {
    const location = await newFilled();
    const before = await startTestApi(location);
    const { batch, run } = await begunBatch(await before.as('admin'), ENROLLED);
    await before.close();
    const api = await startTestApi(location, { approvals: { policy: { any: 5 }, hours: 24 } });
    const [admin, superadmin] = [await api.as('admin'), await api.as('superadmin')];
    expect(await sendChunk(admin, batch, batch.items, run)).toMatchObject({ status: 429 });
    expect((await claim(admin, batch, run)).answer).toMatchObject({ status: 'success' });
    const [request] = await superadmin.items('approvals');
    expect(request).toMatchObject({ batchId: batch.batchId, devices: ENROLLED.length, state: 'waiting' });
    expect(await sendChunk(admin, batch, batch.items, run)).toMatchObject({ status: 429 });
    await superadmin.ask('decideApproval', { id: String(request?.['id']), decision: 'approve' });
    expect(await sendChunk(admin, batch, batch.items, run)).toMatchObject({ status: 200 });
    expect(await api.commands()).toHaveLength(ENROLLED.length);
    await api.close();
  });
});

it('C15 where nothing waits for a second person any more, what still waits can be decided', async () => {
  const location = await newFilledFile();
  const before = await startTestApi(location, { approvals: { policy: { lock: 1 }, hours: 24 } });
  expect((await (await before.as('admin')).send(ENROLLED[0] ?? '')).answer).toEqual(WAITING);
  await before.close();
  const api = await startTestApi(location);
  const sessions = [await api.as('superadmin'), await api.as('admin'), await api.as('operator')];
  const uses = () => Promise.all(sessions.map(async (as) => (await as.ask('commandUse'))['approvals']));
  expect(await uses()).toEqual(['yes', 'yes', '']);
  const [superadmin] = sessions;
  const [request] = (await superadmin?.items('approvals')) ?? [];
  const decision = { id: String(request?.['id']), decision: 'approve' };
  expect(await superadmin?.ask('decideApproval', decision)).toMatchObject({ status: 'success' });
  expect(await uses()).toEqual(['', '', '']);
  await api.close();
});

describe('the right to approve', () => {
  const api = fresh(() => startTestApi());

  it('C15 superadmins alone give the right to approve; admins change the rest of who has it', async () => {
    const [admin, superadmin] = [await api.as('admin'), await api.as('superadmin')];
    const { email, phone, ...member } = await newMember(api, 'USER');
    const right = (await listPermissions(api.store.db)).find(({ name }) => name === APPROVALS_PERMISSION);
    const person = { email, phone, id: String(member.id), permissions: [right?.id ?? 0] };
    const refusal = { status: 'error', message: 'Only a superadmin can give the permission Approvals.' };
    const added = { ...person, email: 'second.person@example.com', phone: '5550100001' };
    expect(await admin.ask('addUser', { ...added, password: 'green umbrella nine' })).toEqual(refusal);
    expect(await admin.ask('inviteUser', added)).toEqual(refusal);
    expect(await rowsOf(api.store, 'accounts', { email: added.email })).toEqual([]);
    expect(await admin.ask('updateUser', person)).toEqual(refusal);
    expect((await superadmin.ask('updateUser', person))['status']).toBe('success');
    expect((await admin.ask('updateUser', { ...person, phone: '5550100002' }))['status']).toBe('success');
  });

  it('C15 where nothing waits for a second person the list says so, and is of use to nobody', async () => {
    const admin = await api.as('admin');
    expect(await admin.ask('approvals')).toMatchObject({ items: [], off: 'yes' });
    expect(await admin.ask('commandUse')).toMatchObject({ approvals: '' });
  });
});
