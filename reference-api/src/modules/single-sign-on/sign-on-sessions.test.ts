import type { Role } from '@device-console/shared-lib/contract';
import { HOUR, MINUTE } from '../../core/time/clock.ts';
import { Visitor } from '../../testing/identity/visitor.ts';
import { keepHouse } from '../../testing/keep-house.ts';
import { PUBLIC_URL, says, signOnFixture } from './testing/sign-on-fixture.ts';
import { audited, failure, newMember, newSession, rowsOf, success } from '../../testing/index.ts';
import { addApp, everythingKept } from '../second-factors/testing/test-factors.ts';

const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';
const CONFIRMED = success('You have confirmed that it is you.');
const STRONG = { acr: 'urn:example:strong' };

const { running, strict, provider, signOn, startWith, ...login } = signOnFixture();
const { behave, begin, comeBack, finish, atProvider, logIn, person, audited: newestAudited } = login;

/** Logs somebody in by single sign-on; returns them with the browser that is logged in at the provider. */
async function signedOn(on = running, claims = {}, role: Role = 'ADMIN') {
  const { id, email } = await person(role, { claims }, on);
  const visitor = new Visitor();
  const session = on.session(email, (await logIn(email, {}, on, visitor))['token']);
  const statusOfHome = async () => (await session.call('homeData')).status;
  const stored = async () => (await rowsOf(on.store, 'sessions', { account_id: id }))[0]?.id_token;
  return { email, visitor, session, statusOfHome, stored };
}

/** Returns somebody whose login at the provider is six minutes old, with their browser. */
async function waiting(role: Role = 'USER') {
  const { email, visitor, session } = await signedOn(strict, STRONG, role);
  strict.clock.advance(6 * MINUTE);
  return {
    ...{ email, session, visitor },
    asked: async () => {
      const { address, handle } = await session.ask('beginSignOnProof');
      return { address: String(address), handle: String(handle) };
    },
    /** Logs in anew for a question of this session; returns what its page has then. */
    async again({ address, handle }: { address: string; handle: string }, by = email, browser = visitor) {
      return { handle, ...(await comeBack(await browser.logIn(address, by), strict)) };
    },
    prove: ({ code, handle }: { code: string; handle: string }, as = session) =>
      as.ask('proveBySignOn', { code, handle }),
    /** Returns the challenge with which a call that needs a fresh proof is refused; undefined if it is not. */
    challenge: async () => (await session.ask('endSessions'))['challenge'],
  };
}

it('S30 a login made anew at the provider is a proof, once, though he was logged in there', async () => {
  const { email, session, visitor, asked, again, prove, challenge } = await waiting();
  expect(await challenge()).toEqual({ kind: 'proof', offers: [], bySignOn: true });
  expect(await session.ask('proveIdentity', { password: 'any' })).toMatchObject({ status: 'error' });
  const question = await asked();
  const asks = { prompt: 'login', max_age: '0', login_hint: email, acr_values: 'urn:example:strong' };
  expect(Object.fromEntries(new URL(question.address).searchParams)).toMatchObject(asks);
  await expect(visitor.pass(question.address)).rejects.toThrow('asks who it is');
  const { location, ...proof } = await again(question);
  expect([location.pathname, location.hash]).toEqual(['/signIn', `#proof=${proof.code}`]);
  expect(await challenge()).toBeDefined();
  expect(await prove(proof)).toEqual(CONFIRMED);
  expect(await challenge()).toBeUndefined();
  expect(await prove(proof)).toEqual(failure(OVER));
  const rows = await audited(strict.store, { call: 'proveBySignOn.php', outcome: 'success' });
  expect(rows.at(-1)).toMatchObject({ email, said: { by: 'sign-on', ...STRONG } });
});

const doubted = expect.stringMatching(/^What Example Account said of this login does not hold/);
const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
it.each<readonly [string, object]>([
  ['is an old one', { auth_time: ago(600) }],
  ['does not say when it was', { auth_time: null }],
  ['is for another question', { nonce: 'of-another' }],
])('S30 a login that %s proves nothing', async (_what, claims) => {
  const { asked, again, prove, challenge } = await waiting();
  await behave({ claims: { ...STRONG, ...claims } });
  const proof = await again(await asked());
  expect(await prove(proof)).toEqual(failure(doubted));
  expect(await challenge()).toBeDefined();
  const kept = await everythingKept(strict);
  for (const secret of [proof.code, proof.handle]) expect(kept).not.toContain(secret);
});

it('S30 the login of somebody else proves nothing, also of one who has an account here', async () => {
  const other = await person('USER', { claims: STRONG }, strict);
  await logIn(other.email, {}, strict);
  const { email, asked, again, prove, challenge } = await waiting();
  const proof = await again(await asked(), other.email, new Visitor());
  const told = `Somebody else logged in at Example Account. Please log in there as ${email}.`;
  expect(await prove(proof)).toEqual(failure(`${told} Nothing was confirmed.`));
  expect(await challenge()).toBeDefined();
});

it('S30 its code opens no session and proves nothing of another; the code of a login proves nothing', async () => {
  const { email, session, asked, again, prove, challenge } = await waiting();
  const proof = await again(await asked());
  expect(await finish(proof, {}, strict)).toEqual(failure(OVER));
  expect(await prove(await atProvider(email, strict))).toEqual(failure(OVER));
  const another = strict.session(session.email, (await logIn(email, {}, strict))['token']);
  expect(await prove(proof, another)).toEqual(failure(OVER));
  expect(await challenge()).toBeDefined();
  expect(await prove(proof)).toEqual(CONFIRMED);
});

