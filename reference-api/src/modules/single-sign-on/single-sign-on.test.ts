import type { Role } from '@device-console/shared-lib/contract';
import { createHash } from 'node:crypto';
import { keepHouse } from '../../testing/keep-house.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { endChild } from '../../testing/child-server.ts';
import { PUBLIC_URL, REDIRECT, says, signOnFixture } from './testing/sign-on-fixture.ts';
import { failure, newMember, PASSWORD, rowsOf, startTestApi } from '../../testing/index.ts';

const OVER = { status: 'error', message: expect.stringMatching(/^This login is over, or was begun in another tab/) };
const NOBODY = 'What Example Account said of this login does not hold, so nobody was logged in.';
const DOUBTED = failure(`${NOBODY} Please try again; if it happens again, tell your admin.`);

const { running, strict, provider, signOn, startWith, startProvider, ...login } = signOnFixture();
const { behave, begin, comeBack, atProvider, finish, logIn, person, audited } = login;

it('S21 the verified e-mail of the provider opens the account with the rights that it has here', async () => {
  const { email } = await person('ADMIN');
  await behave({ people: { ann: { email: email.toUpperCase(), email_verified: true } } });
  const { address, reply, location, ...returned } = await atProvider('ann');
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    ...{ client_id: 'device-console', response_type: 'code', redirect_uri: REDIRECT, scope: 'openid email' },
    ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
    ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect([reply.statusCode, location.href.split('#')[0]]).toEqual([303, `${PUBLIC_URL}/signIn`]);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(reply.headers['set-cookie']).toBeUndefined();
  const answer = await finish(returned);
  expect(answer).toMatchObject({ status: 'success', email, userlevel: 'ADMIN' });
  // The answer holds no token of the provider: they are JWTs.
  expect(JSON.stringify(answer)).not.toContain('eyJ');
  expect((await running.session(email, answer['token']).call('homeData')).status).toBe(200);
  expect(await audited(1)).toEqual([[email, 'success', 'logged in by single sign-on, for the first time']]);
});

it('S21 an answer of the provider counts once, within ten minutes, and only in the page that asked', async () => {
  const { email } = await person();
  const theirs = await begin();
  const mine = await atProvider(email);
  const forged = new URL(mine.callback);
  forged.searchParams.set('state', 'of-nobody');
  expect(await finish({ ...mine, ...(await comeBack(forged)) })).toEqual(OVER);
  expect(await finish({ ...mine, handle: theirs.handle })).toEqual(OVER);
  expect((await audited(2)).map(([, outcome]) => outcome)).toEqual(['refused', 'refused']);
  expect(await finish(mine)).toMatchObject({ status: 'success', email });
  expect(await finish(mine)).toEqual(OVER);
  const late = await atProvider(email);
  running.clock.advance(10 * MINUTE + 1);
  expect(await finish(late)).toEqual(OVER);
});

it("S21 another login's code from the provider opens nothing: its challenge was another", async () => {
  const stolen = await atProvider((await person('ADMIN')).email);
  const own = await begin();
  const injected = new URL(stolen.callback);
  injected.searchParams.set('state', own.state);
  expect(await finish({ ...own, ...(await comeBack(injected)) })).toEqual(DOUBTED);
});

