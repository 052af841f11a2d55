import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { formatTime } from '@device-console/shared-lib/console';
import { FakeFailure, FakeNetworkFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { fill, logIn, openConsole } from '../testing/open-console.ts';

const session = {
  ...{ id: 9, started_at: '2026-11-20T10:00:00.000Z', last_used_at: '2026-11-20T11:00:00.000Z', own: 'yes' },
  ...{ expires_at: '2026-11-20T18:00:00.000Z', address: '192.0.2.1', last_address: '192.0.2.1' },
};
const elsewhere = { ...session, id: 4, own: '', address: '198.51.100.7', last_address: '203.0.113.4' };
const list =
  (...items: (typeof session)[]) =>
  () => ({ status: 'success', message: '', items });

const open = (handlers: FakeHandlers = {}) =>
  openConsole({
    address: '/account',
    handlers: {
      ownSessions: list(session, elsewhere),
      endSessions: () => ({ message: 'The session is ended' }),
      ...handlers,
    },
  });

const newPassword = { 'New Password': 'green umbrella nine', 'Confirm Password': 'green umbrella nine' };

async function change(user: UserEvent): Promise<void> {
  await fill(user, { 'Current Password': 'old password', ...newPassword });
  await user.click(screen.getByRole('button', { name: /^Change password/ }));
}

const confirm = (user: UserEvent, name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));

describe('My account', () => {
  it('S12 lists the own sessions with start, last use and address, and says which one this is', async () => {
    await open();
    const table = await screen.findByRole('table', { name: 'Where you are logged in' });
    const [own, other] = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(own).toMatch(/from 192\.0\.2\.1.*This session/);
    expect(other).toMatch(/from 198\.51\.100\.7.*from 203\.0\.113\.4/);
    expect(within(table).getAllByRole('button', { name: /^End the session of/ })).toHaveLength(1);
  });

  it.each([
    [/^End the session of .* from 198\.51\.100\.7$/, 'End', { sessionId: '4' }],
    ['End all others', 'End all others', {}],
  ])('S12 %s asks, does it once and reads the list again', async (name, button, body) => {
    const { api, user } = await open();
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name }));
    expect(api.requestsOf('endSessions')).toEqual([]);
    await confirm(user, button);
    expect(await screen.findByText('The session is ended')).toBeInTheDocument();
    expect(api.requestsOf('endSessions').map((request) => request.body)).toEqual([
      { ...body, user: api.session.email },
    ]);
    await waitFor(() => expect(api.requestsOf('ownSessions')).toHaveLength(2));
  });

  it('S12 says so where there is no other session, and where the list cannot be had', async () => {
    const { unmount } = await open({ ownSessions: list(session) });
    expect(await screen.findByText('You are not logged in anywhere else.')).toBeInTheDocument();
    unmount();
    await open({ ownSessions: () => new FakeNetworkFailure('gone') });
    expect(await screen.findByText('Your sessions cannot be shown now')).toBeInTheDocument();
  });

  it('P3 changes the password with the current one, says what ended and keeps nothing typed', async () => {
    const text = 'Password changed. Your other sessions have ended, and your API keys are revoked.';
    const { api, user } = await open({ changePassword: () => ({ status: 'success', message: text }) });
    await change(user);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(api.requestsOf('changePassword').map(({ body }) => body)).toEqual([
      { currentPassword: 'old password', newPassword: 'green umbrella nine', user: api.session.email },
    ]);
    for (const label of ['Current Password', 'New Password', 'Confirm Password'])
      expect(screen.getByLabelText(label)).toHaveValue('');
  });

  it('P3 a refusal is shown in the words of the server, and what was typed stays', async () => {
    const message = 'The current password is wrong. Nothing was changed.';
    const { user } = await open({ changePassword: () => new FakeFailure({ message }) });
    await change(user);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('New Password')).toHaveValue('green umbrella nine');
  });

  it('S12 is reached from the account menu, but not with an existing back end', async () => {
    const { user, unmount } = await openConsole();
    await user.click(screen.getByRole('button', { name: /^Account of/ }));
    expect(await screen.findByRole('link', { name: 'My account' })).toHaveAttribute('href', '/account');
    unmount();
    const legacy = await openConsole({ config: { backend: 'legacy' } });
    await legacy.user.click(screen.getByRole('button', { name: /^Account of/ }));
    await screen.findByRole('group', { name: 'Theme' });
    expect(screen.queryByRole('link', { name: 'My account' })).not.toBeInTheDocument();
  });

  it("S27 an admin's password is replaced before anything else is shown; then everything is there", async () => {
    let given = 'yes';
    const { user } = await open({
      ownSessions: () => ({ ...list(session)(), given_password: given }),
      changePassword: () => {
        given = '';
        return { status: 'success', message: 'Password changed.' };
      },
    });
    expect(await screen.findByText('Choose your own password')).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await change(user);
    expect(await screen.findByText('Password changed.')).toBeInTheDocument();
    expect(await screen.findByRole('table', { name: 'Where you are logged in' })).toBeInTheDocument();
    expect(screen.queryByText('Choose your own password')).not.toBeInTheDocument();
  });
});

