import type { Role } from '@device-console/shared-lib/contract';
import { MINUTE } from '../../core/time/clock.ts';
import { Visitor } from '../../testing/identity/visitor.ts';
import { signOnFixture } from '../../testing/sign-on-fixture.ts';
import { addApp, everythingKept } from '../../testing/test-factors.ts';
import { newMember } from '../../testing/test-member.ts';
import { audited } from '../../testing/audited.ts';

const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';
const CONFIRMED = { status: 'success', message: 'You have confirmed that it is you.' };
const STRONG = { acr: 'urn:example:strong' };
const refused = (message: unknown) => ({ status: 'error', message });

describe('proofs by single sign-on', () => {
  const { strict, behave, comeBack, finish, atProvider, logIn, person } = signOnFixture();

  /** Returns somebody whose login at the provider is six minutes old, with their browser. */
  async function waiting(role: Role = 'USER') {
    const { email } = await person(role, { claims: STRONG }, strict);
    const visitor = new Visitor();
    const session = strict.session(email, (await logIn(email, {}, strict, visitor))['token']);
    strict.clock.advance(6 * MINUTE);
    return {
      ...{ email, session, visitor },
      asked: async () => {
        const { address, handle } = (await session.call('beginSignOnProof')).answer;
        return { address: String(address), handle: String(handle) };
      },
      /** Logs in anew for a question of this session; returns what its page has then. */
      async again({ address, handle }: { address: string; handle: string }, by = email, browser = visitor) {
        return { handle, ...(await comeBack(await browser.logIn(address, by), strict)) };
      },
      prove: async ({ code, handle }: { code: string; handle: string }, as = session) =>
        (await as.call('proveBySignOn', { code, handle })).answer,
      /** Returns the challenge with which a call that needs a fresh proof is refused; undefined if it is not. */
      challenge: async () => (await session.call('endSessions')).answer['challenge'],
    };
  }

  it('S30 a login made anew at the provider is a proof, once, though he was logged in there', async () => {
    const { email, session, visitor, asked, again, prove, challenge } = await waiting();
    expect(await challenge()).toEqual({ kind: 'proof', offers: [], bySignOn: true });
    expect((await session.call('proveIdentity', { password: 'any' })).answer).toMatchObject({ status: 'error' });
    const question = await asked();
    const asks = { prompt: 'login', max_age: '0', login_hint: email, acr_values: 'urn:example:strong' };
    expect(Object.fromEntries(new URL(question.address).searchParams)).toMatchObject(asks);
    await expect(visitor.pass(question.address)).rejects.toThrow('asks who it is');
    const { location, ...proof } = await again(question);
    expect([location.pathname, location.hash]).toEqual(['/signIn', `#proof=${proof.code}`]);
    expect(await challenge()).toBeDefined();
    expect(await prove(proof)).toEqual(CONFIRMED);
    expect(await challenge()).toBeUndefined();
    expect(await prove(proof)).toEqual(refused(OVER));
    const row = (await audited(strict.store, { call: 'proveBySignOn.php', outcome: 'success' })).at(-1);
    expect([row?.email, row?.said]).toEqual([email, expect.objectContaining({ by: 'sign-on', ...STRONG })]);
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
    expect(await prove(proof)).toEqual(refused(doubted));
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
    expect(await prove(proof)).toEqual(refused(`${told} Nothing was confirmed.`));
    expect(await challenge()).toBeDefined();
  });

  it('S30 its code opens no session and proves nothing of another; the code of a login proves nothing', async () => {
    const { email, session, asked, again, prove, challenge } = await waiting();
    const proof = await again(await asked());
    expect(await finish(proof, {}, strict)).toEqual(refused(OVER));
    expect(await prove(await atProvider(email, strict))).toEqual(refused(OVER));
    const another = strict.session(session.email, (await logIn(email, {}, strict))['token']);
    expect(await prove(proof, another)).toEqual(refused(OVER));
    expect(await challenge()).toBeDefined();
    expect(await prove(proof)).toEqual(CONFIRMED);
  });

  it('S30 S29 a role that needs a second factor shows it at the provider again, and no password', async () => {
    const { asked, again, prove, challenge } = await waiting('ADMIN');
    expect(await challenge()).toEqual({ kind: 'proof', offers: [], bySignOn: true });
    await behave({ claims: { amr: ['pwd'] } });
    const message =
      'Example Account did not say that you showed a second factor, which your role needs. Nothing was confirmed.';
    expect(await prove(await again(await asked()))).toEqual(refused(message));
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
    expect((await session.call('beginSignOnProof')).answer).toEqual(refused(message));
    expect(await prove(proof)).toEqual(refused(message));
  });

  it('S30 who never logged in at the provider is offered his password alone', async () => {
    const session = await (await newMember(strict, 'SUPERADMIN')).logIn();
    strict.clock.advance(6 * MINUTE);
    const { answer } = await session.call('endSessions');
    expect(answer['challenge']).toEqual({ kind: 'proof', offers: ['password'] });
  });
});
