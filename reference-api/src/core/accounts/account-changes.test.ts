import type { CallName } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { HOUR } from '../time/clock.ts';
import { hashBody } from '../calls/exactly-once.ts';
import { audited, databases, failure, fresh, newMember, newSession, shared, success } from '../../testing/index.ts';
import type { Session } from '../../testing/test-api.ts';
import { ENROLLED, PASSWORD, people } from '../../testing/test-data.ts';

const NEW = 'green umbrella nine';
let phones = 6_000_000_000;

describe.each(databases)('changes of accounts on $name', ({ start }) => {
  const api = shared(() => start({ sessionsPerAccount: 100 }));
  const admin = fresh(() => api.as('admin'));
  const superadmin = fresh(() => api.as('superadmin'));

  const invited = (more: object = {}) => {
    phones += 1;
    return { email: `invited-${phones}@example.com`, phone: String(phones), permissions: [], ...more };
  };
  const accept = (token: string, newPassword = NEW) => api.ask('acceptInvitation', { token, newPassword });
  const logIn = async (email: string, password = NEW) => (await api.ask('login', { email, password }))['status'];
  const rowOf = async (email: string, by: Session = superadmin) =>
    (await by.items('getUsers')).find((row) => row['email'] === email);

  it('U5 invites by mail; the link sets the first password, once', async () => {
    const body = invited({ permissions: [1, 2] });
    expect(await admin.ask('inviteUser', body)).toEqual(success(`Invitation sent to ${body.email}`));
    const row = { permissions_id: '1,2', invitation: 'open', userstatus: 'ACTIVE', userlevel: 'USER' };
    expect(await rowOf(body.email)).toMatchObject({ id: expect.any(Number), ...row });
    expect(api.mails.at(-1)?.text).toContain(`${people.admin.email} has made a Device Console account for you.`);
    const link = api.linkTo(body.email);
    expect(await accept(link, 'short')).toMatchObject({ status: 'error' });
    expect(await accept(link)).toEqual(success('Your password is set. You can log in now.'));
    expect(await logIn(body.email)).toBe('success');
    expect(await rowOf(body.email)).toMatchObject({ invitation: '' });
    const used = failure('This link is no longer valid. Please ask your admin for another one.');
    expect(await accept(link)).toEqual(used);
  });

  it('U5 an invitation lasts 72 hours, is replaced by the next, and resets no password', async () => {
    const body = invited();
    await admin.call('inviteUser', body);
    const first = api.linkTo(body.email);
    expect(await api.ask('resetPassword', { token: first, newPassword: NEW })).toMatchObject({ status: 'error' });
    await admin.call('inviteUser', { ...body, phone: '6999999999' });
    expect(await rowOf(body.email)).toMatchObject({ phone: '6999999999' });
    const second = api.linkTo(body.email);
    expect(await accept(first)).toMatchObject({ status: 'error' });
    api.clock.advance(72 * HOUR);
    expect(await accept(second)).toMatchObject({ status: 'error' });
    expect(await rowOf(body.email, await api.as('superadmin'))).toMatchObject({ invitation: 'over' });
  });

  it('U5 invites nobody who has a password, and nobody where mails reach nobody', async () => {
    const answer = await admin.ask('inviteUser', invited({ email: people.operator.email }));
    expect(answer).toEqual(failure('A user with this email exists already.', 'email'));
    const silent = await start({ mailsPeople: false });
    const session = await silent.as('admin');
    expect(await session.ask('getUsers')).toMatchObject({ invitations: '' });
    const refused = failure(expect.stringContaining('nobody can be invited'));
    expect(await session.ask('inviteUser', invited())).toMatchObject(refused);
    await silent.close();
  });

  it('U8 mails a link for a new password; until it is used nothing changes, and then the sessions end', async () => {
    const { member, session } = await newSession(api, 'USER');
    const sent = await admin.ask('sendPasswordLink', { email: member.email });
    expect(sent).toEqual(success(`Password link sent to ${member.email}`));
    expect(api.mails.at(-1)?.text).toContain(`${people.admin.email} sends you a link`);
    expect(await rowOf(member.email)).toMatchObject({ invitation: '' });
    expect((await session.call('homeData')).status).toBe(200);
    const first = api.linkTo(member.email);
    await admin.call('sendPasswordLink', { email: member.email });
    expect(await accept(first)).toMatchObject({ status: 'error' });
    expect(await accept(api.linkTo(member.email))).toMatchObject({ status: 'success' });
    expect((await session.call('homeData')).status).toBe(401);
    expect(await logIn(member.email)).toBe('success');
  });

  it('U8 mails no link to oneself, to a superadmin, to the disabled, or where mails reach nobody', async () => {
    const ask = (email: string, by = admin) => by.ask('sendPasswordLink', { email });
    expect(await ask(people.admin.email)).toEqual(failure('Change your own password under Your account.'));
    expect(await ask(people.superadmin.email)).toMatchObject({ status: 'error' });
    const { member } = await newSession(api, 'USER');
    await admin.call('updateUserStatus', { email: member.email, status: 'INACTIVE' });
    expect(await ask(member.email)).toEqual(failure(expect.stringContaining('is disabled')));
    const silent = await start({ mailsPeople: false });
    const answer = await (await silent.as('admin')).ask('sendPasswordLink', { email: people.viewer.email });
    expect(answer).toEqual(failure('This server sends no mails. Nothing was sent.'));
    await silent.close();
  });

  it('U6 gives another role, which ends the sessions', async () => {
    const { member, session } = await newSession(api, 'ADMIN');
    const changed = await superadmin.ask('changeRole', { email: member.email, role: 'USER' });
    expect(changed).toEqual(success(`${member.email} is USER now`));
    expect((await session.call('homeData')).status).toBe(401);
    const again = await member.logIn();
    expect((await again.call('getUsers')).status).toBe(403);
    expect((await admin.call('changeRole', { email: member.email, role: 'ADMIN' })).status).toBe(403);
  });

  it('U4 U6 U7 leave the last superadmin, and nobody disables, changes or deletes himself', async () => {
    const { member: second, session } = await newSession(api, 'SUPERADMIN');
    for (const [name, body] of [
      ['updateUserStatus', { status: 'INACTIVE' }],
      ['changeRole', { role: 'USER' }],
      ['closeAccount', {}],
    ] as const) {
      const answer = await superadmin.ask(name, { email: superadmin.email, ...body });
      expect(answer).toMatchObject(failure(expect.stringMatching(/^You cannot .* your own /)));
    }
    // Each takes the other's rights at the same moment: one comes too late.
    const answers = await Promise.all([
      session.ask('changeRole', { email: superadmin.email, role: 'ADMIN' }),
      superadmin.ask('changeRole', { email: second.email, role: 'ADMIN' }),
    ]);
    expect(answers.filter(({ status }) => status === 'success')).toHaveLength(1);
    const { db } = api.store;
    const left = await db.selectFrom('accounts').selectAll().where('role', '=', 'SUPERADMIN').execute();
    expect(left.filter(({ status }) => status === 'ACTIVE')).toHaveLength(1);
    await db.updateTable('accounts').set({ role: 'SUPERADMIN' }).where('email', '=', superadmin.email).execute();
  });

  it('U7 closes an account for good: e-mail and phone are free, and the audit names it', async () => {
    const { member, session } = await newSession(api, 'ADMIN');
    await session.call('lockNotification', { imei: ENROLLED[0], action: 'lock' });
    const closed = await superadmin.ask('closeAccount', { email: member.email });
    expect(closed).toEqual(success(`The account of ${member.email} is deleted`));
    expect((await session.call('homeData')).status).toBe(401);
    for (const email of [member.email, `closed:${member.id}`]) expect(await logIn(email, PASSWORD)).toBe('error');
    expect(await rowOf(member.email)).toBeUndefined();
    const revived = { email: `closed:${member.id}`, status: 'ACTIVE', role: 'SUPERADMIN' };
    for (const name of ['updateUserStatus', 'changeRole'] as const)
      expect(await superadmin.ask(name, revived)).toMatchObject({ status: 'error' });
    const kept = await audited(api.store, { account_id: member.id });
    expect(kept.map(({ email, call, outcome }) => `${email} ${call} ${outcome}`)).toEqual([
      `${member.email} login.php success`,
      `${member.email} locknotification.php success`,
      `${member.email} homeData.php refused`,
      expect.stringMatching(/ login.php refused$/),
    ]);
    const again = { email: member.email, phone: member.phone, password: NEW, permissions: [] };
    expect(await superadmin.ask('addUser', again)).toMatchObject({ status: 'success' });
    expect(await logIn(member.email)).toBe('success');
  });

  const member = async (more: object = {}) => {
    const { id, email, phone } = await newMember(api, 'USER');
    return { id: String(id), email, phone, permissions: [], ...more };
  };
  const viewer = { email: people.viewer.email };
  /** A call, what makes its body, and what makes another body of it. */
  const once: readonly (readonly [CallName, () => Promise<object> | object, object])[] = [
    ['addUser', () => invited({ password: NEW }), { password: 'another umbrella' }],
    ['inviteUser', () => invited(), { phone: '6888888888' }],
    ['updateUser', member, { permissions: [1] }],
    ['updateUserStatus', () => member({ status: 'INACTIVE' }), { status: 'ACTIVE' }],
    ['updateLoginStatus', member, viewer],
    ['revokeKeys', member, viewer],
    ['changeRole', () => member({ role: 'ADMIN' }), { role: 'SUPERADMIN' }],
    ['closeAccount', member, viewer],
    ['sendPasswordLink', member, viewer],
    ['endSessions', () => ({}), { sessionId: '1' }],
    ['operationsDispatch', () => ({ dispatch: 'paused', reason: 'A drill' }), { dispatch: 'running' }],
  ];

  it.each(once)('D2 %s is done once, and another body under its id is refused', async (name, body, other) => {
    const transactionId = newTransactionId();
    const sent = await body();
    const send = () => superadmin.ask(name, sent, { transactionId });
    const first = await send();
    expect(first).toMatchObject({ status: 'success' });
    expect(await Promise.all([send(), send()])).toEqual([first, first]);
    expect((await superadmin.call(name, { ...sent, ...other }, { transactionId })).status).toBe(409);
    const rows = await audited(api.store, { transaction_id: transactionId });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['success', 'refused']);
  });

  it('D2 keeps of a body with a password no plain hash, which passwords could be tried against', async () => {
    const transactionId = newTransactionId();
    const plain = invited({ password: NEW });
    await admin.call('addUser', plain, { transactionId });
    const row = api.store.db.selectFrom('outcomes').select('body_hash').where('transaction_id', '=', transactionId);
    // The passwords of this API keep a text as it is: it is the hash that is given to them.
    expect((await row.executeTakeFirstOrThrow()).body_hash).toBe(`kept ${hashBody(plain)}`);
  });
});
