import type { Holder } from '@device-console/shared-lib/contract';
import { declaredRemotes } from '../testing/declared-remotes.ts';
import { sidebarsBeyond, specifiedHidden, specifiedSidebars } from '../testing/specified-addresses.ts';
import { guardScreen, navigationFor, screenRoutes } from './screen-routes.ts';

const routes = screenRoutes(declaredRemotes());
const admin: Holder = { userlevel: 'ADMIN', permissions: [] };
const superadmin: Holder = { userlevel: 'SUPERADMIN', permissions: [] };

/** Addresses of the specification whose screens belong to the host. */
const hostPages: readonly string[] = ['/', '/logout', '/superadmin/logout'];
const ordinary = [...specifiedSidebars.standard, ...specifiedHidden].filter((address) => !hostPages.includes(address));
/** The twin of every screen, and the screens for superadmins only. */
const superadmins = [
  ...new Set([...ordinary.map((address) => `/superadmin${address}`), ...specifiedSidebars.superadmin]),
].filter((address) => !hostPages.includes(address));

const menuOf = (holder: Holder) => navigationFor(holder, routes).menu.map(({ address }) => address);

/** What somebody gets at an address. */
function found(holder: Holder, address: string): string {
  const route = routes.find((one) => one.address === address);
  return route ? guardScreen(holder, route) : 'no screen';
}

describe('the sidebars of the specification, over the declarations of all remotes', () => {
  it.each([
    ['N1 an ADMIN', 'standard', admin],
    ['N2 a SUPERADMIN', 'superadmin', superadmin],
  ] as const)('%s has the %s one, whole and in its order, with Logout last', (_name, audience, holder) => {
    const menu = menuOf(holder);
    expect(menu.filter((address) => !sidebarsBeyond[audience].includes(address))).toEqual(specifiedSidebars[audience]);
    expect(menu).toHaveLength(specifiedSidebars[audience].length + sidebarsBeyond[audience].length);
    expect(menu.at(-1)).toMatch(/\/logout$/);
  });
});

describe('the addresses of the specification, over the declarations of all remotes', () => {
  it('N1 N3 D9 each has its screen for an ADMIN, and /lastCommand leads superadmins to its twin', () => {
    const own = ordinary.filter((address) => address !== '/lastCommand');
    expect(own.map((address) => [address, found(admin, address)])).toEqual(own.map((address) => [address, 'allowed']));
    expect(found(superadmin, '/lastCommand')).toBe('to-superadmin');
  });

  it('N2 N3 N6 each has its superadmin twin, and Device Action is there alone', () => {
    expect(superadmins.map((address) => [address, found(superadmin, address)])).toEqual(
      superadmins.map((address) => [address, 'allowed']),
    );
    expect(superadmins).toContain('/superadmin/deviceAction');
    expect(found(superadmin, '/deviceAction')).toBe('no screen');
  });
});
