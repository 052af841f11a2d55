import type { Role } from '@device-console/shared-lib/contract';
import { MINUTE } from '../../core/time/clock.ts';
import { Visitor } from '../../testing/identity/visitor.ts';
import { says, signOnFixture } from '../../testing/sign-on-fixture.ts';
import type { Session } from '../../testing/test-api.ts';
import { addApp, everythingKept } from '../../testing/test-factors.ts';
import { newMember } from '../../testing/test-member.ts';
import { audited } from '../../testing/audited.ts';

const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';
const STRONG = { acr: 'urn:example:strong' };

describe('proofs by single sign-on', () => {
  const { strict, behave, comeBack, finish, begin, logIn } = signOnFixture();
  /** Returns somebody whose login at the provider is six minutes old, with their browser. */
  async function waiting(role: Role = 'USER') {
    const member = await newMember(strict(), role);
    const person = member.email;
    const people = { [person]: says(person) };
    await behave({ people, claims: STRONG });
    const visitor = new Visitor();
    const session = strict().session(member.email, (await logIn(person, {}, strict(), visitor))['token']);
    strict().clock.advance(6 * MINUTE);
    return { person, people, session, visitor };
  }
  const asked = async (session: Session) => {
    const { address, handle } = (await session.call('beginSignOnProof')).answer;
    return { address: String(address), handle: String(handle) };
  };
  /** Returns the challenge with which a call that needs a fresh proof is refused; undefined if it is not refused. */
  const challengeOf = async (session: Session) => (await session.call('endSessions')).answer['challenge'];
  const prove = async (session: Session, code: string, handle: string) =>
    (await session.call('proveBySignOn', { code, handle })).answer;

  it('S30 a login made anew at the provider is a proof, once, though he was logged in there', async () => {
    const { person, session, visitor } = await waiting();
    expect(await challengeOf(session)).toEqual({ kind: 'proof', offers: [], bySignOn: true });
    expect((await session.call('proveIdentity', { password: 'any' })).answer).toMatchObject({ status: 'error' });
    const { address, handle } = await asked(session);
    const asks = { prompt: 'login', max_age: '0', login_hint: person, acr_values: 'urn:example:strong' };
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject(asks);
    await expect(visitor.pass(address)).rejects.toThrow('asks who it is');
    const { location, code } = await comeBack(await visitor.logIn(address, person), strict());
    expect([location.pathname, location.hash]).toEqual(['/signIn', `#proof=${code}`]);
    expect(await challengeOf(session)).toBeDefined();
    const message = 'You have confirmed that it is you.';
    expect(await prove(session, code, handle)).toEqual({ status: 'success', message });
    expect(await challengeOf(session)).toBeUndefined();
    expect(await prove(session, code, handle)).toEqual({ status: 'error', message: OVER });
    const row = (await audited(strict().store, { call: 'proveBySignOn.php', outcome: 'success' })).at(-1);
    expect([row?.email, row?.said]).toEqual([person, expect.objectContaining({ by: 'sign-on', ...STRONG })]);
  });

  const doubted = expect.stringMatching(/^What Example Account said of this login does not hold/);
  const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  it.each<readonly [string, object, unknown]>([
    ['is an old one', { auth_time: ago(600) }, doubted],
    ['does not say when it was', { auth_time: null }, doubted],
    ['is for another question', { nonce: 'of-another' }, doubted],
  ])('S30 a login that %s proves nothing', async (_what, claims, message) => {
    const { person, people, session, visitor } = await waiting();
    const { address, handle } = await asked(session);
    await behave({ people, claims: { ...STRONG, ...claims } });
    const { code } = await comeBack(await visitor.logIn(address, person), strict());
    expect(await prove(session, code, handle)).toEqual({ status: 'error', message });
    expect(await challengeOf(session)).toBeDefined();
    const kept = await everythingKept(strict());
    for (const secret of [code, handle]) expect(kept).not.toContain(secret);
  });

  it('S30 the login of somebody else proves nothing, also of one who has an account here', async () => {
    const other = await newMember(strict(), 'USER');
    const { person, people, session } = await waiting();
    await behave({ people: { ...people, [other.email]: says(other.email) }, claims: STRONG });
    await logIn(other.email, {}, strict());
    const { address, handle } = await asked(session);
    const { code } = await comeBack(await new Visitor().logIn(address, other.email), strict());
    expect(await prove(session, code, handle)).toEqual({
      status: 'error',
      message: `Somebody else logged in at Example Account. Please log in there as ${person}. Nothing was confirmed.`,
    });
    expect(await challengeOf(session)).toBeDefined();
  });

  it('S30 its code opens no session and proves nothing of another; the code of a login proves nothing', async () => {
    const { person, session, visitor } = await waiting();
    const { address, handle } = await asked(session);
    const { code } = await comeBack(await visitor.logIn(address, person), strict());
    expect(await finish(code, handle, {}, strict())).toEqual({ status: 'error', message: OVER });
    const login = await begin(strict());
    const ofLogin = await comeBack(await new Visitor().logIn(login.address, person), strict());
    expect(await prove(session, ofLogin.code, login.handle)).toEqual({ status: 'error', message: OVER });
    const another = strict().session(session.email, (await logIn(person, {}, strict()))['token']);
    expect(await prove(another, code, handle)).toEqual({ status: 'error', message: OVER });
    expect(await challengeOf(session)).toBeDefined();
    expect(await prove(session, code, handle)).toMatchObject({ status: 'success' });
  });

  it('S30 S29 a role that needs a second factor shows it at the provider again, and no password', async () => {
    const { person, people, session, visitor } = await waiting('ADMIN');
    expect(await challengeOf(session)).toEqual({ kind: 'proof', offers: [], bySignOn: true });
    const weak = await asked(session);
    await behave({ people, claims: { amr: ['pwd'] } });
    const { code } = await comeBack(await visitor.logIn(weak.address, person), strict());
    expect(await prove(session, code, weak.handle)).toEqual({
      status: 'error',
      message:
        'Example Account did not say that you showed a second factor, which your role needs. Nothing was confirmed.',
    });
    await behave({ people, claims: STRONG });
    const strong = await asked(session);
    const again = await comeBack(await visitor.logIn(strong.address, person), strict());
    expect(await prove(session, again.code, strong.handle)).toMatchObject({ status: 'success' });
  });

  it('S30 who has a password may use either; a factor that he has here is asked for instead', async () => {
    const { person, session, visitor } = await waiting('SUPERADMIN');
    expect(await challengeOf(session)).toEqual({ kind: 'proof', offers: ['password'], bySignOn: true });
    const { address, handle } = await asked(session);
    const { code } = await comeBack(await visitor.logIn(address, person), strict());
    await prove(session, code, handle);
    await addApp(strict(), session);
    strict().clock.advance(6 * MINUTE);
    expect(await challengeOf(session)).toEqual({ kind: 'proof', offers: ['totp', 'recovery'] });
    const refused = 'Your account is not confirmed with Example Account. Please choose another way.';
    expect((await session.call('beginSignOnProof')).answer).toEqual({ status: 'error', message: refused });
    expect(await prove(session, code, handle)).toEqual({ status: 'error', message: refused });
  });

  it('S30 who never logged in at the provider is offered his password alone', async () => {
    const session = await (await newMember(strict(), 'SUPERADMIN')).logIn();
    strict().clock.advance(6 * MINUTE);
    expect(await challengeOf(session)).toEqual({ kind: 'proof', offers: ['password'] });
  });
});
