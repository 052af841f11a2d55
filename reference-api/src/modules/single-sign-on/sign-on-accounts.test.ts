import { newTransactionId } from '@device-console/shared-lib/crypto';
import { says, signOnFixture } from '../../testing/sign-on-fixture.ts';
import { PASSWORD } from '../../testing/test-data.ts';
import { newMember } from '../../testing/test-member.ts';

describe('accounts by single sign-on', () => {
  const { running, strict, behave, logIn, audited } = signOnFixture();
  it.each<readonly [string, unknown]>([
    ['not verified', false],
    ['of which nothing is said', undefined],
  ])('S22 an e-mail that is %s opens no account', async (_what, isVerified) => {
    const member = await newMember(running(), 'USER');
    await behave({ people: { gus: { email: member.email, email_verified: isVerified } } });
    const message = 'Example Account vouches for no e-mail address of yours. Please ask its admin.';
    expect(await logIn('gus')).toEqual({ status: 'error', message });
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
    // At the provider her address now belongs to somebody else, and she has that of another account.
    await behave({ people: { kim: says(lou.email), newcomer: says(kim.email) } });
    const message = 'Your account here is linked to another login of Example Account. Please ask your admin.';
    expect(await logIn('newcomer')).toEqual({ status: 'error', message });
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

  describe('S23 where it is the only way', () => {
    const OFF = 'Passwords are not used here. Please log in with Example Account.';

    it('S23 a right password opens nothing but a superadmin, and a wrong one tells nothing', async () => {
      const on = strict();
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
      const on = strict();
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
