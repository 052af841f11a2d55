import { sql } from 'kysely';
import { isoTime } from '../time/clock.ts';
import { findAccountByEmail, updateAccount } from '../store/accounts.ts';
import { findSessionAccount } from '../store/sessions.ts';
import { fresh } from '../../testing/fixtures.ts';
import { startTestApi, type Session } from '../../testing/test-api.ts';
import { PASSWORD, people, plainPasswords } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';
import { newMember } from '../../testing/test-member.ts';

interface Row {
  readonly id: number;
  readonly email: string;
  readonly permission_name: string;
}

describe('users', () => {
  const api = fresh(() => startTestApi());
  const admin = fresh(() => api.as('admin'));
  const superadmin = fresh(() => api.as('superadmin'));

  const users = async (session = admin) => (await session.call('getUsers')).answer['items'] as Row[];
  const permissionId = async (name: string) =>
    ((await admin.call('getPermissions')).answer['permissions'] as Row[]).find((row) => row.permission_name === name)
      ?.id ?? 0;

  it('U1 lists users with permissions, login status and state', async () => {
    await api.as('operator');
    const rows = await users();
    expect(rows.find((row) => row.email === people.operator.email)).toMatchObject({
      phone: people.operator.phone,
      permissions: 'Enable Notification, Lock Device, Device Details, Reports',
      permissions_id: '1,11,15,19',
      loginstatus: 'LOGIN',
      userstatus: 'ACTIVE',
      userlevel: 'USER',
    });
    expect(rows.find((row) => row.email === people.viewer.email)).toMatchObject({
      permissions: 'No Permission',
      permissions_id: '',
      loginstatus: 'LOGOUT',
    });
  });

  it('U1 D9 shows superadmins to superadmins only, and lets only them manage each other', async () => {
    expect((await users()).map((row) => row.email)).not.toContain(people.superadmin.email);
    expect((await users(superadmin)).map((row) => row.email)).toContain(people.superadmin.email);
    for (const [name, body] of [
      ['updateUserStatus', { status: 'INACTIVE' }],
      ['updateLoginStatus', {}],
    ] as const) {
      expect((await admin.call(name, { email: people.superadmin.email, ...body })).answer).toEqual({
        status: 'error',
        message: 'There is no such user. Please reload the page.',
      });
    }
    expect((await superadmin.call('homeData')).status).toBe(200);
  });

  it('U2 adds a user who can log in with the given permissions', async () => {
    const permissions = [await permissionId('Lock Device')];
    const added = await admin.call('addUser', {
      email: 'New@Example.org',
      phone: '9876543210',
      password: 'long enough',
      permissions,
    });
    expect(added.answer).toEqual({ status: 'success', message: 'User Added successfully' });
    const { answer } = await api.call('login', { email: 'new@example.org', password: 'long enough' });
    expect(answer).toMatchObject({
      status: 'success',
      userlevel: 'USER',
      permissions: [{ permission_name: 'Lock Device' }],
    });
  });

  it.each([
    [{ email: 'a@elsewhere.com' }, 'Invalid email domain.'],
    [{ email: 'a@b@example.com' }, 'Invalid email domain.'],
    [{ phone: '123456789' }, 'Enter a valid 10 digits number.'],
    [{ password: 'short' }, 'The password needs at least 10 characters.'],
    [{ email: people.operator.email }, 'A user with this email exists already.'],
    [{ phone: people.operator.phone }, 'Another user has this phone number.'],
    [{ permissions: [999] }, 'There is no permission number 999. Please reload the page.'],
  ])('U2 refuses %j in words and adds nobody', async (wrong, message) => {
    const before = await users();
    const { answer } = await admin.call('addUser', {
      email: 'new@example.com',
      phone: '9876543210',
      password: 'long enough',
      permissions: [],
      ...wrong,
    });
    expect(answer).toEqual({ status: 'error', message });
    expect(await users()).toEqual(before);
  });

  it('U2 takes nothing of an account from the caller but what the form has', async () => {
    const body = { email: 'more@example.com', phone: '9876543211', password: 'green umbrella nine', permissions: [] };
    const more = { role: 'SUPERADMIN', userlevel: 'SUPERADMIN', id: 1, status: 'INACTIVE', client_of: 'another' };
    expect((await admin.call('addUser', { ...body, ...more })).answer).toMatchObject({ status: 'success' });
    const { id, ...made } = await api.store.db
      .selectFrom('accounts')
      .select(['id', 'role', 'status', 'client_of'])
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(1);
    expect(made).toEqual({ role: 'USER', status: 'ACTIVE', client_of: '' });
  });

  it('U1 K1 P1 answers no hash of a password, a token or a key, and the fields of the screen alone', async () => {
    await admin.call('generateKey', { key_name: 'ERP', user_id: people.admin.email });
    await api.call('forgotPassword', { email: people.operator.email });
    expect(Object.keys((await users())[0] ?? {}).toSorted()).toEqual([
      'contained',
      'email',
      'id',
      'invitation',
      'loginstatus',
      'permissions',
      'permissions_id',
      'phone',
      'second_factor',
      'userlevel',
      'userstatus',
    ]);
    const [key] = (await admin.call('viewKeys')).answer['items'] as Row[];
    expect(Object.keys(key ?? {}).toSorted()).toEqual([
      'commands',
      'created_at',
      'expires_at',
      'id',
      'key_name',
      'last_address',
      'last_used_at',
      'networks',
      'owner',
      'per_minute',
      'revoked_at',
      'status',
    ]);
  });

  it('D19 takes one address and nothing around it, so that no mail has another recipient', async () => {
    const add = async (email: string) => {
      const body = { email, phone: '9876543212', password: 'green umbrella nine', permissions: [] };
      return (await admin.call('addUser', body)).answer['message'];
    };
    for (const email of ['"a b"@example.com', 'a@example.com,b@example.com', 'a@elsewhere.net,b.example.com'])
      expect(await add(email)).toBe('Invalid email domain.');
    for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com\r\n'])
      expect(await add(email)).toBe('addUser.php: email: must hold no control characters');
    expect(await add(' a@example.com ')).toBe('User Added successfully');
    for (const email of ['a@example.com\r\nBcc: b@example.com', ' A@Example.com\n'])
      expect((await api.call('forgotPassword', { email })).status).toBe(400);
    expect((await api.call('forgotPassword', { email: ' A@Example.com ' })).status).toBe(200);
    expect(api.mails.map(({ to }) => to)).toEqual(['a@example.com']);
  });

  it('U3 D19 changes phone and permissions, keeps the e-mail, and takes two of the domains', async () => {
    const operator = (await users()).find((row) => row.email === people.operator.email);
    const change = {
      id: String(operator?.id),
      email: people.operator.email,
      phone: '9111111111',
      permissions: [await permissionId('Reports')],
    };
    expect((await admin.call('updateUser', change)).answer).toEqual({
      status: 'success',
      message: 'User updated successfully',
    });
    expect((await users()).find((row) => row.id === operator?.id)).toMatchObject({
      phone: '9111111111',
      permissions: 'Reports',
    });
    expect((await admin.call('updateUser', { ...change, email: 'other@example.com' })).answer).toEqual({
      status: 'error',
      message: 'The email of a user cannot be changed.',
    });
    await admin.call('addUser', {
      email: 'third@example.net',
      phone: '9222222222',
      password: 'long enough',
      permissions: [],
    });
    const third = (await users()).find((row) => row.email === 'third@example.net');
    expect(
      (
        await admin.call('updateUser', {
          id: String(third?.id),
          email: 'third@example.net',
          phone: '9222222222',
          permissions: [],
        })
      ).answer,
    ).toEqual({ status: 'error', message: 'Invalid email domain.' });
  });
});

