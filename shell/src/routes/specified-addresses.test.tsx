import { screen, waitFor, within } from '@testing-library/react';
import { NOT_AUTHORISED, permissionNames } from '@device-console/shared-lib/contract';
import { declaredRemotes } from '../testing/declared-remotes.ts';
import { renderRoutes } from '../testing/render-routes.tsx';
import { sidebarsBeyond, specifiedHidden, specifiedSidebars } from '../testing/specified-addresses.ts';
import { registryDocument } from '../testing/test-registry.ts';

const remotes = declaredRemotes();
const registry = (): Promise<unknown> => Promise.resolve(registryDocument(remotes));

/** Addresses of the specification whose screens are the host's own. */
const hostPages: readonly string[] = ['/', '/logout', '/superadmin/logout'];
const ordinary = [...specifiedSidebars.standard, ...specifiedHidden].filter((address) => !hostPages.includes(address));
/** Every screen's twin, and what is routed for superadmins alone. */
const superadmins = [
  ...new Set([...ordinary.map((address) => `/superadmin${address}`), ...specifiedSidebars.superadmin]),
].filter((address) => !hostPages.includes(address));

async function menuOf(userlevel: string, permissions: readonly string[] = []): Promise<readonly (string | null)[]> {
  await renderRoutes({
    registry: registry(),
    address: userlevel === 'SUPERADMIN' ? '/superadmin/' : '/',
    session: { userlevel, permissions },
  });
  const menu = within(await screen.findByRole('navigation', { name: 'Console' }));
  await waitFor(() => expect(menu.getAllByRole('link').length).toBeGreaterThan(2));
  return menu.getAllByRole('link').map((link) => link.getAttribute('href'));
}

/** Opens an address, and tells the screen that stands there and whether any code was fetched for it. */
async function opened(
  address: string,
  userlevel: string,
): Promise<{ readonly heading: string; readonly fetched: number }> {
  const {
    address: current,
    loader,
    unmount,
  } = await renderRoutes({ registry: registry(), address, session: { userlevel, permissions: [] } });
  const heading = (await screen.findByRole('heading', { level: 1 })).textContent;
  await waitFor(() => expect(current()).toMatch(new RegExp(`^${address}(/|$)`)));
  expect(screen.queryByText(NOT_AUTHORISED)).not.toBeInTheDocument();
  unmount();
  return { heading, fetched: loader.asked.length };
}

describe('the sidebars of the specification, over the declarations of all remotes', () => {
  it('N1 an ADMIN has the ordinary one, whole and in its order', async () => {
    const menu = await menuOf('ADMIN');
    expect(menu.filter((address) => !sidebarsBeyond.standard.includes(address ?? ''))).toEqual(
      specifiedSidebars.standard,
    );
    expect(menu).toHaveLength(specifiedSidebars.standard.length + sidebarsBeyond.standard.length);
  });

  it('N2 a SUPERADMIN has the one under /superadmin/, whole and in its order, with Logout last', async () => {
    const menu = await menuOf('SUPERADMIN');
    expect(menu.filter((address) => !sidebarsBeyond.superadmin.includes(address ?? ''))).toEqual(
      specifiedSidebars.superadmin,
    );
    expect(menu).toHaveLength(specifiedSidebars.superadmin.length + sidebarsBeyond.superadmin.length);
    expect(menu.at(-1)).toBe('/superadmin/logout');
  });

  it('N1 N5 a USER with every permission has the ordinary one without User Management', async () => {
    expect(await menuOf('USER', permissionNames)).toEqual(
      specifiedSidebars.standard.filter((address) => address !== '/userManagement'),
    );
  });

  it(
    'N1 N5 a USER with three permissions, of which one has no entry, has Home, the two in their order and ' + 'Logout',
    async () => {
      expect(await menuOf('USER', ['Audit Report', 'Lock Device', 'Enable Credit'])).toEqual([
        '/',
        '/enableCredit',
        '/auditReport',
        '/logout',
      ]);
    },
  );
});

describe('the addresses of the specification, over the declarations of all remotes', () => {
  it('N1 N3 each has its screen, for an ADMIN or, the last commands, a SUPERADMIN', async () => {
    for (const address of ordinary.filter((one) => one !== '/lastCommand')) {
      expect({ address, ...(await opened(address, 'ADMIN')) }).toEqual({
        address,
        heading: expect.stringMatching(/^Screen /),
        fetched: 1,
      });
    }
  }, 60_000);

  it('N2 N3 each has its superadmin twin, /superadmin/lastCommand and /superadmin/deviceAction with them', async () => {
    for (const address of superadmins) {
      expect({ address, ...(await opened(address, 'SUPERADMIN')) }).toEqual({
        address,
        heading: expect.stringMatching(/^Screen /),
        fetched: 1,
      });
    }
  }, 60_000);

  it('N3 D9 /lastCommand leads superadmins to its twin', async () => {
    const { address } = await renderRoutes({
      registry: registry(),
      address: '/lastCommand',
      session: { userlevel: 'SUPERADMIN' },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Screen last-command' })).toBeInTheDocument();
    expect(address()).toBe('/superadmin/lastCommand');
  });

  it('N6 Device Action is under /superadmin/ alone', async () => {
    await renderRoutes({ registry: registry(), address: '/deviceAction', session: { userlevel: 'SUPERADMIN' } });
    expect(await screen.findByText('There is no screen at /deviceAction.')).toBeInTheDocument();
  });
});
