import { screen, waitFor, within } from '@testing-library/react';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { expectConsole, FakeFailure, FakeNetworkFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const logoutInMenu = () =>
  within(screen.getByRole('navigation', { name: 'Console' })).getByRole('link', { name: 'Logout' });

const signOn = { singleSignOn: { name: 'Example Account', only: false } };
const open = (handlers: FakeHandlers, options: RenderRoutesOptions = {}) =>
  renderRoutes({ address: '/logout', ...options, handlers });
const signOut = (more: object) => () => ({ status: 'success', message: 'Logged out', ...more });

describe('logout of single sign-on', () => {
  it('S28 ends the session here, then goes on to the provider', async () => {
    expectConsole(/navigation/i);
    const address = 'https://id.example/session/end?state=standard';
    const page = await open({ signOut: signOut({ address }) }, { config: signOn });
    await waitFor(() => expect(page.store.get(sessionAtom)).toBeNull());
    expect(page.api.requests.map(({ path }) => path)).toEqual(['signOut.php']);
    expect(page.address()).toBe('/logout');
    expect(screen.queryByRole('heading', { name: 'Login' })).not.toBeInTheDocument();
  });

  it('S28 says so where the provider is away, and leads to the same login', async () => {
    const notice = 'You are logged out here. Example Account could not be reached.';
    const page = await open({ signOut: signOut({ notice }) }, { address: '/superadmin/logout', config: signOn });
    expect(await screen.findByText(notice)).toBeInTheDocument();
    expect(page.store.get(sessionAtom)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/superadmin/login');
  });

  it.each<readonly [string, FakeHandlers['signOut']]>([
    ['of a session by password', signOut({})],
    ['on a broken connection', () => new FakeNetworkFailure('gone')],
    ['to what is no page', signOut({ address: 'javascript:alert(1)' })],
  ])('S28 S6 %s it leads to the login page', async (_what, handler) => {
    const page = await open({ signOut: handler }, { config: signOn });
    await screen.findByRole('heading', { name: 'Login' });
    expect([page.address(), page.store.get(sessionAtom)]).toEqual(['/login', null]);
  });
});

describe('logout', () => {
  it("S6 says 'Please wait loggin out...' while logout.php is asked", async () => {
    const { api, store } = await open({ logout: () => new Promise(() => undefined) });
    expect(screen.getByText('Please wait loggin out...')).toBeInTheDocument();
    await waitFor(() => expect(api.requests.map(({ path }) => path)).toEqual(['logout.php']));
    expect(store.get(sessionAtom)).not.toBeNull();
  });

  it.each<[string, FakeHandlers['logout']]>([
    ['success', () => ({ status: 'success', message: 'Logged out' })],
    ['an authorisation failure', () => new FakeFailure({ httpStatus: 401, message: 'Authorization Failed' })],
  ])('S6 on %s the session is removed and login comes', async (_what, logout) => {
    const { address, api, store } = await open({ logout });
    await screen.findByRole('heading', { name: 'Login' });
    expect(address()).toBe('/login');
    expect(store.get(sessionAtom)).toBeNull();
    for (const key of ['userSession', 'userSessionExpiry']) expect(localStorage.getItem(key)).toBeNull();
    expect(api.requestsOf('logout')).toHaveLength(1);
  });

  it('D9a S6 S10 asks first while a batch runs, stays where the operator was, or pauses it and goes on', async () => {
    const { holder, pausedWhy } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    const { address, api, user } = await renderRoutes({ address: '/auditReport', batches: holder });
    await user.click(logoutInMenu());
    expect(await screen.findByRole('heading', { name: 'A batch is running' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stay with the batch' }));
    await waitFor(() => expect(address()).toBe('/auditReport'));
    expect([pausedWhy, api.requestsOf('logout')]).toEqual([[], []]);
    await user.click(logoutInMenu());
    await user.click(await screen.findByRole('button', { name: 'Pause the batch and continue' }));
    await screen.findByRole('heading', { name: 'Login' });
    expect([pausedWhy, api.requestsOf('logout').length, address()]).toEqual([['operator'], 1, '/login']);
  });
});
