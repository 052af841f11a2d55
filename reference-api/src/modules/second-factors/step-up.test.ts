import { newTransactionId } from '@device-console/shared-lib/crypto';
import { HOUR, MINUTE } from '../../core/time/clock.ts';
import { ENROLLED, newSession, PASSWORD, rowsOf, shared, startTestApi, type Session } from '../../testing/index.ts';
import { begunBatch, claim, itemAt, sendChunk } from '../../testing/test-batch.ts';
import { codeOf, everythingKept, factorOptions, memberWithApp, nextCode } from './testing/test-factors.ts';

const [imei = '', second = '', third = ''] = ENROLLED;
const message = 'Confirm that it is you, then try again. Nothing was done yet.';
const ASKED = { status: 'error', message, challenge: { kind: 'proof', offers: ['password'] } };

const factorPolicies = { SUPERADMIN: 'offered', ADMIN: 'offered', USER: 'off' } as const;
const api = shared(() => startTestApi(undefined, { ...factorOptions, factorPolicies, stepUpRows: 2 }));

/** Returns a session whose last proof is older than five minutes. */
async function stale(role: 'ADMIN' | 'SUPERADMIN' = 'ADMIN'): Promise<Session> {
  const { session } = await newSession(api, role);
  api.clock.advance(5 * MINUTE + 1);
  return session;
}
const release = (session: Session, id?: string) => session.send(imei, 'release', id);
const prove = async (session: Session, proof: object = { password: PASSWORD }) =>
  (await session.ask('proveIdentity', proof))['status'];
const commandsOf = async (id: string) => (await rowsOf(api.store, 'commands', { transaction_id: id })).length;

it('S18 a login counts for five minutes; then a release is refused, and done once after a proof', async () => {
  const { session } = await newSession(api, 'ADMIN');
  api.clock.advance(5 * MINUTE);
  const [early, id] = [newTransactionId(), newTransactionId()];
  expect((await release(session, early)).status).toBe(200);
  api.clock.advance(1);
  const refused = await release(session, id);
  expect([refused.status, refused.sealed, refused.answer]).toEqual([403, true, ASKED]);
  expect(await commandsOf(id)).toBe(0);
  expect(await prove(session, { password: 'wrong' })).toBe('error');
  expect((await release(session, id)).status).toBe(403);
  expect(await prove(session)).toBe('success');
  expect([(await release(session, id)).status, (await release(session, id)).status]).toEqual([200, 200]);
  api.clock.advance(-HOUR);
  expect((await release(session)).status).toBe(403);
  api.clock.advance(HOUR);
  expect([await commandsOf(early), await commandsOf(id)]).toEqual([1, 1]);
});

it.each([
  ['lockNotification', { imei, action: 'release' }],
  ['lockNotification', { imei, action: 'disableapplevel1' }],
  ['updateCommandOnServer', { imeilist: imei, action: 'release' }],
  ['updateCommandOnServer', { imeilist: `${imei},${second},${third}`, action: 'lock' }],
  ['generateKey', { key_name: 'ERP', user_id: 'nobody@example.com' }],
  ['updateKeyStatus', { keyId: '1', status: 'active' }],
  ['addUser', { email: 'new@example.com', phone: '9876543210', password: 'long enough words', permissions: [] }],
  ['inviteUser', { email: 'new@example.com', phone: '9876543210', permissions: [] }],
  ['sendPasswordLink', { email: 'viewer@example.com' }],
  ['updateUser', { id: '3', email: 'operator@example.com', phone: '9000000003', permissions: [] }],
  ['updateUserStatus', { email: 'viewer@example.com', status: 'ACTIVE' }],
  ['updateLoginStatus', { email: 'viewer@example.com' }],
  ['closeAccount', { email: 'viewer@example.com' }],
  ['endSessions', {}],
  ['addTotp', {}],
  ['addPasskey', {}],
  ['removeFactor', { id: '1' }],
  ['renewRecoveryCodes', {}],
  ['decideApproval', { id: '1', decision: 'approve' }],
  ['adminLockNotification', { imei: 'ALL', action: 'REBOOT' }],
  ['changeRole', { email: 'viewer@example.com', role: 'ADMIN' }],
  ['resetFactors', { email: 'viewer@example.com' }],
  ['containAccount', { email: 'viewer@example.com', reason: 'Stolen' }],
  ['liftCommandPause', { email: 'viewer@example.com' }],
] as const)('S18 %s with %j asks for a proof', async (name, body) => {
  const reply = await (await stale('SUPERADMIN')).call(name, body);
  expect([reply.status, reply.answer]).toEqual([403, ASKED]);
});

