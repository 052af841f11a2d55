import { act, screen, waitFor } from '@testing-library/react';
import {
  FakeFailure,
  FakeNetworkFailure,
  FakeReply,
  type FakeHandlers,
  held,
} from '@device-console/shared-lib/testing';
import { endSessionAtom, holdSessionAtom, sessionAtom } from '@device-console/shared-lib/session/host';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { loginReply } from '../testing/login-reply.ts';
import { logIn } from '../testing/open-console.ts';
import { quietTabs, renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const loginName = () => screen.getByRole('textbox', { name: 'Email or phone' });
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: /^Log In/ });

async function open(options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes({ address: '/login', session: null, ...options });
  return { ...rendered, logIn: () => logIn(rendered.user, '  secret ') };
}

describe('login', () => {
  it('S1 S3 W2 W3 sends both fields as typed, without token or flag; keeps the session, goes Home', async () => {
    const { address, api, logIn, user } = await open();
    expect(screen.getByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(password()).toHaveAttribute('type', 'password');
    expect(screen.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', '/forgotPassword');
    await user.click(button());
    expect(loginName()).toBeInvalid();
    expect(loginName()).toHaveFocus();
    expect(api.requests).toEqual([]);
    await logIn();
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
    const [login] = api.requests;
    const body = { email: 'operator@example.com', password: '  secret ' };
    expect(login).toMatchObject({ method: 'POST', path: 'login.php', body });
    expect(Object.keys(login?.body ?? {})).toEqual(['email', 'password']);
    expect(login?.headers).not.toHaveProperty('x-api-key');
    const stored: unknown = JSON.parse(localStorage.getItem('userSession') ?? '{}');
    expect(stored).toEqual({ payload: expect.stringMatching(/^v1\./), transactionId: expect.any(String) });
    expect(localStorage.getItem('userSessionExpiry')).toBe(api.session.expiry);
  });

  it('S1 D8 D9a the superadmin login sends its flag and lands on /superadmin/', async () => {
    const { address, api, logIn, store } = await open({
      address: '/superadmin/login',
      handlers: { login: () => loginReply({ token: 'token-of-the-fake-api', userlevel: 'superadmin' }) },
    });
    expect(screen.getByRole('heading', { name: 'Superadmin login' })).toBeInTheDocument();
    await logIn();
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(api.requests[0]?.body).toMatchObject({ client: 'SUPERADMIN' });
    expect(address()).toBe('/superadmin/');
    expect(store.get(sessionAtom)?.userlevel).toBe('SUPERADMIN');
  });

  it("S7 S9 W5 what kept a login from being one is said, in the server's words, and what was typed stays", async () => {
    const answers: readonly (readonly [FakeHandlers['login'], string | RegExp])[] = [
      [() => new FakeFailure({ message: 'Wrong  e-mail or password.' }), /^Wrong {2}e-mail or password\.$/],
      [() => new FakeFailure({ httpStatus: 429, message: 'Too many attempts.' }), /^Too many attempts\./],
      [() => new FakeNetworkFailure('gone'), /^Please try after sometime/],
      [
        () => new FakeReply('<html>'),
        /^Your network answered, not the server: .+\.Detailslogin\.php: HTTP 200 did not come from the server/,
      ],
      [
        () => ({ status: 'success', message: 'Change your password first.', token: 't', loggedin: 'pending' }),
        /The server did not validate this login and says "Change your password first\."\. Log in again\./,
      ],
    ];
    const { address, api, logIn, user } = await open();
    for (const [index, [login, text]] of answers.entries()) {
      api.use({ login });
      await (index === 0 ? logIn() : user.click(button()));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text));
      expect(screen.queryByText(/^You can try again/)).not.toBeInTheDocument();
      expect(loginName()).toHaveValue('operator@example.com');
      expect(button()).toBeEnabled();
      expect([address(), localStorage.getItem('userSession')]).toEqual(['/login', null]);
    }
  });

  it('S7 D2a a throttling server is told of: seconds go down, the button waits, what was typed stays', async () => {
    const login = () =>
      new FakeFailure({ httpStatus: 429, message: 'Too many attempts.', headers: { 'Retry-After': '62' } });
    const { api, logIn, user } = await open({ handlers: { login } });
    jest.useFakeTimers({ advanceTimers: true });
    try {
      await logIn();
      expect(await screen.findByText(/Too many attempts\./)).toBeInTheDocument();
      expect(screen.getByText('You can try again in 1 minute 2 seconds.')).toBeInTheDocument();
      expect(button()).toBeDisabled();
      expect([loginName(), password()].map((field) => field.getAttribute('value'))).toEqual([
        'operator@example.com',
        '  secret ',
      ]);
      act(() => jest.advanceTimersByTime(61_000));
      expect(screen.getByText(/^You can try again in \d seconds?\.$/)).toBeInTheDocument();
      act(() => jest.advanceTimersByTime(2_000));
      expect(screen.queryByText(/^You can try again/)).not.toBeInTheDocument();
      expect(button()).toBeEnabled();
      expect(api.requests).toHaveLength(1);
      await user.click(button());
      await waitFor(() => expect(button()).toBeDisabled());
      await user.type(password(), '9');
      expect(button()).toBeDisabled();
      // The wait belongs to one account, even if another was tried in between.
      await user.type(loginName(), 'x');
      expect(button()).toBeEnabled();
      expect(screen.queryByText(/Too many attempts/)).not.toBeInTheDocument();
      api.use({ login: () => new FakeFailure({ message: 'Wrong e-mail or password.' }) });
      await user.click(button());
      expect(await screen.findByText('Wrong e-mail or password.')).toBeInTheDocument();
      await user.type(loginName(), '{Backspace}');
      expect(screen.getByText(/^You can try again in /)).toBeInTheDocument();
      expect(button()).toBeDisabled();
      act(() => jest.advanceTimersByTime(63_000));
      expect(button()).toBeEnabled();
    } finally {
      jest.useRealTimers();
    }
  });

  it('S1 two presses send one login', async () => {
    const answer = held<never>();
    const { api, logIn, user } = await open({ handlers: { login: () => answer.promise } });
    await logIn();
    await waitFor(() => expect(api.requests).toHaveLength(1));
    await user.click(button());
    await user.type(password(), '{Enter}');
    answer.refuse(new FakeFailure({ message: 'No' }));
    await screen.findByText('No');
    expect(api.requests).toHaveLength(1);
  });
});

