import { screen, waitFor } from '@testing-library/react';
import { LOGIN_VALIDATED, type IdentityChallenge } from '@device-console/shared-lib/contract';
import { sessionAtom } from '@device-console/shared-lib/session';
import { FakeFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { renderRoutes } from '../testing/render-routes.tsx';

const email = 'operator@example.com';
const challenge: IdentityChallenge = { kind: 'factor', ticket: 'the ticket', offers: ['totp', 'recovery'] };
const needsFactor = () => {
  throw new FakeFailure({ message: 'Enter the code of your authenticator app.', challenge });
};

/** A server whose account has an app that shows 123456. */
const handlers: FakeHandlers = {
  login: needsFactor,
  loginFactor: ({ code }) => {
    if (code !== '123456') throw new FakeFailure({ message: 'This code is not valid. Please try the next one.' });
    return {
      ...{ status: 'success', message: '', token: 'token-of-the-fake-api', email, userlevel: 'ADMIN', permissions: [] },
      ...{ loggedin: LOGIN_VALIDATED, expiry: new Date(Date.now() + 3_600_000).toISOString() },
    };
  },
};

async function begin(more: FakeHandlers = {}) {
  const rendered = await renderRoutes({ address: '/login', session: null, handlers: { ...handlers, ...more } });
  await rendered.user.click(await screen.findByRole('textbox', { name: 'Email or phone' }));
  await rendered.user.paste(email);
  await rendered.user.click(screen.getByLabelText('Password'));
  await rendered.user.paste('secret');
  await rendered.user.click(screen.getByRole('button', { name: /^Log In/ }));
  await screen.findByRole('heading', { name: 'Second step' });
  const type = async (code: string) => {
    const field = screen.getByLabelText('Code of your authenticator app');
    await rendered.user.clear(field);
    await rendered.user.paste(code);
    await rendered.user.click(screen.getByRole('button', { name: 'Continue' }));
  };
  return { ...rendered, type };
}

describe('a login with a second factor', () => {
  it('S17 asks for the code on the same page, and opens the session with ticket and code', async () => {
    const { address, api, store, type } = await begin();
    expect(store.get(sessionAtom)).toBeNull();
    expect(screen.getByText(/^The password of operator@example\.com is right\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Code of your authenticator app')).toHaveAttribute('autocomplete', 'one-time-code');
    await type('000000');
    expect(await screen.findByText('This code is not valid. Please try the next one.')).toBeInTheDocument();
    await type('123456');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
    expect(api.requestsOf('loginFactor').map(({ body }) => body)).toEqual([
      { ticket: 'the ticket', code: '000000' },
      { ticket: 'the ticket', code: '123456' },
    ]);
    expect(localStorage.getItem('userSession')).toMatch(/"payload":"v1\./);
    expect(JSON.stringify(localStorage)).not.toContain('the ticket');
  });

  it('S17 goes back to the password, which is still there', async () => {
    const { user } = await begin();
    await user.click(screen.getByRole('button', { name: 'Back to the login' }));
    expect(await screen.findByRole('textbox', { name: 'Email or phone' })).toHaveValue(email);
  });

  it('S17 D2a waits as long as the server asks', async () => {
    const { type } = await begin({
      loginFactor: () => {
        throw new FakeFailure({ httpStatus: 429, message: 'Too many attempts.', headers: { 'Retry-After': '90' } });
      },
    });
    await type('000000');
    expect(await screen.findByText('You can try again in 1 minute 30 seconds.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled());
  });
});
