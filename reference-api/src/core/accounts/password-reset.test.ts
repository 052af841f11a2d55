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

  it('P1 D18 mails the secret and answers a handle that differs from it', async () => {
    const { answer, token, requestToken } = await request(people.operator.email);
    expect(answer).toMatchObject({ status: 'success', message: 'Password reset link sent to your email' });
    expect(api.mails).toMatchObject([
      { to: people.operator.email, text: expect.stringContaining(`https://console.example/resetPassword/${token}`) },
    ]);
    expect(requestToken).not.toBe(token);
  });

  it('D18 answers the same for an unknown address and mails nothing', async () => {
    const known = await request(people.operator.email);
    const unknown = await request('nobody@example.com');
    expect({ ...unknown.answer, token: '' }).toEqual({ ...known.answer, token: '' });
    expect(unknown.requestToken).toHaveLength(known.requestToken.length);
    expect(api.mails).toHaveLength(1);
  });

  it('P2 D18 sets the password with both parts, once, and ends every session', async () => {
    const session = await api.as('operator');
    const { token, requestToken } = await request(people.operator.email);
    expect(await reset({ token, requestToken })).toEqual({ status: 'success', message: 'Password reset successfully' });
    expect((await session.call('homeData')).status).toBe(401);
    expect((await api.call('login', { email: people.operator.email, password: PASSWORD })).answer).toMatchObject({
      status: 'error',
    });
    expect((await api.call('login', { email: people.operator.email, password: newPassword })).answer).toMatchObject({
      status: 'success',
    });
    expect(await reset({ token, requestToken })).toEqual(refused);
  });

  it('D18 closes older links once one was used', async () => {
    const first = await request(people.operator.email);
    const second = await request(people.operator.email);
    expect(await reset({ token: second.token, requestToken: second.requestToken })).toMatchObject({
      status: 'success',
    });
    expect(await reset({ token: first.token, requestToken: first.requestToken })).toEqual(refused);
  });
});
