import { fresh } from '../../testing/fixtures.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { PASSWORD, people } from '../../testing/test-data.ts';

const api = fresh(() => startTestApi());

describe('password reset', () => {
  const newPassword = 'a new password';

  async function request(email: string) {
    const { answer } = await api.call('forgotPassword', { email });
    return {
      answer,
      requestToken: String(answer['token']),
      token: api.linkTo(),
    };
  }
  const reset = async (body: object) => (await api.call('resetPassword', { newPassword, ...body })).answer;
  const refused = { status: 'error', message: 'The reset link is no longer valid. Please request a new reset link.' };

  it('D18 answers the same for an unknown address and mails nothing', async () => {
    const known = await request(people.operator.email);
    const unknown = await request('nobody@example.com');
    expect({ ...unknown.answer, token: '' }).toEqual({ ...known.answer, token: '' });
    expect(unknown.requestToken).toHaveLength(known.requestToken.length);
    expect(api.mails).toHaveLength(1);
  });

  it('P1 P2 D18 sets the password by mailed secret and handle, once; sessions and older links end', async () => {
    const session = await api.as('operator');
    const older = await request(people.operator.email);
    const { answer, token, requestToken } = await request(people.operator.email);
    expect(answer).toMatchObject({ status: 'success', message: 'Password reset link sent to your email' });
    expect(api.mails.at(-1)).toMatchObject({
      to: people.operator.email,
      text: expect.stringContaining(`https://console.example/resetPassword/${token}`),
    });
    expect(await reset({ token, requestToken })).toEqual({ status: 'success', message: 'Password reset successfully' });
    expect((await session.call('homeData')).status).toBe(401);
    const logIn = async (password: string) =>
      (await api.call('login', { email: people.operator.email, password })).answer['status'];
    expect([await logIn(PASSWORD), await logIn(newPassword)]).toEqual(['error', 'success']);
    for (const used of [{ token, requestToken }, older]) expect(await reset(used)).toEqual(refused);
  });
});
