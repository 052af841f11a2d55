import { createHash } from 'node:crypto';
import { keepHouse } from '../../testing/keep-house.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { endChild } from '../../testing/child-server.ts';
import { Visitor } from '../../testing/identity/visitor.ts';
import { PUBLIC_URL, REDIRECT, says, signOnFixture } from '../../testing/sign-on-fixture.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { newMember } from '../../testing/test-member.ts';

const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';
const DOUBTED =
  'What Example Account said of this login does not hold, so nobody was logged in. Please try again; if it happens ' +
  'again, tell your admin.';

describe('single sign-on', () => {
  const { running, provider, signOn, startWith, startProvider, ...login } = signOnFixture();
  const { behave, begin, comeBack, finish, logIn, audited } = login;

  it('S21 the verified e-mail of the provider opens the account with the rights that it has here', async () => {
    const member = await newMember(running(), 'ADMIN');
    await behave({ people: { ann: says(member.email.toUpperCase()) } });
    const { address, handle } = await begin();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      ...{ client_id: 'device-console', response_type: 'code', redirect_uri: REDIRECT, scope: 'openid email' },
      ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const { reply, location, code } = await comeBack(await new Visitor().logIn(address, 'ann'));
    expect([reply.statusCode, location.origin, location.pathname, location.search]).toEqual([
      ...[303, PUBLIC_URL, '/signIn', ''],
    ]);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const answer = await finish(code, handle);
    expect(answer).toMatchObject({ status: 'success', email: member.email, userlevel: 'ADMIN' });
    // The answer holds no token of the provider: they are JWTs.
    expect(JSON.stringify(answer)).not.toContain('eyJ');
    const token = String(answer['token']);
    expect((await running().call('homeData', {}, { token })).status).toBe(200);
    expect(await audited(1)).toEqual([[member.email, 'success', 'logged in by single sign-on, for the first time']]);
  });

  it('S21 an answer of the provider counts once, within ten minutes, and only in the page that asked', async () => {
    const member = await newMember(running(), 'USER');
    await behave({ people: { ben: says(member.email) } });
    const refused = { status: 'error', message: OVER };
    const [mine, theirs] = [await begin(), await begin()];
    const callback = await new Visitor().logIn(mine.address, 'ben');
    const forged = new URL(callback);
    forged.searchParams.set('state', 'of-nobody');
    expect(await finish((await comeBack(forged)).code, mine.handle)).toEqual(refused);
    const { code } = await comeBack(callback);
    expect(await finish(code, theirs.handle)).toEqual(refused);
    expect((await audited(2)).map(([, outcome]) => outcome)).toEqual(['refused', 'refused']);
    expect(await finish(code, mine.handle)).toMatchObject({ status: 'success', email: member.email });
    expect(await finish(code, mine.handle)).toEqual(refused);
    const slow = await begin();
    const late = await comeBack(await new Visitor().logIn(slow.address, 'ben'));
    running().clock.advance(10 * MINUTE + 1);
    expect(await finish(late.code, slow.handle)).toEqual(refused);
  });

  it("S21 another login's code from the provider opens nothing: its challenge was another", async () => {
    const victim = await newMember(running(), 'ADMIN');
    await behave({ people: { dora: says(victim.email) } });
    const stolen = await new Visitor().logIn((await begin()).address, 'dora');
    const own = await begin();
    const injected = new URL(stolen);
    injected.searchParams.set('state', new URL(own.address).searchParams.get('state') ?? '');
    expect(await finish((await comeBack(injected)).code, own.handle)).toEqual({ status: 'error', message: DOUBTED });
  });

  const seconds = Math.floor(Date.now() / 1000);
  it.each<readonly [string, object]>([
    ['with the nonce of another login', { claims: { nonce: 'of-another' } }],
    ['without a nonce', { claims: { nonce: null } }],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['that is over', { claims: { exp: seconds - 600, iat: seconds - 1200 } }],
    ['signed by a key that the provider does not publish', { signsBy: 'other' }],
    ['signed by the secret that the console shares with the provider', { signsBy: 'secret' }],
    ['that is not signed', { signsBy: 'nothing' }],
  ])('S21 an ID token %s logs nobody in, and the audit says so', async (_what, how) => {
    const member = await newMember(running(), 'USER');
    await behave({ people: { eve: says(member.email) }, ...how });
    expect(await logIn('eve')).toEqual({ status: 'error', message: DOUBTED });
    expect(await audited(1)).toEqual([['', 'refused', expect.stringMatching(/^the provider's answer does not hold:/)]]);
  });

  it('S21 an answer that names another issuer than the one that was asked is refused', async () => {
    const member = await newMember(running(), 'USER');
    await behave({ people: { finn: says(member.email) } });
    const { address, handle } = await begin();
    const callback = await new Visitor().logIn(address, 'finn');
    callback.searchParams.set('iss', 'https://elsewhere.example');
    expect(await finish((await comeBack(callback)).code, handle)).toEqual({ status: 'error', message: DOUBTED });
  });

  it('S21 a provider whose description names another issuer is not asked', async () => {
    const elsewhere = provider().address.replace('127.0.0.1', 'localhost');
    const other = await startWith(signOn(elsewhere));
    expect((await other.call('beginSignIn', {})).answer).toEqual({ status: 'error', message: DOUBTED });
    await other.close();
  });

  it('S21 its session is one as every other: it ends by logout, and with its account', async () => {
    const member = await newMember(running(), 'USER');
    await behave({ people: { gil: says(member.email) } });
    const admin = await running().as('superadmin');
    for (const end of ['logout', 'disabled']) {
      const token = String((await logIn('gil'))['token']);
      const asked = async () => (await running().call('homeData', {}, { token })).status;
      expect(await asked()).toBe(200);
      if (end === 'logout') await running().call('logout', { user: member.email }, { token });
      else await admin.call('updateUserStatus', { email: member.email, status: 'INACTIVE' });
      expect(await asked()).toBe(401);
    }
  });

  it('S21 whoever turns back at the provider is told so', async () => {
    const { address, handle } = await begin();
    const callback = new URL(REDIRECT);
    callback.search = new URLSearchParams({
      error: 'access_denied',
      state: new URL(address).searchParams.get('state') ?? '',
      iss: provider().address,
    }).toString();
    expect(await finish((await comeBack(callback)).code, handle)).toEqual({
      ...{ status: 'error', message: 'Example Account did not log you in. Please try again, or ask your admin.' },
    });
    expect(await audited(1)).toEqual([['', 'refused', 'the provider answered access_denied']]);
  });

  it('S21 D8 the superadmin login takes superadmins alone', async () => {
    const [boss, admin] = [await newMember(running(), 'SUPERADMIN'), await newMember(running(), 'ADMIN')];
    await behave({ people: { nia: says(boss.email), ole: says(admin.email) } });
    const client = { client: 'SUPERADMIN' };
    expect(await logIn('nia', client)).toMatchObject({ userlevel: 'SUPERADMIN' });
    expect(await logIn('ole', client)).toMatchObject({ message: expect.stringMatching(/^Only a superadmin can/) });
  });

  it('S21 a provider that is away or silent is told in words, in time, and asked again later', async () => {
    const unreachable = {
      status: 'error',
      message: 'Example Account could not be reached. Nobody was logged in; please try again in a few minutes.',
    };
    const gone = await startProvider();
    await endChild(gone, 'SIGTERM');
    const away = await startWith(signOn(gone.address));
    expect((await away.call('beginSignIn', {})).answer).toEqual(unreachable);
    await away.close();
    const member = await newMember(running(), 'USER');
    const fresh = await startWith(signOn(provider().address));
    await behave({ isSilent: true });
    expect((await fresh.call('beginSignIn', {})).answer).toEqual(unreachable);
    await behave({});
    expect((await fresh.call('beginSignIn', {})).answer).toMatchObject({ status: 'success' });
    await fresh.close();
    await behave({ people: { pia: says(member.email) } });
    const { address, handle } = await begin();
    const callback = await new Visitor().logIn(address, 'pia');
    await behave({ isSilent: true });
    expect(await finish((await comeBack(callback)).code, handle)).toEqual(unreachable);
    expect(await audited(1)).toEqual([['', 'error', expect.stringMatching(/^the provider could not be asked:/)]]);
  });

  it('S21 without a provider nothing of it is there', async () => {
    const plain = await startTestApi(undefined, {});
    const none = {
      ...{ status: 'error', message: 'This console has no single sign-on. Please log in with your password.' },
    };
    expect((await plain.call('beginSignIn', {})).answer).toEqual(none);
    expect((await plain.call('signInByCode', { code: 'x', handle: 'y' })).answer).toEqual(none);
    expect((await plain.server.inject({ url: '/signIn/callback?state=x&code=y' })).statusCode).toBe(404);
    await plain.close();
  });

  it('S21 keeps neither state nor handle of a login, and nothing at all once it is over', async () => {
    const { address, handle } = await begin();
    const state = new URL(address).searchParams.get('state') ?? '';
    const asked = running().store.db.selectFrom('single_sign_ons').selectAll();
    const kept = JSON.stringify(await asked.execute());
    expect(kept).toContain(createHash('sha256').update(state).digest('hex'));
    for (const secret of [state, handle]) expect(kept).not.toContain(secret);
    running().clock.advance(10 * MINUTE + 1);
    await keepHouse(running());
    expect(await asked.execute()).toEqual([]);
  });
});
