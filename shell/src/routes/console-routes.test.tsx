import { act, screen, waitFor, within } from '@testing-library/react';
import { calls } from '@device-console/shared-lib/contract';
import type { DeclaredScreen } from '@device-console/shared-lib/remote/host';
import type { UsableRegistry } from '@device-console/shared-lib/trust';
import { endSessionAtom, signInAtom } from '@device-console/shared-lib/session/host';
import { held } from '@device-console/shared-lib/testing';
import { loginReply } from '../testing/login-reply.ts';
import {
  declaredScreen,
  readUnsigned,
  registryDocument,
  registryEntry,
  wholeConsole,
} from '../testing/test-registry.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { ConsoleRoutes } from './console-routes.tsx';

const NOT_AUTHORISED = 'You are not authorised to use this feature.Contact Your Admin for support';

async function open(options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes(options);
  await screen.findByRole('heading', { level: 1 });
  return rendered;
}

describe('guards', () => {
  it.each([
    ['/lockDevice', 'USER', 'Missing permission: Lock Device', '/'],
    ['/keyManagement', 'USER', 'Missing role: one of ADMIN, SUPERADMIN', '/'],
    ['/superadmin/auditReport', 'ADMIN', 'Missing role: SUPERADMIN', '/'],
    ['/superadmin/', 'ADMIN', 'Missing role: SUPERADMIN', '/'],
  ])(
    'N4 N5 D9 the not-authorised page at %s tells a %s what is missing, asks for nothing, and leads Home',
    async (address, userlevel, ...rest) => {
      const [missing, home] = rest;
      const { api, loader } = await open({ address, session: { userlevel, permissions: ['Unlock Device'] } });
      expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
      expect(screen.getByText(missing)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', home);
      expect([loader.asked, api.requestsOf('homeData')]).toEqual([[], []]);
      expect(localStorage.getItem('userSession')).not.toBeNull();
    },
  );

  it.each([
    ['/superadmin/lastCommand', 'ADMIN', 'Missing role: SUPERADMIN', '/'],
    ['/rights', 'USER', 'Missing permission: one of Reports, Lock Device', '/'],
    ['/any', 'USER', 'Missing permission: one of Reports, Lock Device', '/'],
    ['/ownRole', 'USER', 'Missing permission: Lock Device', '/'],
    ['/ownRole', 'ADMIN', 'Missing role: USER', '/'],
    ['/superadmin/ownRole', 'SUPERADMIN', 'Missing role: USER', '/superadmin/'],
  ])(
    'N4 N5 of several conditions at %s a %s is told the first that is missing',
    async (address, userlevel, ...rest) => {
      const [missing, home] = rest;
      const guarded = registryEntry('mf-guarded', [
        declaredScreen('rights', { permission: 'Unlock Device', anyPermission: ['Reports', 'Lock Device'] }),
        declaredScreen('any', { anyPermission: ['Reports', 'Lock Device'] }),
        declaredScreen('ownRole', { roles: ['USER'], permission: 'Lock Device' }),
        declaredScreen('lastCommand', { roles: ['ADMIN', 'SUPERADMIN'] }),
      ]);
      await open({
        address,
        session: { userlevel, permissions: ['Unlock Device'] },
        registry: Promise.resolve(registryDocument([guarded])),
      });
      expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
      expect(screen.getByText(missing)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', home);
    },
  );

  it('D9 a SUPERADMIN is led to the superadmin twin, with the query and the IMEI', async () => {
    const { address } = await open({
      address: '/lastCommand?days=7#imei=490154203237518',
      session: { userlevel: 'SUPERADMIN' },
    });
    expect(screen.getByRole('heading', { name: 'Screen lastCommand' })).toBeInTheDocument();
    expect(address()).toBe('/superadmin/lastCommand?days=7#imei=490154203237518');
  });
});

describe('the session', () => {
  it.each([
    ['/auditReport?days=7#imei=490154203237518', 'ADMIN', '/login', '/'],
    ['/superadmin/auditReport?days=7#imei=490154203237518', 'SUPERADMIN', '/superadmin/login', '/superadmin/'],
  ])(
    'S8 N2 an authorisation failure at %s clears the session and leads through the root to login, and the login to ' +
      'the root',
    async (address, userlevel, login, root) => {
      const { address: current, api, client, user } = await open({ address, session: { userlevel } });
      api.revokeSession();
      await act(() => expect(client.call(calls.homeData, {})).rejects.toMatchObject({ kind: 'authorization' }));
      await waitFor(() => expect(current()).toBe(login));
      expect(localStorage.getItem('userSession')).toBeNull();
      await user.type(screen.getByRole('textbox', { name: 'Email or phone' }), 'operator@example.com');
      await user.type(screen.getByLabelText('Password'), 'secret');
      await user.click(screen.getByRole('button', { name: /^Log In/ }));
      await screen.findByRole('heading', { name: 'Dashboard' });
      expect(current()).toBe(root);
    },
  );
});

describe('what was read for an operator', () => {
  const OTHER = 'other@example.com';
  const at = '2026-11-29T06:00:00Z';
  const sessionsOf = (address: string) => ({
    status: 'success' as const,
    message: '',
    items: [{ id: '1', started_at: at, last_used_at: at, expires_at: at, address, last_address: '', own: '' }],
  });

  it('D9a no other sees, who logs in in another tab', async () => {
    const { store, api } = await open({
      address: '/account',
      handlers: {
        ownSessions: () => sessionsOf('Place of the first'),
        login: (_, { session: { token } }) => loginReply({ email: OTHER, token }),
      },
    });
    expect(await screen.findByText(/Place of the first/)).toBeInTheDocument();
    await act(() => store.set(signInAtom, { email: OTHER, password: 'secret' }));
    expect(screen.queryByText(/Place of the first/)).not.toBeInTheDocument();
    await waitFor(() => expect(api.requestsOf('ownSessions')).toHaveLength(2));
    expect(api.requestsOf('ownSessions').map(({ body }) => body['user'])).toEqual([api.session.email, OTHER]);
    expect(screen.queryByText(/Place of the first/)).not.toBeInTheDocument();
  });

  it('S8 ends with the session, also what is still pending', async () => {
    const pending = held<ReturnType<typeof sessionsOf>>();
    const answers = [sessionsOf('Place before'), pending.promise, sessionsOf('Place after')];
    const { store, api, user, goTo } = await open({
      address: '/account',
      handlers: { ownSessions: () => answers.shift() ?? sessionsOf('too much') },
    });
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(api.requestsOf('ownSessions')).toHaveLength(2));
    act(() => store.set(endSessionAtom, 'expired'));
    await screen.findByRole('textbox', { name: 'Email or phone' });
    await act(async () => pending.give(sessionsOf('Place that comes late')));
    await act(() => store.set(signInAtom, { email: api.session.email, password: 'secret' }));
    await goTo('/account');
    expect(screen.queryByText(/Place (before|that comes late)/)).not.toBeInTheDocument();
    expect(await screen.findByText(/Place after/)).toBeInTheDocument();
  });
});

describe('the registry', () => {
  it.each([
    ['/nowhere', 'There is no screen at /nowhere.'],
    ['/auditReport/nowhere', 'There is no screen at /auditReport/nowhere.'],
  ])('N5 says once it is read that there is no screen at %s', async (address, text) => {
    await open({ address });
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  });

  const withScreen = (version: string, more: readonly DeclaredScreen[] = [], rest: object = {}) => {
    const entry = registryEntry('mf-ledger', [declaredScreen('ledger'), ...more], { version, ...rest });
    return { ...entry, baseUrl: `http://remotes.test/ledger/${version}/` };
  };
  const added = declaredScreen('added', { title: 'Added' });

  it('says why a screen that only a failed canary has is not there, and offers it again', async () => {
    const { baseUrl, publishedAt, declaration } = withScreen('1.5.0', [added]);
    const entry = { ...withScreen('1.4.2'), canary: { baseUrl, publishedAt, declaration, share: 1, roles: [] } };
    const { user, remotes } = await open({ address: '/added', registry: Promise.resolve(registryDocument([entry])) });
    const [canary] = remotes.releaseManager.getSnapshot().releases;
    await act(async () => canary && remotes.releaseManager.failed(canary));
    expect(screen.getByText('mf-ledger 1.5.0 has this screen, and 1.4.2 is in use.')).toBeInTheDocument();
    expect(screen.getByText('That version failed in this browser.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try the new one' }));
    expect(await screen.findByRole('heading', { name: 'Screen added' })).toBeInTheDocument();
  });

  it('says why a screen that only a withdrawn canary has is not there, even to whoever never had it', async () => {
    const { baseUrl, declaration } = withScreen('1.5.0', [added]);
    const taken = { id: 'mf-ledger', version: '1.5.0', baseUrl, at: '', reason: 'It failed 9 times.', declaration };
    await open({
      address: '/superadmin/added',
      session: { userlevel: 'SUPERADMIN' },
      registry: Promise.resolve(registryDocument([withScreen('1.4.2')])),
      examine: async (document) => ({ ...(await readUnsigned(document)), withdrawn: [taken] }),
    });
    expect(screen.getByText('That version was withdrawn for everybody: It failed 9 times.')).toBeInTheDocument();
    expect(screen.queryByText(/There is no screen at/)).not.toBeInTheDocument();
  });

  it('says what a screen waits for that only a release for a newer console has', async () => {
    const answers = [withScreen('1.4.2'), withScreen('1.5.0', [added], { contract: { ui: '^1.9.0' } })];
    const readRegistry = async () => registryDocument(answers.slice(-1));
    const { remotes } = await open({
      address: '/added',
      registry: Promise.resolve(registryDocument(answers.slice(0, 1))),
      readRegistry,
    });
    expect(screen.getByText('There is no screen at /added.')).toBeInTheDocument();
    await act(() => remotes.registry.refresh());
    expect(screen.getByText('It needs a newer version of the console and comes with it.')).toBeInTheDocument();
  });

  it('is told of on Home where it cannot be read and nothing was accepted before', async () => {
    const registry = Promise.reject(new Error('/registry.json answered 503'));
    await renderRoutes({ address: '/', registry });
    expect(await screen.findByText('The list of screens could not be loaded')).toBeInTheDocument();
    expect(screen.getByText(/The screens are missing.*Reason: \/registry\.json answered 503/)).toBeInTheDocument();
  });

  it("waits for it at a screen's address, and then shows the screen", async () => {
    const gate = held<unknown>();
    await renderRoutes({ address: '/auditReport', registry: gate.promise });
    expect(screen.getByText('Loading the list of screens')).toBeInTheDocument();
    gate.give(registryDocument(wholeConsole));
    expect(await screen.findByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
  });

  it('says why it could not be loaded, and Home works on', async () => {
    const { user } = await renderRoutes({
      address: '/auditReport',
      registry: Promise.reject(new Error('/registry.json answered 503')),
    });
    expect(await screen.findByRole('heading', { name: 'The list of screens could not be loaded' })).toBeInTheDocument();
    expect(screen.getByText('/registry.json answered 503')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Home' }));
    expect(await screen.findByText('1,200')).toBeInTheDocument();
  });
});

it('D25 N5 an address of two remotes is refused as its owner says, is in no menu, and a notice says why', async () => {
  const lock = declaredScreen('lock', { path: 'lockDevice', title: 'Lock Device', permission: 'Lock Device' });
  const owner = registryEntry('mf-commands', [lock]);
  const taking = declaredScreen('taken', { path: 'lockDevice', title: 'Lock, taken', nav: { order: 1 } });
  // The first in alphabetical order.
  const taker = registryEntry('mf-a', [taking, declaredScreen('own', { title: 'Own screen', nav: { order: 2 } })]);
  const names = { addresses: ['lockDevice'], permissions: [], actions: [], contributions: [] };
  const { loader } = await open({
    address: '/lockDevice',
    session: { userlevel: 'USER', permissions: [] },
    registry: Promise.resolve(registryDocument([taker, owner])),
    examine: (document) => readUnsigned(document, [{ remotes: ['mf-commands'], names }]),
  });
  expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
  expect(loader.asked).toEqual([]);
  const links = within(screen.getByRole('navigation', { name: 'Console' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Home', 'Own screen', 'Logout']);
  expect(screen.getByText('Part of mf-a is not shown')).toBeInTheDocument();
  const why = /^mf-a: The screen "Lock, taken" is not shown: the address "lockDevice" belongs to mf-commands by/;
  expect(screen.getByText(why)).toBeInTheDocument();
});

it('an entry past its date is named on every screen, and used on', async () => {
  const message = 'its registry entry expired on 2026-06-01 12:00 UTC. Its team renews it';
  const examine = async (document: unknown): Promise<UsableRegistry> => ({
    ...(await readUnsigned(document)),
    notices: [{ about: 'expiry', id: 'mf-commands', message }],
  });
  await open({ address: '/lockDevice', session: { userlevel: 'ADMIN' }, examine });
  expect(screen.getByText('mf-commands is past its date')).toBeInTheDocument();
  expect(screen.getByText(`mf-commands: ${message}.`)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Screen lock' })).toBeInTheDocument();
});

it('N5 Home has the panels of remotes, each in a card of its own', async () => {
  const homePanels = [{ id: 'due', title: 'Due', order: 1, assets: [] }];
  const contributing = registryEntry('mf-score', [], { contributions: { homePanels } });
  const registry = Promise.resolve(registryDocument([...wholeConsole, contributing]));
  const homeData = () => ({ status: 'success' as const, message: '', total_device: 1, device_today: 1, deenroll: 0 });
  await open({ registry, handlers: { homeData } });
  const card = await screen.findByRole('region', { name: 'Due' });
  expect(await within(card).findByText('Home panel due')).toBeInTheDocument();
});

it('F5 D16 missing code behind the login is said in place of the page, and Retry fetches it again', async () => {
  const gone = () => Promise.reject(new Error('chunk 17 is gone'));
  const answers = [gone, gone];
  const fetchBehindLogin = async () => (await answers.shift()?.()) ?? { ConsoleRoutes };
  const { user } = await renderRoutes({ address: '/auditReport', fetchBehindLogin });
  expect(await screen.findByText('Device Console cannot be shown')).toBeInTheDocument();
  expect(screen.getByText(/chunk 17 is gone/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
});
