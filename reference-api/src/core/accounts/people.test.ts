import { sql } from 'kysely';
import { isoTime } from '../time/clock.ts';
import { findAccountByEmail, updateAccount } from '../store/accounts.ts';
import { listPermissions } from '../store/permissions.ts';
import { audited, databases, failure, fresh, newSession, success } from '../../testing/index.ts';
import { type Session, startTestApi } from '../../testing/test-api.ts';
import { PASSWORD, people, plainPasswords } from '../../testing/test-data.ts';

describe('users', () => {
  const api = fresh(() => startTestApi());
  const admin = fresh(() => api.as('admin'));
  const superadmin = fresh(() => api.as('superadmin'));

  const users = (session = admin) => session.items('getUsers');
  const permissionId = async (name: string) =>
    (await listPermissions(api.store.db)).find((permission) => permission.name === name)?.id ?? 0;

  it('U1 lists users with permissions, login status and state', async () => {
    await api.as('operator');
    const rows = await users();
    expect(rows.find((row) => row['email'] === people.operator.email)).toMatchObject({
      phone: people.operator.phone,
      permissions: 'Enable Notification, Lock Device, Device Details, Reports',
      permissions_id: '1,11,15,19',
      loginstatus: 'LOGIN',
      userstatus: 'ACTIVE',
      userlevel: 'USER',
    });
    const wanted = { permissions: 'No Permission', permissions_id: '', loginstatus: 'LOGOUT' };
    expect(rows.find((row) => row['email'] === people.viewer.email)).toMatchObject(wanted);
  });

  it('U1 D9 shows superadmins to superadmins only, and lets only them manage each other', async () => {
    expect((await users()).map((row) => row['email'])).not.toContain(people.superadmin.email);
    expect((await users(superadmin)).map((row) => row['email'])).toContain(people.superadmin.email);
    const stranger = { email: people.superadmin.email, status: 'INACTIVE' };
    for (const name of ['updateUserStatus', 'updateLoginStatus'] as const)
      expect(await admin.ask(name, stranger)).toEqual(failure('There is no such user. Please reload the page.'));
    expect((await superadmin.call('homeData')).status).toBe(200);
  });

  const wanted = { email: 'new@example.com', phone: '9876543210', password: 'long enough', permissions: [] };
  const add = (more: object) => admin.ask('addUser', { ...wanted, ...more });

  it('U2 adds a user who can log in with the given permissions; the caller gives an account nothing else', async () => {
    const more = { role: 'SUPERADMIN', userlevel: 'SUPERADMIN', id: 1, status: 'INACTIVE', client_of: 'another' };
    const added = { email: 'New@Example.org', permissions: [await permissionId('Lock Device')] };
    expect(await add({ ...more, ...added })).toEqual(success('User Added successfully'));
    const made = await findAccountByEmail(api.store.db, 'new@example.org');
    expect(made?.id).toBeGreaterThan(1);
    expect(made).toMatchObject({ role: 'USER', status: 'ACTIVE', client_of: '' });
    const opened = { status: 'success', userlevel: 'USER', permissions: [{ permission_name: 'Lock Device' }] };
    const login = await api.ask('login', { email: 'new@example.org', password: 'long enough' });
    expect(login).toMatchObject(opened);
    // Where no policy says otherwise, a given password is one as any other.
    const { status, answer } = await api.session('new@example.org', login['token']).call('homeData');
    expect([status, answer['challenge']]).toEqual([200, undefined]);
  });

  it.each([
    [{ email: 'a@elsewhere.com' }, 'Invalid email domain.', 'email'],
    [{ email: 'a@b@example.com' }, 'Invalid email domain.', 'email'],
    [{ phone: '123456789' }, 'Enter a valid 10 digits number.', 'phone'],
    [{ password: 'short' }, 'The password needs at least 10 characters.', 'password'],
    [{ email: people.operator.email }, 'A user with this email exists already.', 'email'],
    [{ phone: people.operator.phone }, 'Another user has this phone number.', 'phone'],
    [{ permissions: [999] }, 'There is no permission number 999. Please reload the page.', undefined],
  ])('U2 refuses %j in words, names the field, and adds nobody', async (wrong, message, field) => {
    const before = await users();
    expect(await add(wrong)).toEqual(failure(message, field));
    expect(await users()).toEqual(before);
  });

  it('U1 K1 P1 answers no hash of a password, a token or a key, and the fields of the screen alone', async () => {
    await admin.newKey();
    await api.call('forgotPassword', { email: people.operator.email });
    const fieldsOf = (row: object = {}) => Object.keys(row).toSorted().join(' ');
    expect(fieldsOf((await users())[0])).toBe(
      'contained email id invitation loginstatus permissions permissions_id phone second_factor userlevel userstatus',
    );
    const [key] = await admin.items('viewKeys');
    const times = 'created_at expires_at last_used_at revoked_at';
    const fields = `commands id key_name last_address networks owner per_minute status ${times}`;
    expect(fieldsOf(key)).toBe(fields.split(' ').toSorted().join(' '));
  });

  it('D19 takes one address and nothing around it, so that no mail has another recipient', async () => {
    for (const email of ['"a b"@example.com', 'a@example.com,b@example.com', 'a@elsewhere.net,b.example.com'])
      expect(await add({ email })).toEqual(failure('Invalid email domain.', 'email'));
    for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com\r\n'])
      expect(await add({ email })).toMatchObject({ message: 'addUser.php: email: must hold no control characters' });
    expect(await add({ email: ' a@example.com ' })).toMatchObject({ status: 'success' });
    for (const email of ['a@example.com\r\nBcc: b@example.com', ' A@Example.com\n'])
      expect((await api.call('forgotPassword', { email })).status).toBe(400);
    expect((await api.call('forgotPassword', { email: ' A@Example.com ' })).status).toBe(200);
    expect(api.mails.map(({ to }) => to)).toEqual(['a@example.com']);
  });

  it('U3 D19 changes phone and permissions, keeps the e-mail, and takes two of the domains', async () => {
    const rowOf = async (email: string) => (await users()).find((row) => row['email'] === email);
    const { email } = people.operator;
    const update = (more: object) => admin.ask('updateUser', { email, permissions: [], ...more });
    const id = String((await rowOf(email))?.['id']);
    const change = { id, phone: '9111111111', permissions: [await permissionId('Reports')] };
    expect(await update(change)).toEqual(success('User updated successfully'));
    expect(await rowOf(email)).toMatchObject({ phone: '9111111111', permissions: 'Reports' });
    const kept = failure('The email of a user cannot be changed.');
    expect(await update({ ...change, email: 'other@example.com' })).toEqual(kept);
    const third = { email: 'third@example.net', phone: '9222222222' };
    await add(third);
    const refused = failure('Invalid email domain.', 'email');
    expect(await update({ ...third, id: String((await rowOf(third.email))?.['id']) })).toEqual(refused);
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
  it('U4 D9 leaves an admin when two disable each other at the same moment and there is no superadmin', async () => {
    const { db } = api.store;
    await db.updateTable('accounts').set({ status: 'INACTIVE' }).where('role', '=', 'SUPERADMIN').execute();
    const [one, other] = [await api.as('admin'), (await newSession(api, 'ADMIN')).session];
    await Promise.all([setStatus(one, other.email), setStatus(other, one.email)]);
    const active = db.selectFrom('accounts').select('id').where('status', '=', 'ACTIVE');
    expect(await active.where('role', '=', 'ADMIN').execute()).toHaveLength(1);
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
      const answer = await api.ask('login', { email: people.operator.email, password: PASSWORD });
      expect(answer).toMatchObject(failure('Invalid email or password'));
      await setStatus(admin, people.operator.email, 'ACTIVE');
    }
    expect(await api.store.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  it('D17 refuses to change, delete or empty the audit, row by row and all at once', async () => {
    const { db, dialect } = api.store;
    await api.as('admin');
    const own =
      dialect === 'postgres' ? 'truncate audit_log' : "insert or replace into audit_log (id, email) values (1, 'x')";
    const before = await audited(api.store);
    for (const attempt of ["update audit_log set outcome = 'success'", 'delete from audit_log', own])
      await expect(sql.raw(attempt).execute(db)).rejects.toThrow('audit_log is append-only');
    expect(await audited(api.store)).toEqual(before);
  });

  it('keeps no token readable, and finds no session by a token that is only its hash', async () => {
    const { token } = await api.as('admin');
    const session = await api.store.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(session)).not.toContain(token);
    expect((await api.call('homeData', {}, { token: session.token_hash })).status).toBe(401);
  });
});
