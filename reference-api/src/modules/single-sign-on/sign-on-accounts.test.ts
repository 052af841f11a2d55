import { says, signOnFixture } from '../../testing/sign-on-fixture.ts';
import { PASSWORD } from '../../testing/test-data.ts';
import { newMember } from '../../testing/test-member.ts';

const refused = (message: string) => ({ status: 'error', message });

describe('accounts by single sign-on', () => {
  const { running, strict, behave, logIn, person, audited } = signOnFixture();

  it.each<readonly [string, unknown]>([
    ['not verified', false],
    ['of which nothing is said', undefined],
  ])('S22 an e-mail that is %s opens no account', async (_what, isVerified) => {
    const { email } = await newMember(running, 'USER');
    await behave({ people: { gus: { email, email_verified: isVerified } } });
    const message = 'Example Account vouches for no e-mail address of yours. Please ask its admin.';
    expect(await logIn('gus')).toEqual(refused(message));
  });

  it('S22 makes no account: an unknown e-mail is refused in words, and the audit says whose', async () => {
    await behave({ people: { hal: says('stranger@example.com') } });
    const message = 'There is no account for stranger@example.com here. Please ask your admin.';
    expect(await logIn('hal')).toEqual(refused(message));
    expect(await audited(1)).toEqual([['stranger@example.com', 'refused', `single sign-on: ${message}`]]);
  });

  it('S22 a disabled account stays closed, also one that was linked before', async () => {
    const closed = refused('Your account is disabled.Contact Your Admin for support');
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
    expect(await logIn('newcomer')).toEqual(refused(message));
    expect(await logIn('kim')).toMatchObject({ email: kim.email, userlevel: 'ADMIN' });
    await behave({ people: { kim: {} } });
    expect(await logIn('kim')).toMatchObject({ email: kim.email });
  });

  it('S22 a deleted account is linked no more: the person comes back with a new one', async () => {
    const { email } = await person();
    await logIn(email);
    const admin = await running.as('superadmin');
    expect((await admin.call('closeAccount', { email })).answer).toMatchObject({ status: 'success' });
    expect(await logIn(email)).toMatchObject({ status: 'error', message: expect.stringMatching(/^There is no acc/) });
  });

  describe('S23 where it is the only way', () => {
    const OFF = 'Passwords are not used here. Please log in with Example Account.';

    it('S23 a right password opens nothing but a superadmin, and a wrong one tells nothing', async () => {
      const boss = await newMember(strict, 'SUPERADMIN');
      const { email } = await person('ADMIN', {}, strict);
      const byPassword = async (name: string, password: string) =>
        (await strict.call('login', { email: name, password })).answer['message'];
      expect(await byPassword(email, PASSWORD)).toBe(OFF);
      expect(await byPassword(email, 'wrong')).toBe('Invalid email or password');
      expect(await byPassword(boss.email, PASSWORD)).toBe('Login successful');
      expect(await logIn(email, {}, strict)).toMatchObject({ status: 'success', email });
    });

    it('S23 nobody but a superadmin is mailed a link, uses one, or changes a password', async () => {
      const boss = await newMember(strict, 'SUPERADMIN');
      const { email } = await person('USER', {}, strict);
      for (const one of [email, boss.email])
        expect((await strict.call('forgotPassword', { email: one })).answer).toMatchObject({ status: 'success' });
      expect(strict.mails.map(({ to }) => to)).toEqual([boss.email]);
      const session = strict.session(email, (await logIn(email, {}, strict))['token']);
      const change = { currentPassword: PASSWORD, newPassword: 'green umbrella nine' };
      expect((await session.call('changePassword', change)).answer).toEqual(refused(OFF));
      const invited = { email: 'new-one@example.com', phone: '7111111111', permissions: [] };
      const superadmin = await strict.as('superadmin');
      expect((await superadmin.call('inviteUser', invited)).answer).toEqual(refused(OFF));
      expect((await superadmin.call('getUsers')).answer).toMatchObject({ invitations: '' });
    });
  });
});
