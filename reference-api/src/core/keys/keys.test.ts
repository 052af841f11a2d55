import type { Role } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { DAY, isoAfter, MINUTE } from '../time/clock.ts';
import { audited, ENROLLED, failure, fresh, people, shared, success } from '../../testing/index.ts';
import { type Member, newSession } from '../../testing/test-member.ts';
import { type Session, startTestApi } from '../../testing/test-api.ts';
import { registerBatch, sendChunk } from '../../testing/test-batch.ts';

describe('API keys under the policy of the specification', () => {
  const api = shared(() => startTestApi());

  it('K2 D0 has no end unless its maker gives it one', async () => {
    const { member: owner, session } = await newSession(api, 'ADMIN');
    await session.newKey();
    await session.newKey({ days: 2 });
    const rows = (await session.items('viewKeys')).filter((row) => row['owner'] === owner.email);
    expect(rows.map((row) => row['expires_at'])).toEqual([isoAfter(api.clock.now(), 2 * DAY), '']);
    expect(await session.ask('viewKeys')).toMatchObject({ key_days: null, key_days_most: 365 });
  });

  it('K3 U4 D0 a forced logout ends the sessions and leaves the keys', async () => {
    const { member: owner, session } = await newSession(api, 'ADMIN');
    const token = await session.newKey();
    const superadmin = await api.as('superadmin');
    expect(await superadmin.ask('updateLoginStatus', { email: owner.email })).toMatchObject({ status: 'success' });
    expect((await session.call('homeData')).status).toBe(401);
    expect((await api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token })).status).toBe(200);
    expect(await superadmin.ask('getUsers')).toMatchObject({ logout_revokes_keys: '' });
  });
});

