import { screen, waitFor } from '@testing-library/react';
import { expectConsole, FakeFailure } from '@device-console/shared-lib/testing';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { loginReply } from '../testing/login-reply.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const NAME = 'Example Account';
const button = () => screen.queryByRole('link', { name: `Log in with ${NAME}` });
const kept = () => sessionStorage.getItem('console:signOn');

/** A console that offers it; somebody at the provider is always the same operator. */
const open = (options: RenderRoutesOptions = {}) =>
  renderRoutes({
    address: '/login',
    session: null,
    config: { singleSignOn: { name: NAME, only: false } },
    ...options,
    handlers: {
      beginSignIn: () => ({ status: 'success', message: '', address: 'https://id.example/authorize', handle: 'h-1' }),
      signInByCode: () => loginReply({ token: 'token-of-single-sign-on' }),
      ...options.handlers,
    },
  });

const keep = (more: object) =>
  sessionStorage.setItem('console:signOn', JSON.stringify({ handle: 'h-1', audience: 'standard', ...more }));

describe('single sign-on', () => {
  afterEach(() => sessionStorage.clear());

  it('S21 without it in config.json, and before an existing back end, the login page offers none', async () => {
    const { unmount } = await open({ config: {} });
    expect(screen.getByLabelText('Password')).toBeInTheDocument();
    expect(button()).not.toBeInTheDocument();
    unmount();
    await open({ config: { singleSignOn: { name: NAME, only: false }, backend: 'legacy' } });
    expect(button()).not.toBeInTheDocument();
  });

  it('S21 S10 the button asks the server, keeps the way back in this tab, and leaves for the provider', async () => {
    expectConsole(/navigation/i);
    const { api, user } = await open({ address: '/auditReport?days=7#imei=490154203237518' });
    await user.click(await screen.findByRole('link', { name: `Log in with ${NAME}` }));
    await waitFor(() => expect(kept()).not.toBeNull());
    expect(JSON.parse(kept() ?? '')).toEqual({
      handle: 'h-1',
      audience: 'standard',
      wanted: '/auditReport?days=7#imei=490154203237518',
    });
    const [asked] = api.requestsOf('beginSignIn');
    expect(asked?.headers).not.toHaveProperty('x-api-key');
    expect(asked?.body).toEqual({});
  });

  it('S21 S10 the code of the address and the kept handle log in once, and lead to the wanted address', async () => {
    keep({ wanted: '/auditReport?days=7' });
    const { address, api, store } = await open({ address: '/signIn#code=c-1' });
    await screen.findByRole('heading', { name: 'Screen auditReport' });
    expect(api.requestsOf('signInByCode').map(({ body }) => body)).toEqual([{ code: 'c-1', handle: 'h-1' }]);
    expect([address(), store.get(sessionAtom)?.token, kept()]).toEqual([
      '/auditReport?days=7',
      'token-of-single-sign-on',
      null,
    ]);
    expect(JSON.parse(localStorage.getItem('userSession') ?? '{}')).toHaveProperty('payload');
  });

  it('S21 D8 begun at the superadmin login it ends with that flag', async () => {
    keep({ audience: 'superadmin' });
    const { api } = await open({ address: '/signIn#code=c-1' });
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(api.requestsOf('signInByCode').map(({ body }) => body)).toEqual([
      { code: 'c-1', handle: 'h-1', client: 'SUPERADMIN' },
    ]);
  });

  it.each<readonly [string, string | null]>([
    ['that this tab did not ask for', null],
    ['beside which something else is kept', '{"handle":7}'],
  ])('S21 an answer %s is sent to nobody, and says what to do', async (_what, stored) => {
    if (stored !== null) sessionStorage.setItem('console:signOn', stored);
    const { api, store } = await open({ address: '/signIn#code=somebody-elses' });
    expect(await screen.findByText(/begun in another tab or browser, or was used already/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
    expect([api.requests, store.get(sessionAtom)]).toEqual([[], null]);
  });

  it("S21 S7 a refusal shows the server's words and the way back to the same login", async () => {
    keep({ audience: 'superadmin' });
    const refused = () => new FakeFailure({ message: 'There is no account for x@example.com here.' });
    await open({ address: '/signIn#code=c-1', handlers: { signInByCode: refused } });
    expect(await screen.findByText('There is no account for x@example.com here.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/superadmin/login');
  });

  it('S21 a provider that is away is told here, and the browser stays', async () => {
    const refused = () => new FakeFailure({ message: 'Example Account could not be reached.' });
    const { user } = await open({ handlers: { beginSignIn: refused } });
    await user.click(await screen.findByRole('link', { name: `Log in with ${NAME}` }));
    expect(await screen.findByText('Example Account could not be reached.')).toBeInTheDocument();
    expect(kept()).toBeNull();
  });

  it('S21 D9a beside a page that waits nobody else logs in, and the page stays', async () => {
    keep({ onlyEmail: 'somebody@example.com' });
    const { store, unmount } = await open({ address: '/signIn#code=c-1' });
    expect(await screen.findByText(/To continue here, log in as somebody@example.com/)).toBeInTheDocument();
    expect([store.get(sessionAtom), localStorage.getItem('userSession')]).toEqual([null, null]);
    unmount();
    keep({ onlyEmail: 'operator@example.com' });
    const { address } = await open({ address: '/signIn#code=c-1' });
    expect(await screen.findByText('You are logged in')).toBeInTheDocument();
    expect(address()).toBe('/signIn#code=c-1');
  });

  it('S21 an address alone logs nobody in: it leads to the login page, and a new tab asks first', async () => {
    const { address, api, unmount } = await open({ address: '/signIn', session: {} });
    await waitFor(() => expect(address()).toBe('/login'));
    expect(api.requestsOf('beginSignIn')).toEqual([]);
    unmount();
    expectConsole(/navigation/i);
    const tab = await open({ address: '/signIn#again=operator%40example.com' });
    expect(await screen.findByText(/^Log in as operator@example.com\./)).toBeInTheDocument();
    expect(tab.api.requests).toEqual([]);
    await tab.user.click(screen.getByRole('link', { name: `Log in with ${NAME}` }));
    await waitFor(() => expect(kept()).not.toBeNull());
    expect(JSON.parse(kept() ?? '')).toMatchObject({ onlyEmail: 'operator@example.com' });
  });

  it.each([
    ['standard', '/login'],
    ['superadmin', '/superadmin/login'],
    ['elsewhere', '/login'],
  ])('S28 after a logout at the provider (%s) the login page comes: %s', async (state, login) => {
    const { address } = await open({ address: `/signIn?state=${state}` });
    await waitFor(() => expect(address()).toBe(login));
  });

  it('S23 where it is the only way passwords are asked for at the superadmin login alone', async () => {
    const config = { singleSignOn: { name: NAME, only: true } };
    const { unmount } = await open({ config });
    expect(button()).toBeInTheDocument();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Forgot password' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Superadmin login' })).toHaveAttribute('href', '/superadmin/login');
    unmount();
    await open({ config, address: '/superadmin/login' });
    expect(screen.getByLabelText('Password')).toBeInTheDocument();
    expect(button()).toBeInTheDocument();
  });
});
