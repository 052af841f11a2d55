import { screen, waitFor } from '@testing-library/react';
import { registryDocument, wholeConsole } from '../testing/test-registry.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const NOT_AUTHORISED = 'You are not authorised to use this feature.Contact Your Admin for support';

async function open(options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes(options);
  await screen.findByRole('heading', { level: 1 });
  return rendered;
}

describe('guards', () => {
  it.each(['ADMIN', 'USER'])('N4 N5 %s is refused under /superadmin/ before any code is fetched', async (userlevel) => {
    const { loader } = await open({ address: '/superadmin/auditReport', session: { userlevel, permissions: ['Audit Report'] } });
    expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
    expect(loader.asked).toEqual([]);
  });

  it('N4 the superadmin Home is for superadmins alone', async () => {
    const { api } = await open({ address: '/superadmin/', session: { userlevel: 'ADMIN' } });
    expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
    expect(api.requestsOf('homeData')).toEqual([]);
  });

  it('N5 an operator without the permission is refused before any code is fetched', async () => {
    const { loader } = await open({ address: '/lockDevice', session: { userlevel: 'USER', permissions: ['Unlock Device'] } });
    expect(screen.getByRole('heading', { name: 'Lock Device' })).toBeInTheDocument();
    expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
    expect(loader.asked).toEqual([]);
  });

  it('N5 an operator with it sees the screen', async () => {
    const { loader } = await open({ address: '/lockDevice', session: { userlevel: 'USER', permissions: ['Lock Device'] } });
    expect(screen.getByRole('heading', { name: 'Screen lock' })).toBeInTheDocument();
    expect(loader.asked).toEqual(['mf-commands/lock']);
  });

  it.each(['/keyManagement', '/lastCommand'])('N5 N7 D9 an operator at %s sees the not-authorised page and keeps the session', async (address) => {
    const { loader } = await open({ address, session: { userlevel: 'USER', permissions: [] } });
    expect(screen.getByText(NOT_AUTHORISED)).toBeInTheDocument();
    expect(localStorage.getItem('userSession')).not.toBeNull();
    expect(loader.asked).toEqual([]);
  });

  it('N6 an operator at user management is sent to login, which ends the session', async () => {
    const { address: current, loader } = await open({ address: '/userManagement', session: { userlevel: 'USER', permissions: [] } });
    await waitFor(() => expect(current()).toBe('/login'));
    expect(localStorage.getItem('userSession')).toBeNull();
    expect(loader.asked).toEqual([]);
  });

  it('N6 an ADMIN opens user management', async () => {
    await open({ address: '/userManagement', session: { userlevel: 'ADMIN' } });
    expect(screen.getByRole('heading', { name: 'Screen userManagement' })).toBeInTheDocument();
  });

  it('D9 a SUPERADMIN is led to the superadmin twin, with the IMEI', async () => {
    const { address } = await open({ address: '/lastCommand#imei=490154203237518', session: { userlevel: 'SUPERADMIN' } });
    expect(screen.getByRole('heading', { name: 'Screen lastCommand' })).toBeInTheDocument();
    expect(address()).toBe('/superadmin/lastCommand#imei=490154203237518');
  });

  it('N6 Device Action has no ordinary address', async () => {
    await open({ address: '/deviceAction', session: { userlevel: 'SUPERADMIN' } });
    expect(screen.getByText('There is no screen at /deviceAction.')).toBeInTheDocument();
  });
});

describe('the session', () => {
  it('S8 an authorisation failure on any screen leads to login and clears the session', async () => {
    const { address, api, user } = await open({ address: '/' });
    await screen.findByText('1,200');
    api.revokeSession();
    await user.click(screen.getByRole('button', { name: /^Refresh Data/ }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('userSession')).toBeNull();
  });
});

describe('the registry', () => {
  it('S10 waits for it at a screen\'s address, and then shows the screen', async () => {
    const gate: { open?: (document: unknown) => void } = {};
    await renderRoutes({ address: '/auditReport', registry: new Promise((resolve) => { gate.open = resolve; }) });
    expect(screen.getByText('Loading the list of screens')).toBeInTheDocument();
    gate.open?.(registryDocument(wholeConsole));
    expect(await screen.findByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
  });

  it('D22 says why it could not be loaded, and Home works on', async () => {
    const { user } = await renderRoutes({ address: '/auditReport', registry: Promise.reject(new Error('/registry.json answered 503')) });
    expect(await screen.findByRole('heading', { name: 'The list of screens could not be loaded' })).toBeInTheDocument();
    expect(screen.getByText('/registry.json answered 503')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Home' }));
    expect(await screen.findByText('1,200')).toBeInTheDocument();
  });

  it('D22 names an address that no remote has', async () => {
    await open({ address: '/noSuchScreen' });
    expect(screen.getByText('There is no screen at /noSuchScreen.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  });
});
