import { act, screen, waitFor } from '@testing-library/react';
import { calls } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, FakeReply, held } from '@device-console/shared-lib/testing';
import { fill } from '../testing/open-console.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { removeResetToken, storedResetToken } from './password-screens.tsx';

const asked = { status: 'success', message: '', token: 'handle-1' };

async function openForgotten(handlers: RenderRoutesOptions['handlers'] = { forgotPassword: () => asked }) {
  const rendered = await renderRoutes({ address: '/forgotPassword', session: null, handlers });
  const ask = async (text = 'operator@example.com'): Promise<void> => {
    await fill(rendered.user, { Email: text });
    await rendered.user.click(screen.getByRole('button', { name: /^Send Password Reset Email/ }));
  };
  return { ...rendered, ask };
}

describe('forgotten password', () => {
  it('P1 W3 W4 sends the address without token and user, keeps the handle and says so', async () => {
    const { api, ask } = await openForgotten();
    await ask();
    expect(await screen.findByText('Password reset link sent to your email')).toBeInTheDocument();
    expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
      ['forgotPassword.php', { email: 'operator@example.com' }],
    ]);
    expect(api.requests[0]?.headers).not.toHaveProperty('x-api-key');
    expect(storedResetToken()).toBe('handle-1');
  });

  it('P1 refuses what is no address of e-mail, and sends the first that is one', async () => {
    const { api, ask } = await openForgotten();
    for (const text of ['operator', 'operator@example', '@example.com', 'a b@example.com']) {
      await ask(text);
      expect(await screen.findByText('Please enter a valid email address.')).toBeInTheDocument();
    }
    await ask();
    await screen.findByText('Password reset link sent to your email');
    expect(api.requests.map(({ body }) => body['email'])).toEqual(['operator@example.com']);
  });

  it('P1 a refusal is prefixed, an exception has its own text and detail; neither keeps a handle', async () => {
    const { api, ask } = await openForgotten({
      forgotPassword: () => new FakeFailure({ message: 'Mail is switched off.' }),
    });
    await ask();
    expect(await screen.findByText('Error: Mail is switched off.')).toBeInTheDocument();
    api.use({ forgotPassword: () => new FakeNetworkFailure('gone') });
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^An error occurred\. Please try again\. [A-Z].*DetailsforgotPassword\.php: /,
    );
    expect(storedResetToken()).toBeNull();
  });
});

it('P1 D1b a reply without a token is none, whatever it says', async () => {
  const { api, ask } = await openForgotten();
  for (const [token, message, says] of [
    ['', '', ''],
    [' ', 'Mail sent', ' and says "Mail sent"'],
    [null, 'Mail is on its way', ' and says "Mail is on its way"'],
  ] as const) {
    api.use({ forgotPassword: () => ({ status: 'success', message, token }) });
    await ask();
    const text = `Error: forgotPassword.php: the server sent no reset token${says}; without one no new password can be`;
    expect(await screen.findByText(new RegExp(`^${text} set here\\. Try again, or ask your admin\\.$`))).toBeVisible();
    expect(screen.queryByText('Password reset link sent to your email')).not.toBeInTheDocument();
    expect(storedResetToken()).toBeNull();
  }
  expect(api.requests).toHaveLength(3);
});

it('P2 an empty token that an earlier version kept is none', async () => {
  await openReset({ handle: '' });
  expect(screen.getByText('Invalid or missing token. Please request a new reset link.')).toBeInTheDocument();
});

it.each(['', 'OK', 'null', '[]'])(
  'P2 D1b a back end whose reply to the new password is %j has set it',
  async (reply) => {
    const { reset } = await openReset({
      handlers: { resetPassword: () => new FakeReply(reply) },
      config: { backend: 'legacy', codec: 'legacy-cryptojs' },
    });
    // Its rules are not known.
    expect(screen.queryByText(/^At least 10 characters/)).not.toBeInTheDocument();
    await reset();
    expect(await screen.findByText('Your password has been changed. Taking you to login.')).toBeInTheDocument();
    expect(storedResetToken()).toBeNull();
  },
);

async function openReset({
  handle = 'handle-1',
  handlers,
  config,
}: Pick<RenderRoutesOptions, 'handlers' | 'config'> & { handle?: string | null } = {}) {
  const resetPassword = () => ({ status: 'success', message: 'Changed' });
  const rendered = await renderRoutes({
    address: '/resetPassword/secret-2',
    session: null,
    handlers: { resetPassword, ...handlers },
    config,
    stored: handle === null ? {} : { 'console:resetRequest': handle },
  });
  const reset = async (password = 'new-password', repeated = password): Promise<void> => {
    await fill(rendered.user, { 'New Password': password, 'Confirm Password': repeated });
    await rendered.user.click(screen.getByRole('button', { name: /^Reset Password/ }));
  };
  return { ...rendered, reset };
}

describe('new password', () => {
  afterEach(() => jest.useRealTimers());

  it('P2 D18 sends both halves once, forgets the handle and goes to login after 3000 ms', async () => {
    const gate = held<typeof asked>();
    const { address, api, client, reset } = await openReset({
      handlers: { resetPassword: () => gate.promise, forgotPassword: () => asked },
    });
    await reset();
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(api.requests[0]).toMatchObject({
      path: 'reset_password.php',
      body: { token: 'secret-2', newPassword: 'new-password', requestToken: 'handle-1' },
    });
    expect(api.requests[0]?.headers).not.toHaveProperty('x-api-key');
    const timers = ['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'queueMicrotask'] as const;
    jest.useFakeTimers({ doNotFake: [...timers, 'nextTick', 'performance', 'Date'] });
    gate.give(asked);
    // The clock stands still, so other calls pass the time until the answer has come.
    while (storedResetToken() !== null)
      await act(() => client.call(calls.forgotPassword, { email: 'operator@example.com' }));
    expect(screen.queryByRole('button', { name: /^Reset Password/ })).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(2_999));
    expect(address()).toBe('/resetPassword/secret-2');
    act(() => jest.advanceTimersByTime(1));
    expect(address()).toBe('/login');
  });

  it('P2 says by which rule it is taken, refuses two different passwords and sends nothing', async () => {
    const { api, reset } = await openReset();
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(/^At least 10 characters\./);
    await reset('new-password', 'new-passwort');
    expect(await screen.findByText('Passwords do not match.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('P2 D18 without the kept handle it says so at once, and leads to a new link instead of the form', async () => {
    const { address, user } = await openReset({ handle: null });
    expect(screen.getByText('Invalid or missing token. Please request a new reset link.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Reset Password/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Request a new reset link' }));
    expect(address()).toBe('/forgotPassword');
  });

  it('P2 D18 a handle that went meanwhile, as by another tab, is said when the password is sent', async () => {
    const { api, reset } = await openReset();
    removeResetToken();
    await reset();
    expect(await screen.findByText('Token is missing or invalid.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it("P2 shows a refusal in the server's words, an exception in its own, and keeps the handle", async () => {
    const resetPassword = () => new FakeFailure({ message: 'This link has expired.' });
    const { api, reset, user } = await openReset({ handlers: { resetPassword } });
    await reset();
    expect(await screen.findByText('This link has expired.')).toBeInTheDocument();
    api.use({ resetPassword: () => new FakeNetworkFailure('gone') });
    await user.click(screen.getByRole('button', { name: /^Reset Password/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^An error occurred\. Please try again\. [A-Z].*Detailsreset_password\.php: /,
    );
    expect(storedResetToken()).toBe('handle-1');
  });
});