describe('API keys', () => {
  const api = shared(() => startTestApi(undefined, { keyRules: { days: 90, mostDays: 365, endWithLogout: true } }));
  const superadmin = fresh(() => api.as('superadmin'));

  async function withKey(bounds: object = {}, role: Role = 'ADMIN') {
    const { member: owner, session } = await newSession(api, role);
    const answer = await session.ask('generateKey', { key_name: 'ERP', user_id: owner.email, ...bounds });
    const token = String(answer['key']);
    const send = (body: object = {}, address?: string) =>
      api.call('lockNotification', { imei: ENROLLED[0], action: 'lock', ...body }, { token, address });
    return { owner, session, token, send, answer };
  }
  const rowOf = async ({ email }: Pick<Member, 'email'>, by: Session = superadmin) =>
    (await by.items('viewKeys')).find((row) => row['owner'] === email);
  const sentBy = async ({ id }: Member) =>
    (await api.commands()).flatMap(({ account_id, action }) => (account_id === id ? [action] : []));
  const lastRefusal = async () => {
    const row = (await audited(api.store, { outcome: 'refused' })).at(-1);
    return { ...row, message: row?.said.message };
  };

  it('K1 K2 tells whose a key is, how long it lasts, when and where it was used, and stops it at once', async () => {
    const bounds = { commands: 'lock', networks: '198.51.100.0/24', per_minute: 9 };
    const made = { ...bounds, commands: ['lock'], networks: [bounds.networks] };
    const { owner, session, send } = await withKey(made);
    const unused = { status: 'active', last_used_at: '', last_address: '', revoked_at: '' };
    expect(await rowOf(owner)).toMatchObject({ ...bounds, ...unused, expires_at: isoAfter(api.clock.now(), 90 * DAY) });
    expect((await send({}, '198.51.100.7')).status).toBe(200);
    const used = { last_used_at: api.clock.now().toISOString(), last_address: '198.51.100.7' };
    expect(await rowOf(owner)).toMatchObject(used);
    const keyId = String((await rowOf(owner))?.['id']);
    await session.call('updateKeyStatus', { keyId, status: 'inactive' });
    expect((await send({}, '198.51.100.7')).status).toBe(401);
    await session.call('updateKeyStatus', { keyId, status: 'active' });
    expect((await send({}, '198.51.100.7')).status).toBe(200);
  });

  it.each([
    ['updateLoginStatus', 401, {}],
    ['updateUserStatus', 401, { status: 'INACTIVE' }],
    ['changeRole', 401, { role: 'USER' }],
    ['revokeKeys', 200, {}],
    ['resetPassword', 401, { newPassword: 'green umbrella nine' }],
  ] as const)('K3 D18 U4 after %s all sessions answer %i, and keys are revoked for good', async (name, code, more) => {
    const { owner, send } = await withKey();
    // From elsewhere: the audit keeps few refusals of one network.
    const sessions = [await owner.logIn('198.51.100.9'), await owner.logIn('198.51.100.9')];
    const asked = () => Promise.all(sessions.map(async (one) => (await one.call('homeData')).status));
    expect((await send()).status).toBe(200);
    const { email } = owner;
    const link = name === 'resetPassword' ? await api.forgot(email) : { email };
    expect(await superadmin.ask(name, { ...link, ...more })).toMatchObject({ status: 'success' });
    expect([...(await asked()), (await send()).status]).toEqual([code, code, 401]);
    const listed = (await superadmin.items('getUsers')).find((row) => row['email'] === owner.email);
    expect(listed).toMatchObject({ loginstatus: code === 401 ? 'LOGOUT' : 'LOGIN' });
    await superadmin.call('updateUserStatus', { email: owner.email, status: 'ACTIVE' });
    expect([...(await asked()), (await send()).status]).toEqual([code, code, 401]);
    expect(await lastRefusal()).toMatchObject({ email: owner.email, via: 'key', message: 'the API key was revoked' });
    const row = await rowOf(owner);
    expect(row).toMatchObject({ status: 'inactive', revoked_at: api.clock.now().toISOString() });
    const again = await superadmin.ask('updateKeyStatus', { keyId: String(row?.['id']), status: 'active' });
    expect(again).toMatchObject(failure(expect.stringContaining('revoked for good')));
  });

  it('K2 a key ends at its time, and stays over when it is activated', async () => {
    const { owner, send } = await withKey({ days: 2 });
    api.clock.advance(2 * DAY);
    const later = await api.as('superadmin');
    expect((await send()).status).toBe(401);
    expect(await lastRefusal()).toMatchObject({ email: owner.email, message: 'the API key has expired' });
    const row = await rowOf(owner, later);
    expect(row).toMatchObject({ status: 'inactive', revoked_at: '' });
    const again = await later.call('updateKeyStatus', { keyId: String(row?.['id']), status: 'active' });
    expect(again.answer).toMatchObject(failure(expect.stringContaining('has expired')));
  });

  it.each([
    [{ days: 366 }, 'A key lasts at most 365 days. Please choose fewer.'],
    [{ networks: ['10.0.0.0/33'] }, '"10.0.0.0/33" is neither an address nor a network such as 192.0.2.0/24.'],
    [{ networks: ['the office'] }, '"the office" is neither an address nor a network such as 192.0.2.0/24.'],
    [{ commands: ['deviceAction'] }, 'A key cannot be made for "deviceAction": keys send no such command.'],
    [{ commands: ['fly'] }, 'A key cannot be made for "fly": keys send no such command.'],
  ])('K2 refuses %j in words and makes no key', async (bounds, message) => {
    const { owner, answer } = await withKey(bounds);
    expect(answer).toEqual(failure(message));
    expect(await rowOf(owner)).toBeUndefined();
  });

  it('K2 a key opens nothing from another address, and the audit says so', async () => {
    const { owner, send } = await withKey({ networks: ['198.51.100.0/24', '2001:db8:1::/48'] });
    expect((await send({}, '203.0.113.5')).status).toBe(401);
    const refused = { call: 'locknotification.php', message: 'the API key may not be used from this address' };
    expect(await lastRefusal()).toMatchObject({ email: owner.email, via: 'key', address: '203.0.113.5', ...refused });
    for (const address of ['198.51.100.255', '2001:db8:1:2::9', '::ffff:198.51.100.9'])
      expect((await send({}, address)).status).toBe(200);
  });

  it('K2 a key sends the commands that it was made for, also in a batch, and no other', async () => {
    const { owner, send, token } = await withKey({ commands: ['lock', 'unlock'] });
    expect([(await send()).status, (await send({ action: 'release' })).status]).toEqual([200, 403]);
    const message = 'the API key was not made for this command';
    expect(await lastRefusal()).toMatchObject({ email: owner.email, via: 'key', message });
    const items = [{ row: 1, imei: ENROLLED[1], transactionId: newTransactionId() }];
    const batch = { filename: 'a.csv', batchId: newTransactionId(), action: 'release', items };
    expect((await api.call('batchItems', batch, { token })).status).toBe(403);
    const upload = await api.upload('bulkReleaseCopy.php', { name: 'a.csv', content: 'sno,imei1\n' }, {}, { token });
    expect(upload.status).toBe(403);
    expect(await sentBy(owner)).toEqual(['lock']);
  });

  it('K2 a key sends as many commands a minute as it may, and what is beyond is not sent', async () => {
    const { owner, send, token } = await withKey({ per_minute: 3 });
    const repeated = newTransactionId();
    const lock = { imei: ENROLLED[0], action: 'lock' };
    const once = () => api.call('lockNotification', lock, { token, transactionId: repeated });
    expect([(await once()).status, (await once()).status, (await send()).status]).toEqual([200, 200, 200]);
    const byKey = api.session(owner.email, token);
    const batch = await registerBatch(byKey, ENROLLED.slice(0, 4));
    const chunk = (count: number) => sendChunk(byKey, batch, batch.items.slice(0, count));
    const again =
      /^This API key may send 3 commands a minute\. Nothing was sent; there is room again in \d+ seconds\.$/;
    const wait = failure(expect.stringMatching(again));
    expect(await chunk(2)).toMatchObject({ status: 429, answer: wait });
    expect((await chunk(4)).answer).toMatchObject({ message: expect.stringContaining('send at most 3 in one call') });
    expect(await sentBy(owner)).toHaveLength(2);
    api.clock.advance(MINUTE);
    expect((await chunk(3)).status).toBe(200);
    expect(await sentBy(owner)).toHaveLength(5);
    // A minute is soon over: nobody is told that it is nearly used.
    expect(api.mails.filter(({ subject }) => subject.includes('budget'))).toEqual([]);
  });

  it('K1 D2 makes one key when the same request comes twice, and stores its text nowhere', async () => {
    const { member: owner, session } = await newSession(api, 'ADMIN');
    const transactionId = newTransactionId();
    const make = (key_name: string) =>
      session.call('generateKey', { key_name, user_id: owner.email }, { transactionId });
    const [first, again] = [await make('ERP'), await make('ERP')];
    const secret = String(first.answer['key']);
    expect(secret).toMatch(/^dck_/);
    const made = expect.stringMatching(/^This key was made already, by the same request\. Its text is shown once/);
    expect(again.answer).toEqual(success(made));
    expect((await make('Other')).status).toBe(409);
    const { db } = api.store;
    const keys = await db.selectFrom('api_keys').selectAll().where('account_id', '=', owner.id).execute();
    expect(keys).toHaveLength(1);
    expect(JSON.stringify([keys, await db.selectFrom('outcomes').selectAll().execute()])).not.toContain(secret);
  });

  it("D21a makes keys for the caller's own account only", async () => {
    const { owner, session } = await withKey();
    const make = (body: object) => session.call('generateKey', { key_name: 'ERP', user_id: owner.email, ...body });
    expect((await make({ user_id: people.superadmin.email })).status).toBe(403);
    expect((await make({ key_name: ' ' })).answer).toEqual(failure('The key needs a name of at most 64 characters.'));
  });

  it('D9 keeps the keys of superadmins from admins', async () => {
    const { owner } = await withKey({}, 'SUPERADMIN');
    const admin = await api.as('admin');
    expect(await rowOf(owner, admin)).toBeUndefined();
    const body = { keyId: String((await rowOf(owner))?.['id']), status: 'inactive' };
    expect(await admin.ask('updateKeyStatus', body)).toMatchObject({ status: 'error' });
    expect(await rowOf(owner)).toMatchObject({ status: 'active' });
  });
});
