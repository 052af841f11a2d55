import type { Role } from '@device-console/shared-lib/contract';
import { listPermissions } from '../store/permissions.ts';
import { DAY, MINUTE } from '../time/clock.ts';
import { audited, ENROLLED, failure, type Session, shared, startTestApi } from '../../testing/index.ts';
import { addApp, factorOptions } from '../../modules/second-factors/testing/test-factors.ts';

const GIVEN = 'given umbrella nine';
const OWN = 'own lantern forest';
const ENDED =
  'The password that you were given has ended, because it was not replaced in time. Set one by "Forgot password", or ' +
  'ask your admin.';
const FIRST = {
  status: 'error',
  message: 'Somebody else chose your password. Choose your own under My account first. Nothing was done.',
  challenge: { kind: 'new-password' },
};

let count = 0;
const api = shared(() => startTestApi(undefined, { ...factorOptions, firstPasswordDays: 7, stepUpRows: 100 }));

async function added(role: Role = 'USER'): Promise<string> {
  count += 1;
  const email = `given-${count}@example.com`;
  const lock = (await listPermissions(api.store.db)).filter(({ name }) => name === 'Lock Device');
  const permissions = lock.map(({ id }) => id);
  const user = { email, phone: String(6_500_000_000 + count), password: GIVEN, permissions };
  const superadmin = await api.as('superadmin');
  expect(await superadmin.ask('addUser', user)).toMatchObject({ status: 'success' });
  if (role !== 'USER') await superadmin.call('changeRole', { email, role });
  return email;
}
const login = (email: string, password = GIVEN) => api.ask('login', { email, password });
const logIn = async (email: string, password = GIVEN) => api.session(email, (await login(email, password))['token']);
const replace = (session: Session, newPassword = OWN) =>
  session.ask('changePassword', { currentPassword: GIVEN, newPassword });
const ask = async (session: Session) => {
  const { status, answer } = await session.call('homeData');
  return [status, answer['challenge']];
};

it('S27 V6.4.1 a given password opens a session that may replace it and nothing else, then everything', async () => {
  const email = await added();
  const session = await logIn(email);
  const refused = await session.call('homeData');
  expect([refused.status, refused.answer]).toEqual([403, FIRST]);
  const lock = { imei: ENROLLED[0], action: 'lock' };
  const file = { name: 'list.csv', content: `${ENROLLED[0]}\r\n` };
  const others = [
    await session.call('lockNotification', lock),
    await session.upload('bulkLockCopy.php', file),
    await session.call('ownFactors'),
    await session.call('endSessions'),
  ];
  for (const { status, answer } of others) expect([status, answer]).toEqual([403, FIRST]);
  expect(await api.commands()).toEqual([]);
  const refusedCalls = ['homeData', 'locknotification', 'bulkLockCopy', 'ownFactors', 'endSessions'];
  expect((await audited(api.store, { email })).map(({ call, said }) => [call, said.message])).toEqual([
    ['login.php', 'logged in with a password that an admin gave'],
    ...refusedCalls.map((name) => [`${name}.php`, FIRST.message]),
  ]);
  expect((await session.call('keepSession')).status).toBe(200);
  expect(await session.ask('ownSessions')).toMatchObject({ given_password: 'yes' });
  expect(await replace(session, GIVEN)).toMatchObject({ message: 'The new password is the current one.' });
  expect(await replace(session)).toMatchObject({ status: 'success' });
  expect(await session.ask('lockNotification', lock)).toMatchObject({ status: 'success' });
  expect(await session.ask('ownSessions')).toMatchObject({ given_password: '' });
  expect(await login(email)).toMatchObject({ message: 'Invalid email or password' });
  expect(await ask(await logIn(email, OWN))).toEqual([200, undefined]);
});

it('S27 V6.4.1 a given password ends after seven days, in words to who knows it; that of a reset never', async () => {
  const email = await added();
  api.clock.advance(7 * DAY - MINUTE);
  expect(await login(email)).toMatchObject({ status: 'success' });
  api.clock.advance(MINUTE);
  expect(await login(email)).toEqual(failure(ENDED));
  expect(await login(email, 'another umbrella')).toMatchObject({ message: 'Invalid email or password' });
  await api.call('resetPassword', { ...(await api.forgot(email)), newPassword: OWN });
  api.clock.advance(5 * 365 * DAY);
  expect(await ask(await logIn(email, OWN))).toEqual([200, undefined]);
});

it('S27 S20 a role that needs a factor too replaces the password first, then adds the factor', async () => {
  const session = await logIn(await added('ADMIN'));
  expect(await ask(session)).toEqual([403, { kind: 'new-password' }]);
  expect((await session.call('addTotp')).status).toBe(403);
  await replace(session);
  expect(await ask(session)).toEqual([403, { kind: 'enrol' }]);
  await addApp(api, session);
  expect(await ask(session)).toEqual([200, undefined]);
});

it('S27 S18 what is older than five minutes is proved by a given password, and it can still be replaced', async () => {
  const session = await logIn(await added());
  api.clock.advance(6 * MINUTE);
  expect(await session.ask('identityOptions')).toMatchObject({ offers: 'password' });
  expect(await session.ask('proveIdentity', { password: GIVEN })).toMatchObject({ status: 'success' });
  expect(await replace(session)).toMatchObject({ status: 'success' });
});

it('S27 U5 who was invited has chosen it himself and is asked for nothing', async () => {
  const email = 'asked-in@example.com';
  const superadmin = await api.as('superadmin');
  await superadmin.call('inviteUser', { email, phone: '6499999999', permissions: [] });
  await api.call('acceptInvitation', { token: api.linkTo(email), newPassword: OWN });
  expect(await ask(await logIn(email, OWN))).toEqual([200, undefined]);
});
