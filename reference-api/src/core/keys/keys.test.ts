import type { CallName, Role } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { DAY, MINUTE } from '../time/clock.ts';
import { fresh, shared } from '../../testing/fixtures.ts';
import { startTestApi, type Session } from '../../testing/test-api.ts';
import { registerBatch, sendChunk } from '../../testing/test-batch.ts';
import { ENROLLED, people } from '../../testing/test-data.ts';
import { newMember, type Member } from '../../testing/test-member.ts';
import { audited } from '../../testing/audited.ts';

describe('API keys under the policy of the specification', () => {
  const api = shared(() => startTestApi());

  it('K2 D0 has no end unless its maker gives it one', async () => {
    const owner = await newMember(api, 'ADMIN');
    const session = await owner.logIn();
    await session.call('generateKey', { key_name: 'For ever', user_id: owner.email });
    await session.call('generateKey', { key_name: 'Two days', user_id: owner.email, days: 2 });
    const { answer } = await session.call('viewKeys');
    const rows = (answer['items'] as Record<string, unknown>[]).filter((row) => row['owner'] === owner.email);
    const inTwoDays = new Date(api.clock.now().getTime() + 2 * DAY).toISOString();
    expect(rows).toMatchObject([
      { key_name: 'Two days', expires_at: inTwoDays },
      { key_name: 'For ever', expires_at: '' },
    ]);
    expect([answer['key_days'], answer['key_days_most']]).toEqual([null, 365]);
  });

  it('K3 U4 D0 a forced logout ends the sessions and leaves the keys', async () => {
    const owner = await newMember(api, 'ADMIN');
    const session = await owner.logIn();
    const { answer } = await session.call('generateKey', { key_name: 'ERP', user_id: owner.email });
    const superadmin = await api.as('superadmin');
    const end = await superadmin.call('updateLoginStatus', { email: owner.email });
    expect(end.answer).toMatchObject({ status: 'success' });
    expect((await session.call('homeData')).status).toBe(401);
    const token = String(answer['key']);
    const sent = await api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token });
    expect(sent.status).toBe(200);
    expect((await superadmin.call('getUsers')).answer).toMatchObject({ logout_revokes_keys: '' });
  });
});

