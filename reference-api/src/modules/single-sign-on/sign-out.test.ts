import { keepHouse } from '../../testing/keep-house.ts';
import { HOUR } from '../../core/time/clock.ts';
import { Visitor } from '../../testing/identity/visitor.ts';
import { PUBLIC_URL, says, signOnFixture } from '../../testing/sign-on-fixture.ts';
import { newMember } from '../../testing/test-member.ts';

describe('sessions by single sign-on', () => {
  const { running, strict, provider, signOn, startWith, behave, begin, logIn, person, audited } = signOnFixture();

  /** Logs somebody in by single sign-on; returns them with the browser that is logged in at the provider. */
  async function signedOn(on = running, claims = {}) {
    const { id, email } = await person('ADMIN', { claims }, on);
    const visitor = new Visitor();
    const session = on.session(email, (await logIn(email, {}, on, visitor))['token']);
    await behave({});
    const statusOfHome = async () => (await session.call('homeData')).status;
    const stored = () =>
      on.store.db.selectFrom('sessions').select('id_token').where('account_id', '=', id).executeTakeFirst();
    return { email, visitor, session, statusOfHome, stored };
  }

  it('S28 a logout ends the session here, then the one at the provider, and comes back to the login', async () => {
    const { visitor, session, statusOfHome } = await signedOn();
    await visitor.pass((await begin()).address);
    const { answer } = await session.call('signOut');
    expect(answer).toMatchObject({ status: 'success', message: 'Logged out' });
    expect(await statusOfHome()).toBe(401);
    const address = new URL(String(answer['address']));
    expect([address.origin, Object.fromEntries(address.searchParams)]).toEqual([
      provider.address,
      {
        ...{ client_id: 'device-console', id_token_hint: expect.stringMatching(/^eyJ/), state: 'standard' },
        post_logout_redirect_uri: `${PUBLIC_URL}/signIn`,
      },
    ]);
    expect((await visitor.logOut(address.href)).href).toBe(`${PUBLIC_URL}/signIn?state=standard`);
    await expect(visitor.pass((await begin()).address)).rejects.toThrow('asks who it is');
  });

  it('S28 the ID token is kept sealed, and no longer than its session', async () => {
    const [ended, over] = [await signedOn(), await signedOn()];
    expect((await ended.stored())?.id_token).toMatch(/^v1\.[\w-]{100,}$/);
    await ended.session.call('logout');
    expect(await ended.stored()).toEqual({ id_token: null });
    running.clock.advance(9 * HOUR);
    await keepHouse(running);
    expect(await over.stored()).toEqual({ id_token: null });
  });

  it('S28 there is nowhere to go by a password, with the setting off, and where the provider has no page', async () => {
    const member = await newMember(running, 'USER');
    const off = await startWith(signOn(provider.address, { endsSession: false }));
    const sessions = [await member.logIn(), (await signedOn(off)).session, (await signedOn()).session];
    await behave({ withoutLogout: true });
    for (const session of sessions) {
      expect((await session.call('signOut')).answer).toEqual({ status: 'success', message: 'Logged out' });
      expect((await session.call('homeData')).status).toBe(401);
    }
    await off.close();
  });

  it('S28 while the provider is away the session ends here, and the operator is told of the other', async () => {
    const { session, statusOfHome } = await signedOn();
    await behave({ isSilent: true });
    expect((await session.call('signOut')).answer).toEqual({
      ...{ status: 'success', message: 'Logged out' },
      notice: 'You are logged out here. Example Account could not be reached, so you may still be logged in there.',
    });
    expect(await statusOfHome()).toBe(401);
  });

  it.each([
    ['a class', { acr: 'urn:example:strong' }, ' (acr urn:example:strong)'],
    ['a method', { acr: '0', amr: ['pwd', 'mfa'] }, ' (acr 0, amr pwd mfa)'],
  ])('S29 V6.8.4 %s of the setting lets a role in that needs a factor', async (_what, claims, text) => {
    expect(new URL((await begin(strict)).address).searchParams.get('acr_values')).toBe('urn:example:strong');
    const { email, session, statusOfHome } = await signedOn(strict, claims);
    expect(await statusOfHome()).toBe(200);
    expect((await session.call('ownFactors')).answer).toMatchObject({ policy: 'offered' });
    const said = `logged in by single sign-on, with a second factor, for the first time${text}`;
    expect(await audited(1, strict)).toEqual([[email, 'success', said]]);
  });

  it.each([
    ['nothing', { acr: null, amr: null }, ''],
    ['a password', { acr: null, amr: ['pwd'] }, ' (amr pwd)'],
    ['words that are none', { acr: 'urn:example:strong mfa', amr: ['a\nmfa', 7, 'mfa '] }, ''],
  ])('S29 S20 stating %s it leaves that role to add a factor here', async (_what, claims, text) => {
    const { email, session } = await signedOn(strict, claims);
    expect(await session.call('homeData')).toMatchObject({ status: 403, answer: { challenge: { kind: 'enrol' } } });
    const said = `logged in by single sign-on, for the first time${text}`;
    expect(await audited(1, strict)).toEqual([[email, 'success', said]]);
  });

  it('S29 S27 who comes by the provider uses no password, so an admin’s is not asked to be replaced', async () => {
    const superadmin = await running.as('superadmin');
    const user = { email: 'by-sign-on@example.com', phone: '6811111111', permissions: [] };
    await superadmin.call('addUser', { ...user, password: 'given umbrella nine' });
    await behave({ people: { bea: says(user.email) } });
    const session = running.session(user.email, (await logIn('bea'))['token']);
    expect((await session.call('homeData')).status).toBe(200);
  });
});