describe.each(databases)('people on $name', ({ start }) => {
  /** Runs before the next password check is answered: what happens during it. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  const verify: typeof plainPasswords.verify = async (hash, password) => {
    const next = meanwhile;
    meanwhile = undefined;
    await next?.();
    return plainPasswords.verify(hash, password);
  };
  const api = fresh(() => start({ passwords: { ...plainPasswords, verify } }));

  const setStatus = (session: Session, email: string, status = 'INACTIVE') =>
    session.call('updateUserStatus', { email, status });
  const activeOf = async (...roles: ('ADMIN' | 'SUPERADMIN')[]) =>
    (
      await api.store.db
        .selectFrom('accounts')
        .select('email')
        .where('status', '=', 'ACTIVE')
        .where('role', 'in', roles)
        .execute()
    ).map((row) => row.email);

  it('U4 D9 leaves an admin when two disable each other at the same moment and there is no superadmin', async () => {
    const superadmin = await findAccountByEmail(api.store.db, people.superadmin.email);
    await updateAccount(api.store.db, superadmin?.id ?? 0, { status: 'INACTIVE' }, isoTime(api.clock.now()));
    const [one, other] = [await api.as('admin'), await (await newMember(api, 'ADMIN')).logIn()];
    await Promise.all([setStatus(one, other.email), setStatus(other, one.email)]);
    expect(await activeOf('ADMIN', 'SUPERADMIN')).toHaveLength(1);
  });

  it('U4 D18 opens no session if the account is disabled, or gets another password, during the check', async () => {
    const admin = await api.as('admin');
    const operator = await findAccountByEmail(api.store.db, people.operator.email);
    const at = isoTime(api.clock.now());
    for (const happens of [
      () => setStatus(admin, people.operator.email),
      () => updateAccount(api.store.db, operator?.id ?? 0, { password_hash: 'another' }, at),
    ]) {
      meanwhile = happens;
      const { answer } = await api.call('login', { email: people.operator.email, password: PASSWORD });
      expect(answer).toMatchObject({ status: 'error', message: 'Invalid email or password' });
      await setStatus(admin, people.operator.email, 'ACTIVE');
    }
    expect(await api.store.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  it('D18 lets a reset through once, and not for an account that was disabled since', async () => {
    const admin = await api.as('admin');
    const { answer } = await api.call('forgotPassword', { email: people.operator.email });
    const token = api.linkTo();
    await setStatus(admin, people.operator.email);
    expect(
      (await api.call('resetPassword', { token, requestToken: answer['token'], newPassword: 'green umbrella nine' }))
        .answer,
    ).toEqual({ status: 'error', message: 'The reset link is no longer valid. Please request a new reset link.' });
    expect(await api.store.db.selectFrom('password_resets').select('used_at').execute()).toEqual([{ used_at: null }]);
  });

  it('D17 refuses to change, delete or empty the audit, row by row and all at once', async () => {
    const { db, dialect } = api.store;
    await api.as('admin');
    const own =
      dialect === 'postgres' ? 'truncate audit_log' : "insert or replace into audit_log (id, email) values (1, 'x')";
    const attempts = [
      "update audit_log set outcome = 'success'",
      'delete from audit_log',
      'delete from audit_log where id = 1',
      own,
    ];
    const before = await db.selectFrom('audit_log').selectAll().execute();
    for (const attempt of attempts)
      await expect(sql.raw(attempt).execute(db)).rejects.toThrow('audit_log is append-only');
    expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual(before);
  });

  it('keeps no token readable, and finds no session by a token that is only its hash', async () => {
    const { token } = await api.as('admin');
    const session = await api.store.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(session)).not.toContain(token);
    const { token_hash: hash } = session;
    expect(await findSessionAccount(api.store.db, hash, isoTime(api.clock.now()))).toBeDefined();
    expect((await api.call('homeData', {}, { token: hash })).status).toBe(401);
  });
});
