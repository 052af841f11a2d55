import { newTransactionId } from '@device-console/shared-lib/crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppOptions } from '../app/app.ts';
import { deleteOldRows } from '../app/housekeeping.ts';
import { createOpenIdProvider } from '../identity/openid-provider.ts';
import { standardRetention } from '../store/retention-table.ts';
import { MINUTE } from '../time/clock.ts';
import { bundle, endChild, startProgram, type ChildServer } from './child-server.ts';
import { Visitor } from './identity/visitor.ts';
import type { TestApi } from './test-api.ts';
import { newMember, plainPasswords } from './test-member.ts';
import { PASSWORD } from './test-data.ts';

const PUBLIC_URL = 'https://console.example';
const REDIRECT = `${PUBLIC_URL}/api/signIn/callback`;
const SECRET = 'a secret of the tests: with signs & spaces';
const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';
const DOUBTED =
  'What Example Account said of this login does not hold, so nobody was logged in. Please try again; if it happens ' +
  'again, tell your admin.';

/** Claims of the people at the provider, by name. */
type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Single sign-on against a provider in a process of its own, told of each database. */
export function describeSingleSignOn(database: string, start: (more: Partial<AppOptions>) => Promise<TestApi>): void {
  describe(`single sign-on on ${database}`, () => {
    let [api, only]: TestApi[] = [];
    let folder: string;
    let provider: ChildServer;

    const signOn = (issuer: string, isOnlyWay: boolean, clientSecret = SECRET) => ({
      isOnlyWay,
      provider: createOpenIdProvider(
        { name: 'Example Account', issuer, clientId: 'device-console', clientSecret, redirectUri: REDIRECT },
        { answerSeconds: 0.5 },
      ),
    });
    beforeAll(async () => {
      folder = await bundle(`identity-${process.pid}-${database}`, 'src/testing/identity/main.ts');
      provider = await startProgram(join(folder, 'main.mjs'), {
        IDENTITY_REDIRECTS: REDIRECT,
        IDENTITY_SECRET: SECRET,
      });
      api = await start({ passwords: plainPasswords, singleSignOn: signOn(provider.address, false) });
      only = await start({ passwords: plainPasswords, singleSignOn: signOn(provider.address, true) });
    });
    afterAll(async () => {
      await api?.close();
      await only?.close();
      await endChild(provider, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    });
    afterEach(() => behave({}));

    const running = (): TestApi => {
      if (!api) throw new Error('The API is not running.');
      return api;
    };
    const passwordless = (): TestApi => {
      if (!only) throw new Error('The API is not running.');
      return only;
    };
    async function behave(how: { readonly people?: People; readonly [name: string]: unknown }) {
      const reply = await fetch(`${provider.address}/control`, { method: 'POST', body: JSON.stringify(how) });
      expect(reply.status).toBe(204);
    }
    const says = (email: string, isVerified: unknown = true) => ({ email, email_verified: isVerified });
    async function begin(on = running()) {
      const { answer } = await on.call('beginSignIn', {});
      return { address: String(answer['address']), handle: String(answer['handle']) };
    }
    /** The browser comes back from the provider; what it is given for its page. */
    async function comeBack(callback: URL, on = running()) {
      const reply = await on.server.inject({ url: `${callback.pathname}${callback.search}` });
      const location = new URL(String(reply.headers.location));
      return { reply, location, code: location.hash.replace('#code=', '') };
    }
    async function finish(code: string, handle: string, more = {}, on = running()) {
      return (await on.call('signInByCode', { code, handle, ...more })).answer;
    }
    /** A whole login of somebody at the provider, from a page of the console. */
    async function logIn(person: string, more = {}, on = running()) {
      const { address, handle } = await begin(on);
      const { code } = await comeBack(await new Visitor().logIn(address, person), on);
      return finish(code, handle, more, on);
    }
    async function audited(count: number, on = running()) {
      const rows = await on.store.db
        .selectFrom('audit_log')
        .select(['email', 'outcome', 'detail'])
        .where('call', '=', 'signInByCode.php')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map(({ email, outcome, detail }) => [
        email,
        outcome,
        (JSON.parse(detail) as { message: string }).message,
      ]);
    }

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
      // No token of the provider: they are JWTs.
      expect(JSON.stringify(answer)).not.toContain('eyJ');
      const token = String(answer['token']);
      expect((await running().call('homeData', {}, { token })).status).toBe(200);
      expect(await audited(1)).toEqual([[member.email, 'success', 'logged in by single sign-on, for the first time']]);
    });

    it('S21 a code counts once, within a minute, and only in the page that asked', async () => {
      const member = await newMember(running(), 'USER');
      await behave({ people: { ben: says(member.email) } });
      const refused = { status: 'error', message: OVER };
      const [mine, theirs] = [await begin(), await begin()];
      const { code } = await comeBack(await new Visitor().logIn(mine.address, 'ben'));
      expect(await finish(code, theirs.handle)).toEqual(refused);
      expect(await finish(code, mine.handle)).toMatchObject({ status: 'success', email: member.email });
      expect(await finish(code, mine.handle)).toEqual(refused);
      const slow = await begin();
      const late = await comeBack(await new Visitor().logIn(slow.address, 'ben'));
      running().clock.advance(MINUTE + 1);
      expect(await finish(late.code, slow.handle)).toEqual(refused);
    });

    it('S21 an answer of the provider counts once, within ten minutes, and with its own state alone', async () => {
      const member = await newMember(running(), 'USER');
      await behave({ people: { cleo: says(member.email) } });
      const open = await begin();
      const callback = await new Visitor().logIn(open.address, 'cleo');
      const forged = new URL(callback);
      forged.searchParams.set('state', 'of-nobody');
      expect(await finish((await comeBack(forged)).code, open.handle)).toMatchObject({ message: OVER });
      const { code } = await comeBack(callback);
      const replayed = await comeBack(callback);
      expect(await finish(replayed.code, open.handle)).toMatchObject({ message: OVER });
      expect((await audited(2)).map(([, outcome]) => outcome)).toEqual(['refused', 'refused']);
      expect(await finish(code, open.handle)).toMatchObject({ status: 'success' });
      const slow = await begin();
      const late = await new Visitor().logIn(slow.address, 'cleo');
      running().clock.advance(10 * MINUTE + 1);
      expect(await finish((await comeBack(late)).code, slow.handle)).toMatchObject({ message: OVER });
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
      ['signed by a key that the provider does not publish', { signsWithOther: true }],
    ])('S21 an ID token %s logs nobody in, and the audit says so', async (_what, how) => {
      const member = await newMember(running(), 'USER');
      await behave({ people: { eve: says(member.email) }, ...how });
      expect(await logIn('eve')).toEqual({ status: 'error', message: DOUBTED });
      expect(await audited(1)).toEqual([
        ['', 'refused', expect.stringMatching(/^the provider's answer does not hold:/)],
      ]);
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
      const elsewhere = provider.address.replace('127.0.0.1', 'localhost');
      const other = await start({ singleSignOn: signOn(elsewhere, false) });
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
        iss: provider.address,
      }).toString();
      expect(await finish((await comeBack(callback)).code, handle)).toEqual({
        ...{ status: 'error', message: 'Example Account did not log you in. Please try again, or ask your admin.' },
      });
      expect(await audited(1)).toEqual([['', 'refused', 'the provider answered access_denied']]);
    });

    it.each<readonly [string, unknown]>([
      ['not verified', false],
      ['of which nothing is said', undefined],
    ])('S22 an e-mail that is %s opens no account', async (_what, isVerified) => {
      const member = await newMember(running(), 'USER');
      await behave({ people: { gus: { email: member.email, email_verified: isVerified } } });
      expect(await logIn('gus')).toEqual({
        ...{
          status: 'error',
          message: 'Example Account vouches for no e-mail address of yours. Please ask its admin.',
        },
      });
    });

    it('S22 makes no account: an unknown e-mail is refused in words, and the audit says whose', async () => {
      await behave({ people: { hal: says('stranger@example.com') } });
      const message = 'There is no account for stranger@example.com here. Please ask your admin.';
      expect(await logIn('hal')).toEqual({ status: 'error', message });
      expect(await audited(1)).toEqual([['stranger@example.com', 'refused', `single sign-on: ${message}`]]);
    });

    it('S22 a disabled account stays closed, also one that was linked before', async () => {
      const [first, linked] = [await newMember(running(), 'USER'), await newMember(running(), 'USER')];
      await behave({ people: { ida: says(first.email), jan: says(linked.email) } });
      expect(await logIn('jan')).toMatchObject({ status: 'success' });
      const admin = await running().as('superadmin');
      for (const { email } of [first, linked]) await admin.call('updateUserStatus', { email, status: 'INACTIVE' });
      const refused = { status: 'error', message: 'Your account is disabled.Contact Your Admin for support' };
      expect([await logIn('ida'), await logIn('jan')]).toEqual([refused, refused]);
    });

    it('S22 once linked the subject counts: an e-mail that changes hands takes no account over', async () => {
      const [kim, lou] = [await newMember(running(), 'ADMIN'), await newMember(running(), 'USER')];
      await behave({ people: { kim: says(kim.email) } });
      expect(await logIn('kim')).toMatchObject({ email: kim.email });
      // Her address now is somebody else's at the provider, and she has that of another account.
      await behave({ people: { kim: says(lou.email), newcomer: says(kim.email) } });
      expect(await logIn('newcomer')).toEqual({
        ...{ status: 'error' },
        message: 'Your account here is linked to another login of Example Account. Please ask your admin.',
      });
      expect(await logIn('kim')).toMatchObject({ email: kim.email, userlevel: 'ADMIN' });
      await behave({ people: { kim: {} } });
      expect(await logIn('kim')).toMatchObject({ email: kim.email });
    });

    it('S22 a deleted account is linked no more: the person comes back with a new one', async () => {
      const member = await newMember(running(), 'USER');
      await behave({ people: { max: says(member.email) } });
      await logIn('max');
      const admin = await running().as('superadmin');
      expect((await admin.call('closeAccount', { email: member.email })).answer).toMatchObject({ status: 'success' });
      expect(await logIn('max')).toMatchObject({ status: 'error', message: expect.stringMatching(/^There is no acc/) });
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
      const gone = await startProgram(join(folder, 'main.mjs'), {});
      await endChild(gone, 'SIGTERM');
      const away = await start({ singleSignOn: signOn(gone.address, false) });
      expect((await away.call('beginSignIn', {})).answer).toEqual(unreachable);
      await away.close();
      const member = await newMember(running(), 'USER');
      const fresh = await start({ passwords: plainPasswords, singleSignOn: signOn(provider.address, false) });
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
      const plain = await start({});
      const none = {
        ...{ status: 'error', message: 'This console has no single sign-on. Please log in with your password.' },
      };
      expect((await plain.call('beginSignIn', {})).answer).toEqual(none);
      expect((await plain.call('signInByCode', { code: 'x', handle: 'y' })).answer).toEqual(none);
      expect((await plain.server.inject({ url: '/signIn/callback?state=x&code=y' })).statusCode).toBe(404);
      await plain.close();
    });

    it('S21 keeps of a login neither its codes nor its state, and nothing at all once it is over', async () => {
      const member = await newMember(running(), 'USER');
      await behave({ people: { quin: says(member.email) } });
      const { address, handle } = await begin();
      const state = new URL(address).searchParams.get('state') ?? '';
      const callback = await new Visitor().logIn(address, 'quin');
      const { code } = await comeBack(callback);
      const { db } = running().store;
      const asked = db.selectFrom('single_sign_ons').selectAll().orderBy('id');
      const rows = await asked.execute();
      const kept = JSON.stringify(rows);
      expect(rows.at(-1)).toMatchObject({ subject: 'quin', nonce: '', verifier: '' });
      for (const secret of [state, code, handle, callback.searchParams.get('code') ?? '']) {
        expect(secret).not.toBe('');
        expect(kept).not.toContain(secret);
      }
      running().clock.advance(10 * MINUTE + 1);
      const { clock } = running();
      const never = new AbortController().signal;
      await deleteOldRows({ db, clock, retention: standardRetention, telemetryDays: 30 }, never);
      expect(await asked.execute()).toEqual([]);
    });

    describe('S23 where it is the only way', () => {
      const OFF = 'Passwords are not used here. Please log in with Example Account.';

      it('S23 a right password opens nothing but a superadmin, and a wrong one tells nothing', async () => {
        const on = passwordless();
        const [user, boss] = [await newMember(on, 'ADMIN'), await newMember(on, 'SUPERADMIN')];
        const byPassword = async (email: string, password: string) =>
          (await on.call('login', { email, password })).answer['message'];
        expect(await byPassword(user.email, PASSWORD)).toBe(OFF);
        expect(await byPassword(user.email, 'wrong')).toBe('Invalid email or password');
        expect(await byPassword(boss.email, PASSWORD)).toBe('Login successful');
        await behave({ people: { rob: says(user.email) } });
        expect(await logIn('rob', {}, on)).toMatchObject({ status: 'success', email: user.email });
      });

      it('S23 nobody but a superadmin is mailed a link, uses one, or changes a password', async () => {
        const on = passwordless();
        const [user, boss] = [await newMember(on, 'USER'), await newMember(on, 'SUPERADMIN')];
        for (const { email } of [user, boss])
          expect((await on.call('forgotPassword', { email })).answer).toMatchObject({ status: 'success' });
        expect(on.mails.map(({ to }) => to)).toEqual([boss.email]);
        await behave({ people: { sue: says(user.email) } });
        const token = String((await logIn('sue', {}, on))['token']);
        const body = { user: user.email, currentPassword: PASSWORD, newPassword: 'green umbrella nine' };
        const changed = await on.call('changePassword', body, { token, transactionId: newTransactionId() });
        expect(changed.answer).toEqual({ status: 'error', message: OFF });
        const invited = { email: 'new-one@example.com', phone: '7111111111', permissions: [] };
        const superadmin = await on.as('superadmin');
        expect((await superadmin.call('inviteUser', invited)).answer).toEqual({ status: 'error', message: OFF });
        expect((await superadmin.call('getUsers')).answer).toMatchObject({ invitations: '' });
      });
    });
  });
}