describe('the wanted address', () => {
  it.each([
    ['/auditReport?days=7&of=all#imei=490154203237518', 'ADMIN', '/login', 'Screen auditReport'],
    ['/superadmin/lastCommand', 'superadmin', '/superadmin/login', 'Screen lastCommand'],
    ['/', 'superadmin', '/login', 'Dashboard'],
  ])('S10 N4 D9a %s leads a %s to %s, and comes back with all that was in it', async (wanted, ...rest) => {
    const [userlevel, login, heading] = rest;
    const { address, api, loader, logIn } = await open({ address: wanted });
    expect([address(), loader.asked]).toEqual([login, []]);
    api.use({ login: () => loginReply({ token: 'token-of-the-fake-api', userlevel }) });
    await logIn();
    await screen.findByRole('heading', { name: heading });
    expect(address()).toBe(wanted === '/' ? '/superadmin/' : wanted);
  });

  it('N6 D9a the redirect from user management remembers no address', async () => {
    const { address, logIn } = await open({
      address: '/userManagement',
      session: { userlevel: 'USER', permissions: [] },
    });
    await waitFor(() => expect(address()).toBe('/login'));
    await logIn();
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
  });
});

/** Other tabs that say whether one of them sends when `answer` is called. */
function tabsThat() {
  const listeners: ((isOneSending: boolean) => void)[] = [];
  return {
    ...quietTabs,
    watchSending: (listener: (isOneSending: boolean) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    pauseAll: jest.fn(),
    answer: (isOneSending: boolean) => listeners.at(-1)?.(isOneSending),
  };
}

describe('login while a batch runs', () => {
  it('D9a S2 asks before it ends that session, and pauses the batch first', async () => {
    const { holder, pausedWhy } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { store, user } = await open({ session: {}, batches: holder });
    expect(screen.getByRole('heading', { name: 'A batch is running' })).toBeInTheDocument();
    expect(store.get(sessionAtom)).not.toBeNull();
    expect(localStorage.getItem('userSession')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Pause the batch and continue' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(pausedWhy).toEqual(['operator']);
    expect(store.get(sessionAtom)).toBeNull();
  });

  it('D9a a batch in another tab is asked about too; it is paused there, then the login shows', async () => {
    const tabs = tabsThat();
    const { store, user } = await open({ session: {}, otherTabs: tabs });
    expect(screen.getByText('Looking for running batches')).toBeInTheDocument();
    expect(store.get(sessionAtom)).not.toBeNull();
    act(() => tabs.answer(true));
    expect(screen.getByText(/^It runs in another tab of this browser\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Pause the batch and continue' }));
    expect(tabs.pauseAll).toHaveBeenCalledTimes(1);
    expect(store.get(sessionAtom)).not.toBeNull();
    act(() => tabs.answer(false));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(store.get(sessionAtom)).toBeNull();
  });

  it.each([
    ['/login', 'ADMIN', '/'],
    ['/superadmin/login', 'SUPERADMIN', '/superadmin/'],
    ['/superadmin/logout', 'SUPERADMIN', '/superadmin/'],
  ])('D9a whoever keeps the session at %s as %s goes to %s', async (opened, userlevel, home) => {
    const otherTabs = tabsThat();
    const { address, store, user } = await open({ address: opened, session: { userlevel }, otherTabs });
    act(() => otherTabs.answer(true));
    await user.click(screen.getByRole('button', { name: 'Keep the session' }));
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe(home);
    expect(store.get(sessionAtom)).not.toBeNull();
  });
});

describe('a login that follows the end of a session', () => {
  const ADDRESS = '/auditReport?days=7#imei=490154203237518';
  const failed = 'The server has ended your session';

  it.each([
    ['authorization-failed', failed, '/'],
    ['storage-cleared', failed, '/'],
    ['expired', 'Your session has expired. Please log in again.', ADDRESS],
    ['other-tab', 'You were logged out in another tab of this browser.', ADDRESS],
    ['signed-out', null, ADDRESS],
  ] as const)('S4 S6 S8 S10 D9a says why (%s): %s; it leads to %s', async (end, text, wanted) => {
    const { address, logIn, store } = await open({ address: ADDRESS, session: {} });
    act(() => store.set(endSessionAtom, end));
    await screen.findByRole('heading', { name: 'Login' });
    if (text === null) expect(screen.queryByText(/session|logged out/)).not.toBeInTheDocument();
    else expect(screen.getByText(text)).toBeInTheDocument();
    await logIn();
    await waitFor(() => expect(address()).toBe(wanted));
  });

  it('D9a D11 leads from a page that was kept for a login in place back to its batch', async () => {
    const { address, logIn, store } = await open({ address: ADDRESS, session: {} });
    act(() => store.set(holdSessionAtom, 'authorization-failed'));
    expect(address()).toBe(ADDRESS);
    act(() => store.set(endSessionAtom, 'login-screen'));
    await screen.findByRole('heading', { name: 'Login' });
    await logIn();
    await waitFor(() => expect(address()).toBe(ADDRESS));
  });

  it('S8 S10 leads to an address that is opened after an authorisation failure', async () => {
    const { address, goTo, logIn, store } = await open({ address: '/lockDevice', session: {} });
    act(() => store.set(endSessionAtom, 'authorization-failed'));
    await waitFor(() => expect(address()).toBe('/login'));
    await goTo(ADDRESS);
    await logIn();
    await waitFor(() => expect(address()).toBe(ADDRESS));
  });
});