it('U5 an invitation sets the first password by the link, without a kept handle, and leads to login', async () => {
  const { api, user } = await openConsole({
    address: '/invitation/secret-1',
    session: null,
    handlers: { acceptInvitation: () => ({ status: 'success', message: 'set' }) },
  });
  await fill(user, newPassword);
  await user.click(screen.getByRole('button', { name: /^Set password/ }));
  expect(await screen.findByText('Your password is set. You can log in now.')).toBeInTheDocument();
  expect(api.requestsOf('acceptInvitation').map(({ body }) => body)).toEqual([
    { token: 'secret-1', newPassword: 'green umbrella nine' },
  ]);
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
});

it("S13 D4 a session that ended is told after the login, by the operator's clock, until it is closed", async () => {
  const said = (time: string): string => `Your session of ${time} has ended, because an account has at most 5.`;
  const text = said(formatTime('2026-11-20T08:00:00Z'));
  const { user } = await openConsole({
    address: '/login',
    session: null,
    handlers: {
      login: (_body, { session }) => ({
        ...{ ...session, status: 'success', message: '', loggedin: 'loginValidated', permissions: [] },
        notice: said('2026-11-20 08:00 UTC'),
      }),
    },
  });
  await logIn(user);
  await screen.findByRole('heading', { name: 'Dashboard' });
  await screen.findByText(text);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

describe('the second factors of the own account', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const uri = `otpauth://totp/Device%20Console:a%40example.com?issuer=Device%20Console&secret=${secret}`;
  const phone = { id: 7, kind: 'totp', name: 'Phone', created_at: '2026-11-20T10:00:00.000Z', last_used_at: '' };
  const codes = Array.from({ length: 10 }, (_, index) => `abcd-${index}`);

  /** A server that keeps what is added and removed. */
  function server(items: (typeof phone)[] = [], policy = 'offered'): FakeHandlers {
    let own = items;
    const now = () => ({ items: own, recovery_codes: own.length > 0 ? 1 : 0, policy, passkeys: 'yes' });
    return {
      ownFactors: () => ({ status: 'success', message: '', ...now() }),
      addTotp: () => ({ status: 'success', message: '', id: 7, secret, uri }),
      confirmTotp: ({ name }) => {
        own = [{ ...phone, name }];
        return { status: 'success', message: 'Second factor added.', codes: codes.join(' ') };
      },
      removeFactor: () => {
        own = [];
        return { status: 'success', message: 'Phone is removed.' };
      },
      renewRecoveryCodes: () => ({ status: 'success', message: 'New recovery codes made.', codes: codes.join(' ') }),
    };
  }

  it.each([
    [false, /^This page has no https address/],
    [true, /^This browser makes no passkeys/],
  ])('S19 says why no passkey can be made here, with a secure page: %p', async (isSecure, reason) => {
    Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true });
    await open(server());
    expect(await screen.findByText(reason)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
    Reflect.deleteProperty(window, 'isSecureContext');
  });

  it('S15 S16 S19 adds an app by picture or key and a code, and shows the recovery codes once', async () => {
    const { api, user } = await open(server());
    expect(await screen.findByText('You have no second factor.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add an authenticator app' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
    expect(dialog.getByText('Key to type in, if you cannot scan').nextElementSibling).toHaveTextContent(
      'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    );
    expect(dialog.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute('href', uri);
    await fill(user, { 'Code that the app shows': '123456' });
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    const kept = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
    expect(kept.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    for (const name of ['Copy', 'Print', 'Download']) expect(kept.getByRole('button', { name })).toBeEnabled();
    expect(api.requestsOf('confirmTotp').map(({ body }) => body)).toEqual([
      { id: '7', name: 'Phone', code: '123456', user: api.session.email },
    ]);
    await user.click(kept.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('You have 1 recovery code left. Make new ones soon.')).toBeInTheDocument();
    expect(screen.queryByText(codes[0] ?? '')).not.toBeInTheDocument();
    await waitFor(() => expect(api.requestsOf('ownSessions')).toHaveLength(2));
  });

  it('S15 S16 makes new recovery codes and removes a factor, each after a question', async () => {
    const { api, user } = await open(server([phone]));
    await user.click(await screen.findByRole('button', { name: 'Make new recovery codes' }));
    await confirm(user, 'Make new recovery codes');
    expect(await screen.findByRole('dialog', { name: 'Your recovery codes' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
    expect(api.requestsOf('removeFactor')).toEqual([]);
    await confirm(user, 'Remove');
    expect(await screen.findByText('Phone is removed.')).toBeInTheDocument();
    expect(await screen.findByText('You have no second factor.')).toBeInTheDocument();
    expect(api.requestsOf('removeFactor').map(({ body }) => body)).toEqual([{ id: '7', user: api.session.email }]);
  });

  it('S15 is not shown where factors are off', async () => {
    await open(server([], 'off'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Second factor' })).not.toBeInTheDocument());
  });
});