describe('API keys', () => {
  const api = shared(() => startTestApi(undefined, { keyRules: { days: 90, mostDays: 365, endWithLogout: true } }));
  const superadmin = fresh(() => api.as('superadmin'));

  async function withKey(bounds: object = {}, role: Role = 'ADMIN') {
    const owner = await newMember(api, role);
    const session = await owner.logIn();
    const { answer } = await session.call('generateKey', { key_name: 'ERP', user_id: owner.email, ...bounds });
    const token = String(answer['key']);
    const send = (body: object = {}, address?: string) =>
      api.call('lockNotification', { imei: ENROLLED[0], action: 'lock', ...body }, { token, address });
    return { owner, session, token, send, answer };
  }
  const rowOf = async ({ email }: Pick<Member, 'email'>, by: Session = superadmin) => {
    const { answer } = await by.call('viewKeys');
    return (answer['items'] as Record<string, unknown>[]).find((row) => row['owner'] === email);
  };
  const lastRefusal = async () => {
    const row = (await audited(api.store, { outcome: 'refused' })).at(-1);
    return { ...row, message: row?.said.message };
  };

  it('K2 tells whose a key is, until when it lasts, and when and from where it was last used', async () => {
    const { owner, send } = await withKey({ commands: ['lock'], networks: ['198.51.100.0/24'], per_minute: 9 });
    const unused = await rowOf(owner);
    expect(unused).toMatchObject({
      ...{ status: 'active', last_used_at: '', last_address: '', revoked_at: '' },
      ...{ commands: 'lock', networks: '198.51.100.0/24', per_minute: 9 },
    });
    expect(Date.parse(String(unused?.['expires_at'])) - api.clock.now().getTime()).toBe(90 * DAY);
    expect((await send({}, '198.51.100.7')).status).toBe(200);
    const used = { last_used_at: api.clock.now().toISOString(), last_address: '198.51.100.7' };
    expect(await rowOf(owner)).toMatchObject(used);
  });

  const resetOf = async ({ email }: Member) =>
    api.call('resetPassword', { ...(await api.forgot(email)), newPassword: 'green umbrella nine' });

  const end =
    (name: CallName, more: object = {}) =>
    ({ email }: Member) =>
      superadmin.call(name, { email, ...more });

  it.each([
    ['forced logout', 401, end('updateLoginStatus')],
    ['disabling', 401, end('updateUserStatus', { status: 'INACTIVE' })],
    ['revoking all keys', 200, end('revokeKeys')],
    ['a password reset', 401, resetOf],
  ])('K3 D18 U4 after %s all sessions answer %i, and the keys are revoked for good', async (_name, status, ends) => {
    const { owner, send } = await withKey();
    // From elsewhere: the audit keeps few refusals of one network.
    const sessions = [await owner.logIn('198.51.100.9'), await owner.logIn('198.51.100.9')];
    const asked = () => Promise.all(sessions.map(async (one) => (await one.call('homeData')).status));
    expect((await send()).status).toBe(200);
    expect((await ends(owner)).answer).toMatchObject({ status: 'success' });
    expect([...(await asked()), (await send()).status]).toEqual([status, status, 401]);
    const listed = (await superadmin.call('getUsers')).answer['items'];
    const loginstatus = status === 401 ? 'LOGOUT' : 'LOGIN';
    expect(listed).toContainEqual(expect.objectContaining({ email: owner.email, loginstatus }));
    await superadmin.call('updateUserStatus', { email: owner.email, status: 'ACTIVE' });
    expect([...(await asked()), (await send()).status]).toEqual([status, status, 401]);
    expect(await lastRefusal()).toMatchObject({ email: owner.email, via: 'key', message: 'the API key was revoked' });
    const row = await rowOf(owner);
    expect(row).toMatchObject({ status: 'inactive', revoked_at: api.clock.now().toISOString() });
    const again = await superadmin.call('updateKeyStatus', { keyId: String(row?.['id']), status: 'active' });
    expect(again.answer).toMatchObject({ status: 'error', message: expect.stringContaining('revoked for good') });
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
    expect(again.answer).toMatchObject({ status: 'error', message: expect.stringContaining('has expired') });
  });

  it.each([
    [{ days: 366 }, 'A key lasts at most 365 days. Please choose fewer.'],
    [{ networks: ['10.0.0.0/33'] }, '"10.0.0.0/33" is neither an address nor a network such as 192.0.2.0/24.'],
    [{ networks: ['the office'] }, '"the office" is neither an address nor a network such as 192.0.2.0/24.'],
    [{ commands: ['deviceAction'] }, 'A key cannot be made for "deviceAction": keys send no such command.'],
    [{ commands: ['fly'] }, 'A key cannot be made for "fly": keys send no such command.'],
  ])('K2 refuses %j in words and makes no key', async (bounds, message) => {
    const { owner, answer } = await withKey(bounds);
    expect(answer).toEqual({ status: 'error', message });
    expect(await rowOf(owner)).toBeUndefined();
  });

  it('K2 a key opens nothing from another address, and the audit says so', async () => {
    const { owner, send } = await withKey({ networks: ['198.51.100.0/24', '2001:db8:1::/48'] });
    expect((await send({}, '203.0.113.5')).status).toBe(401);
    expect(await lastRefusal()).toMatchObject({
      ...{ email: owner.email, via: 'key', call: 'locknotification.php', address: '203.0.113.5' },
      message: 'the API key may not be used from this address',
    });
    for (const address of ['198.51.100.255', '2001:db8:1:2::9', '::ffff:198.51.100.9'])
      expect((await send({}, address)).status).toBe(200);
  });

  it('K2 a key sends the commands that it was made for, also in a batch, and no other', async () => {
    const { owner, send, token } = await withKey({ commands: ['lock', 'unlock'] });
    expect([(await send()).status, (await send({ action: 'release' })).status]).toEqual([200, 403]);
    expect(await lastRefusal()).toMatchObject({
      ...{ email: owner.email, via: 'key', message: 'the API key was not made for this command' },
    });
    const items = [{ row: 1, imei: ENROLLED[1], transactionId: newTransactionId() }];
    const batch = { filename: 'a.csv', batchId: newTransactionId(), items };
    expect((await api.call('batchItems', { ...batch, action: 'release' }, { token })).status).toBe(403);
    const upload = await api.upload('bulkReleaseCopy.php', { name: 'a.csv', content: 'sno,imei1\n' }, {}, { token });
    expect(upload.status).toBe(403);
    const sent = api.store.db.selectFrom('commands').select('action').where('account_id', '=', owner.id);
    expect(await sent.execute()).toEqual([{ action: 'lock' }]);
  });

  it('K2 a key sends as many commands a minute as it may, and what is beyond is not sent', async () => {
    const { owner, send, token } = await withKey({ per_minute: 3 });
    const repeated = newTransactionId();
    const once = () =>
      api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token, transactionId: repeated });
    expect([(await once()).status, (await once()).status, (await send()).status]).toEqual([200, 200, 200]);
    const byKey = api.session(owner.email, token);
    const batch = await registerBatch(byKey, ENROLLED.slice(0, 4));
    const chunk = (count: number) => sendChunk(byKey, batch, batch.items.slice(0, count));
    expect(await chunk(2)).toMatchObject({
      status: 429,
      answer: { status: 'error', message: expect.stringContaining('may send 3 commands a minute. Nothing was sent') },
    });
    expect((await chunk(4)).answer).toMatchObject({ message: expect.stringContaining('send at most 3 in one call') });
    const count = async () =>
      (await api.store.db.selectFrom('commands').select('id').where('account_id', '=', owner.id).execute()).length;
    expect(await count()).toBe(2);
    api.clock.advance(MINUTE);
    expect((await chunk(3)).status).toBe(200);
    expect(await count()).toBe(5);
  });

  it('K1 D2 makes one key when the same request comes twice, and stores its text nowhere', async () => {
    const owner = await newMember(api, 'ADMIN');
    const session = await owner.logIn();
    const body = { key_name: 'ERP', user_id: owner.email };
    const transactionId = newTransactionId();
    const make = (more: object = {}) => session.call('generateKey', { ...body, ...more }, { transactionId });
    const [first, again] = [await make(), await make()];
    const secret = String(first.answer['key']);
    expect(secret).toMatch(/^dck_/);
    const message = expect.stringMatching(/^This key was made already, by the same request\. Its text is shown once/);
    expect(again.answer).toEqual({ status: 'success', message });
    const { db } = api.store;
    const keys = await db.selectFrom('api_keys').selectAll().where('account_id', '=', owner.id).execute();
    expect(keys).toHaveLength(1);
    expect((await make({ key_name: 'Other' })).status).toBe(409);
    const stored = [keys, await db.selectFrom('outcomes').selectAll().execute()];
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('K1 stops a key at once when it is deactivated', async () => {
    const { owner, session, send } = await withKey();
    const keyId = String((await rowOf(owner))?.['id']);
    await session.call('updateKeyStatus', { keyId, status: 'inactive' });
    expect((await send()).status).toBe(401);
    await session.call('updateKeyStatus', { keyId, status: 'active' });
    expect((await send()).status).toBe(200);
  });

  it("D21a makes keys for the caller's own account only", async () => {
    const { owner, session } = await withKey();
    const make = (body: object) => session.call('generateKey', { key_name: 'ERP', user_id: owner.email, ...body });
    expect((await make({ user_id: people.superadmin.email })).status).toBe(403);
    const message = 'The key needs a name of at most 64 characters.';
    expect((await make({ key_name: ' ' })).answer).toEqual({ status: 'error', message });
  });

  it('D9 keeps the keys of superadmins from admins', async () => {
    const { owner } = await withKey({}, 'SUPERADMIN');
    const admin = await api.as('admin');
    const { answer } = await admin.call('viewKeys');
    expect(answer['items']).not.toContainEqual(expect.objectContaining({ owner: owner.email }));
    const body = { keyId: String((await rowOf(owner))?.['id']), status: 'inactive' };
    expect((await admin.call('updateKeyStatus', body)).answer).toMatchObject({ status: 'error' });
    expect(await rowOf(owner)).toMatchObject({ status: 'active' });
  });
});