const seconds = Math.floor(Date.now() / 1000);
it.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['with the nonce of another login', { claims: { nonce: 'of-another' } }],
  ['without a nonce', { claims: { nonce: null } }],
  ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
  ['for another client', { claims: { aud: 'another-client' } }],
  ['that is over', { claims: { exp: seconds - 600, iat: seconds - 1200 } }],
  ['signed by a key that the provider does not publish', { signsBy: 'other' }],
  ['signed by the secret that the console shares with the provider', { signsBy: 'secret' }],
  ['that is not signed', { signsBy: 'nothing' }],
])('S21 an ID token %s logs nobody in, and the audit says so', async (_what, how) => {
  expect(await logIn((await person('USER', how)).email)).toEqual(DOUBTED);
  expect(await audited(1)).toEqual([['', 'refused', expect.stringMatching(/^the provider's answer does not hold:/)]]);
});

it('S21 an answer that names another issuer than the one that was asked is refused', async () => {
  const { handle, callback } = await atProvider((await person()).email);
  callback.searchParams.set('iss', 'https://elsewhere.example');
  expect(await finish({ handle, ...(await comeBack(callback)) })).toEqual(DOUBTED);
});

it('S21 a provider whose description names another issuer is not asked', async () => {
  const other = await startWith(signOn(provider.address.replace('127.0.0.1', 'localhost')));
  expect(await other.ask('beginSignIn', {})).toEqual(DOUBTED);
  await other.close();
});

it('S21 whoever turns back at the provider is told so', async () => {
  const { handle, state } = await begin();
  const callback = new URL(REDIRECT);
  callback.search = new URLSearchParams({ error: 'access_denied', state, iss: provider.address }).toString();
  const message = 'Example Account did not log you in. Please try again, or ask your admin.';
  expect(await finish({ handle, ...(await comeBack(callback)) })).toEqual(failure(message));
  expect(await audited(1)).toEqual([['', 'refused', 'the provider answered access_denied']]);
});

it('S21 D8 the superadmin login takes superadmins alone', async () => {
  const byClient = async (role: Role) => logIn((await person(role)).email, { client: 'SUPERADMIN' });
  expect(await byClient('SUPERADMIN')).toMatchObject({ userlevel: 'SUPERADMIN' });
  expect(await byClient('ADMIN')).toMatchObject({ message: expect.stringMatching(/^Only a superadmin can/) });
});

it('S21 a provider that is away or silent is told in words, in time, and asked again later', async () => {
  const message = 'Example Account could not be reached. Nobody was logged in; please try again in a few minutes.';
  const unreachable = failure(message);
  const gone = await startProvider();
  await endChild(gone, 'SIGTERM');
  const away = await startWith(signOn(gone.address));
  expect(await away.ask('beginSignIn', {})).toEqual(unreachable);
  await away.close();
  const returned = await atProvider((await person()).email);
  await behave({ isSilent: true });
  expect(await running.ask('beginSignIn', {})).toEqual(unreachable);
  expect(await finish(returned)).toEqual(unreachable);
  expect(await audited(1)).toEqual([['', 'error', expect.stringMatching(/^the provider could not be asked:/)]]);
  await behave({});
  expect(await running.ask('beginSignIn', {})).toMatchObject({ status: 'success' });
});

it('S21 without a provider nothing of it is there', async () => {
  const plain = await startTestApi();
  const none = failure('This console has no single sign-on. Please log in with your password.');
  expect(await plain.ask('beginSignIn', {})).toEqual(none);
  expect(await plain.ask('signInByCode', { code: 'x', handle: 'y' })).toEqual(none);
  expect((await plain.server.inject({ url: '/signIn/callback?state=x&code=y' })).statusCode).toBe(404);
  await plain.close();
});

it('S21 keeps neither state nor handle of a login, and nothing at all once it is over', async () => {
  const { handle, state } = await begin();
  const kept = JSON.stringify(await rowsOf(running.store, 'single_sign_ons'));
  expect(kept).toContain(createHash('sha256').update(state).digest('hex'));
  for (const secret of [state, handle]) expect(kept).not.toContain(secret);
  running.clock.advance(10 * MINUTE + 1);
  await keepHouse(running);
  expect(await rowsOf(running.store, 'single_sign_ons')).toEqual([]);
});

it.each<readonly [string, unknown]>([
  ['not verified', false],
  ['of which nothing is said', undefined],
])('S22 an e-mail that is %s opens no account', async (_what, isVerified) => {
  const { email } = await newMember(running, 'USER');
  await behave({ people: { gus: { email, email_verified: isVerified } } });
  const message = 'Example Account vouches for no e-mail address of yours. Please ask its admin.';
  expect(await logIn('gus')).toEqual(failure(message));
});

it('S22 makes no account: an unknown e-mail is refused in words, and the audit says whose', async () => {
  await behave({ people: { hal: says('stranger@example.com') } });
  const message = 'There is no account for stranger@example.com here. Please ask your admin.';
  expect(await logIn('hal')).toEqual(failure(message));
  expect(await audited(1)).toEqual([['stranger@example.com', 'refused', `single sign-on: ${message}`]]);
});

it('S22 a disabled account stays closed, also one that was linked before', async () => {
  const closed = failure('Your account is disabled.Contact Your Admin for support');
  const admin = await running.as('superadmin');
  for (const isLinked of [false, true]) {
    const { email } = await person();
    if (isLinked) expect(await logIn(email)).toMatchObject({ status: 'success' });
    await admin.call('updateUserStatus', { email, status: 'INACTIVE' });
    expect(await logIn(email)).toEqual(closed);
  }
});

it('S22 once linked the subject counts: an e-mail that changes hands takes no account over', async () => {
  const [kim, lou] = [await newMember(running, 'ADMIN'), await newMember(running, 'USER')];
  await behave({ people: { kim: says(kim.email) } });
  expect(await logIn('kim')).toMatchObject({ email: kim.email });
  // At the provider her address now belongs to somebody else, and she has that of another account.
  await behave({ people: { kim: says(lou.email), newcomer: says(kim.email) } });
  const message = 'Your account here is linked to another login of Example Account. Please ask your admin.';
  expect(await logIn('newcomer')).toEqual(failure(message));
  expect(await logIn('kim')).toMatchObject({ email: kim.email, userlevel: 'ADMIN' });
  await behave({ people: { kim: {} } });
  expect(await logIn('kim')).toMatchObject({ email: kim.email });
});

it('S22 a deleted account is linked no more: the person comes back with a new one', async () => {
  const { email } = await person();
  await logIn(email);
  const admin = await running.as('superadmin');
  expect(await admin.ask('closeAccount', { email })).toMatchObject({ status: 'success' });
  expect(await logIn(email)).toMatchObject({ status: 'error', message: expect.stringMatching(/^There is no acc/) });
});

describe('S23 where it is the only way', () => {
  const OFF = 'Passwords are not used here. Please log in with Example Account.';

  it('S23 a right password opens nothing but a superadmin, and a wrong one tells nothing', async () => {
    const boss = await newMember(strict, 'SUPERADMIN');
    const { email } = await person('ADMIN', {}, strict);
    const byPassword = async (name: string, password: string) =>
      (await strict.ask('login', { email: name, password }))['message'];
    expect(await byPassword(email, PASSWORD)).toBe(OFF);
    expect(await byPassword(email, 'wrong')).toBe('Invalid email or password');
    expect(await byPassword(boss.email, PASSWORD)).toBe('Login successful');
    expect(await logIn(email, {}, strict)).toMatchObject({ status: 'success', email });
  });

  it('S23 nobody but a superadmin is mailed a link, uses one, or changes a password', async () => {
    const boss = await newMember(strict, 'SUPERADMIN');
    const { email } = await person('USER', {}, strict);
    for (const one of [email, boss.email])
      expect(await strict.ask('forgotPassword', { email: one })).toMatchObject({ status: 'success' });
    expect(strict.mails.map(({ to }) => to)).toEqual([boss.email]);
    const session = strict.session(email, (await logIn(email, {}, strict))['token']);
    const change = { currentPassword: PASSWORD, newPassword: 'green umbrella nine' };
    expect(await session.ask('changePassword', change)).toEqual(failure(OFF));
    const invited = { email: 'new-one@example.com', phone: '7111111111', permissions: [] };
    const superadmin = await strict.as('superadmin');
    expect(await superadmin.ask('inviteUser', invited)).toEqual(failure(OFF));
    expect(await superadmin.ask('getUsers')).toMatchObject({ invitations: '' });
  });
});