it.each([
  ['lockNotification', { imei, action: 'lock' }],
  ['updateCommandOnServer', { imeilist: `${imei},${second}`, action: 'lock' }],
  ['updateUserStatus', { email: 'viewer@example.com', status: 'INACTIVE' }],
  ['updateKeyStatus', { keyId: '1', status: 'inactive' }],
  ['revokeKeys', { email: 'viewer@example.com' }],
  ['changePassword', { currentPassword: 'wrong', newPassword: 'long enough words' }],
  ['getUsers', {}],
  ['decideApproval', { id: '1', decision: 'refuse' }],
  ['confirmTotp', { id: '1', name: 'Phone', code: '000000' }],
] as const)('S18 %s with %j does not', async (name, body) => {
  expect((await (await stale()).call(name, body)).status).toBe(200);
});

it('S18 a batch that was begun with a proof goes on to its end, and leads nobody else around it', async () => {
  const { session } = await newSession(api, 'ADMIN');
  const { batch, run } = await begunBatch(session, [imei, second, third], 'release');
  for (const row of [1, 2]) {
    api.clock.advance(20 * MINUTE);
    const { answer } = await sendChunk(session, batch, [itemAt(batch, row)], run);
    expect(answer).toMatchObject({ status: 'success', items: [{ row, outcome: 'answered' }] });
  }
  const { filename, batchId } = batch;
  const unlisted = { imei: ENROLLED[5], action: 'release', filename };
  expect(await session.ask('getImeiDetails', unlisted)).toEqual(ASKED);
  expect((await session.call('getImeiDetails', { ...unlisted, batchId, run })).status).toBe(400);
  const other = await stale();
  const taken = await claim(other, batch, newTransactionId(), { takeOver: true });
  expect(taken.answer).toEqual(ASKED);
  expect(await prove(other)).toBe('success');
  const next = newTransactionId();
  expect((await claim(other, batch, next, { takeOver: true })).answer).toMatchObject({ run: next });
  api.clock.advance(HOUR);
  const last = await sendChunk(other, batch, [itemAt(batch, 3)], next);
  expect(last.answer).toMatchObject({ items: [{ row: 3, outcome: 'answered' }] });
});

it('S18 an account with a factor proves itself by that, and its password is not enough', async () => {
  const { session, secret, codes } = await memberWithApp(api, 'ADMIN');
  // The code that added the app was used.
  expect(await prove(session, { code: codeOf(api, secret) })).toBe('error');
  api.clock.advance(6 * MINUTE);
  const refused = await release(session);
  expect(refused.answer['challenge']).toEqual({ kind: 'proof', offers: ['totp', 'recovery'] });
  expect(await session.ask('identityOptions')).toMatchObject({ offers: 'totp,recovery' });
  expect(await prove(session)).toBe('error');
  const change = { currentPassword: PASSWORD, newPassword: 'green umbrella nine' };
  expect((await session.call('changePassword', change)).status).toBe(403);
  const code = nextCode(api, secret);
  expect(await prove(session, { code })).toBe('success');
  expect((await release(session)).status).toBe(200);
  api.clock.advance(6 * MINUTE);
  expect(await prove(session, { code })).toBe('error');
  expect(await prove(session, { recoveryCode: codes[3] })).toBe('success');
  expect((await release(session)).status).toBe(200);
  const kept = await everythingKept(api);
  for (const text of [code, codes[3], PASSWORD]) expect(kept).not.toContain(`"${text}"`);
});

it('S18 D2a slows down guessing at a proof', async () => {
  const session = await stale();
  const statuses = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await session.call('proveIdentity', { password: `guess ${attempt}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

it('S18 K2 an API key is asked for none: it is bounded otherwise', async () => {
  const { session } = await newSession(api, 'ADMIN');
  const key = await session.newKey();
  api.clock.advance(HOUR);
  expect((await release(api.session(session.email, key))).status).toBe(200);
});