it('S30 S29 a role that needs a second factor shows it at the provider again, and no password', async () => {
  const { session, asked, again, prove, challenge } = await waiting('ADMIN');
  expect(new URL((await begin(strict)).address).searchParams.get('acr_values')).toBe(STRONG.acr);
  expect(await session.ask('ownFactors')).toMatchObject({ policy: 'offered' });
  expect(await challenge()).toEqual({ kind: 'proof', offers: [], bySignOn: true });
  await behave({ claims: { amr: ['pwd'] } });
  const told = 'Example Account did not say that you showed a second factor, which your role needs.';
  expect(await prove(await again(await asked()))).toEqual(failure(`${told} Nothing was confirmed.`));
  await behave({ claims: STRONG });
  expect(await prove(await again(await asked()))).toEqual(CONFIRMED);
});

it('S30 who has a password may use either; a factor that he has here is asked for instead', async () => {
  const { session, asked, again, prove, challenge } = await waiting('SUPERADMIN');
  expect(await challenge()).toEqual({ kind: 'proof', offers: ['password'], bySignOn: true });
  const proof = await again(await asked());
  await prove(proof);
  await addApp(strict, session);
  strict.clock.advance(6 * MINUTE);
  expect(await challenge()).toEqual({ kind: 'proof', offers: ['totp', 'recovery'] });
  const message = 'Your account is not confirmed with Example Account. Please choose another way.';
  expect(await session.ask('beginSignOnProof')).toEqual(failure(message));
  expect(await prove(proof)).toEqual(failure(message));
});

it('S30 who never logged in at the provider is offered his password alone', async () => {
  const { session } = await newSession(strict, 'SUPERADMIN');
  strict.clock.advance(6 * MINUTE);
  expect((await session.ask('endSessions'))['challenge']).toEqual({ kind: 'proof', offers: ['password'] });
});

it('S28 a logout ends the session here, then the one at the provider, and comes back to the login', async () => {
  const { visitor, session, statusOfHome } = await signedOn();
  await visitor.pass((await begin()).address);
  const answer = await session.ask('signOut');
  expect(answer).toMatchObject(success('Logged out'));
  expect(await statusOfHome()).toBe(401);
  const address = new URL(String(answer['address']));
  expect(address.origin).toBe(provider.address);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ client_id: 'device-console', id_token_hint: expect.stringMatching(/^eyJ/), state: 'standard' },
    post_logout_redirect_uri: `${PUBLIC_URL}/signIn`,
  });
  expect((await visitor.logOut(address.href)).href).toBe(`${PUBLIC_URL}/signIn?state=standard`);
  await expect(visitor.pass((await begin()).address)).rejects.toThrow('asks who it is');
});

it('S28 the ID token is kept sealed, and no longer than its session', async () => {
  const [ended, over] = [await signedOn(), await signedOn()];
  expect(await ended.stored()).toMatch(/^v1\.[\w-]{100,}$/);
  await ended.session.call('logout');
  expect(await ended.stored()).toBeNull();
  running.clock.advance(9 * HOUR);
  await keepHouse(running);
  expect(await over.stored()).toBeNull();
});

it('S28 there is nowhere to go by a password, with the setting off, and where the provider has no page', async () => {
  const member = await newMember(running, 'USER');
  const off = await startWith(signOn(provider.address, { endsSession: false }));
  const sessions = [await member.logIn(), (await signedOn(off)).session, (await signedOn()).session];
  await behave({ withoutLogout: true });
  for (const session of sessions) {
    expect(await session.ask('signOut')).toEqual(success('Logged out'));
    expect((await session.call('homeData')).status).toBe(401);
  }
  await off.close();
});

it('S28 while the provider is away the session ends here, and the operator is told of the other', async () => {
  const { session, statusOfHome } = await signedOn();
  await behave({ isSilent: true });
  const notice = 'You are logged out here. Example Account could not be reached, so you may still be logged in there.';
  expect(await session.ask('signOut')).toEqual({ ...success('Logged out'), notice });
  expect(await statusOfHome()).toBe(401);
});

/** The class or a method of the setting lets in; without them the role has to add a factor here. */
const letIn = { status: 200 };
const toEnrol = { status: 403, answer: { challenge: { kind: 'enrol' } } };
it.each([
  [', with a second factor', STRONG, letIn, ' (acr urn:example:strong)'],
  [', with a second factor', { acr: '0', amr: ['pwd', 'mfa'] }, letIn, ' (acr 0, amr pwd mfa)'],
  ['', { acr: null, amr: null }, toEnrol, ''],
  ['', { acr: null, amr: ['pwd'] }, toEnrol, ' (amr pwd)'],
  ['', { acr: 'urn:example:strong mfa', amr: ['a\nmfa', 7, 'mfa '] }, toEnrol, ''],
])('S29 S20 V6.8.4 a role needs a factor that the setting names%s: %j', async (by, claims, home, text) => {
  const { email, session } = await signedOn(strict, claims);
  expect(await session.call('homeData')).toMatchObject(home);
  const said = `logged in by single sign-on${by}, for the first time${text}`;
  expect(await newestAudited(1, strict)).toEqual([[email, 'success', said]]);
});

it('S29 S27 who comes by the provider uses no password, so an admin’s is not asked to be replaced', async () => {
  const superadmin = await running.as('superadmin');
  const user = { email: 'by-sign-on@example.com', phone: '6811111111', permissions: [] };
  await superadmin.call('addUser', { ...user, password: 'given umbrella nine' });
  await behave({ people: { bea: says(user.email) } });
  const session = running.session(user.email, (await logIn('bea'))['token']);
  expect((await session.call('homeData')).status).toBe(200);
});
