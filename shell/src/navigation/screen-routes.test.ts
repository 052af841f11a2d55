import type { DeclaredScreen } from '@device-console/shared-lib/remote';
import type { ChosenRelease } from '../releases/release.ts';
import {
  guardScreen,
  listedRoutes,
  navigationFor,
  offeredDeviceActions,
  screenRoutes,
  servedRoutes,
} from './screen-routes.ts';

const both = ['standard', 'superadmin'] as const;

function screen(id: string, more: Partial<DeclaredScreen> = {}): DeclaredScreen {
  return { id, path: id, title: id, audiences: [...both], assets: [], ...more };
}

function entry(
  id: string,
  screens: DeclaredScreen[],
  deviceActions: { id: string; title: string; order: number; screen: string }[] = [],
): ChosenRelease {
  return {
    id,
    sequence: 1,
    baseUrl: `http://localhost/${id}/`,
    publishedAt: '',
    source: 'registry',
    keyId: null,
    declaration: {
      schemaVersion: 1,
      id,
      owner: 'X',
      version: '1.0.0',
      contract: {},
      shared: {},
      apiVersion: '^1.0.0',
      entry: { file: 'e.js', kind: 'script', integrity: '' },
      assets: [],
      screens,
      contributions: { deviceActions },
    },
  };
}

const entries = [
  entry(
    'mf-b',
    [
      screen('auditReport', { permission: 'Audit Report', nav: { order: 180 } }),
      screen('enableCredit', { permission: 'Enable Credit', nav: { order: 140, audiences: ['standard'] } }),
      screen('lockDevice', { permission: 'Lock Device' }),
    ],
    [
      { id: 'lock', title: 'Lock Device', order: 1, screen: 'lockDevice' },
      { id: 'lost', title: 'Lost', order: 2, screen: 'nowhere' },
    ],
  ),
  entry('mf-a', [
    screen('userManagement', { roles: ['ADMIN', 'SUPERADMIN'], refusal: 'login', nav: { order: 150 } }),
    screen('deviceAction', { roles: ['SUPERADMIN'], audiences: ['superadmin'], nav: { order: 172 } }),
  ]),
];
const routes = screenRoutes(entries);
const admin = { userlevel: 'ADMIN', permissions: [] } as const;
const superadmin = { userlevel: 'SUPERADMIN', permissions: [] } as const;
const operator = { userlevel: 'USER', permissions: ['Audit Report'] } as const;
const titles = (holder: Parameters<typeof navigationFor>[0]) =>
  navigationFor(holder, routes).menu.map(({ title }) => title);
const result = (holder: Parameters<typeof guardScreen>[0], address: string) => {
  const route = routes.find((candidate) => candidate.address === address);
  if (!route) throw new Error(`no route ${address}`);
  return guardScreen(holder, route);
};

describe('navigation', () => {
  it('N1 orders the ordinary sidebar by the declarations, Home first and Logout last', () => {
    expect(titles(admin)).toEqual(['Home', 'enableCredit', 'userManagement', 'auditReport', 'Logout']);
  });

  it('N2 gives the superadmin sidebar under its prefix, without Enable Credit', () => {
    expect(navigationFor(superadmin, routes).menu.map(({ address }) => address)).toEqual([
      '/superadmin/',
      '/superadmin/userManagement',
      '/superadmin/deviceAction',
      '/superadmin/auditReport',
      '/superadmin/logout',
    ]);
  });

  it('N5 shows an operator Home, Logout and the permitted screens only', () => {
    expect(titles(operator)).toEqual(['Home', 'auditReport', 'Logout']);
  });

  it('F1 has a section More, as far as the operator may open it, and repeats no entry there', () => {
    const further = screenRoutes([
      entry('mf-b', [
        screen('unlockDevice', { permission: 'Unlock Device', icon: 'unlock', more: { order: 2 } }),
        screen('lockDevice', { permission: 'Lock Device', icon: 'lock', more: { order: 1 } }),
        screen('reports', { nav: { order: 1, audiences: ['standard'] }, more: { order: 3 } }),
      ]),
    ]);
    const more = (holder: Parameters<typeof navigationFor>[0]) =>
      navigationFor(holder, further).more.map(({ title, icon }) => [title, icon]);
    expect(more(admin)).toEqual([
      ['lockDevice', 'lock'],
      ['unlockDevice', 'unlock'],
    ]);
    expect(more({ userlevel: 'USER', permissions: ['Unlock Device'] })).toEqual([['unlockDevice', 'unlock']]);
    expect(more(superadmin).map(([title]) => title)).toEqual(['lockDevice', 'unlockDevice', 'reports', 'Platform']);
  });

  it('C15 lists a screen only while what it is for is in use, and opens its address all the same', () => {
    const optional = screenRoutes([
      entry('mf-b', [
        screen('approvals', { more: { order: 95 }, listedWhile: 'approvals' }),
        screen('batches', { more: { order: 1 } }),
      ]),
    ]);
    const more = (...inUse: readonly string[]) =>
      navigationFor(admin, listedRoutes(optional, new Set(inUse))).more.map(({ title }) => title);
    expect([more(), more('others'), more('approvals')]).toEqual([['batches'], ['batches'], ['batches', 'approvals']]);
    expect(optional.map((route) => guardScreen(superadmin, route))).toEqual(Array.from({ length: 4 }, () => 'allowed'));
  });

  it('D25 of two screens at one address the first counts, whatever their case', () => {
    const twice = [screen('one', { path: 'ledger' }), screen('two', { path: 'Ledger' })];
    const ids = screenRoutes([entry('mf-c', twice)]).map(({ address, screen: { id } }) => `${address} ${id}`);
    expect(ids).toEqual(['/ledger one', '/superadmin/ledger one']);
  });

  it('N3 routes screens that are not in the sidebar, with a superadmin twin', () => {
    expect(routes.filter(({ screen: { id } }) => id === 'lockDevice').map(({ address }) => address)).toEqual([
      '/lockDevice',
      '/superadmin/lockDevice',
    ]);
  });
});

describe('a back end that knows only the specification', () => {
  const needy = screenRoutes([
    entry('mf-c', [
      screen('operatorAudit', { needs: ['operatorAudit.php'], nav: { order: 1 } }),
      screen('reports', { nav: { order: 2 } }),
    ]),
  ]);
  const shown = (config: Parameters<typeof servedRoutes>[1]) =>
    navigationFor(admin, servedRoutes(needy, config)).menu.map(({ title }) => title);
  const named = (calls: Record<string, string>) => ({ calls, reports: {}, permissions: {}, actions: {}, folders: {} });

  it('D1a has no entry for a screen that needs a call beyond them, unless that call is mapped', () => {
    expect(shown({ backend: 'legacy', names: named({}) })).toEqual(['Home', 'reports', 'Logout']);
    expect(shown({ backend: 'legacy', names: named({ 'operatorAudit.php': 'audit/list.php' }) })).toEqual([
      'Home',
      'operatorAudit',
      'reports',
      'Logout',
    ]);
    expect(shown({ backend: 'reference', names: named({}) })).toEqual(['Home', 'operatorAudit', 'reports', 'Logout']);
  });
});

describe('guards', () => {
  it('N4 keeps everyone but superadmins from the superadmin addresses', () => {
    expect(result(admin, '/superadmin/auditReport')).toBe('not-authorised');
    expect(result(superadmin, '/superadmin/auditReport')).toBe('allowed');
  });

  it('N5 refuses a screen without its permission and lets ADMIN pass', () => {
    expect(result(operator, '/lockDevice')).toBe('not-authorised');
    expect(result(operator, '/auditReport')).toBe('allowed');
    expect(result(admin, '/lockDevice')).toBe('allowed');
  });

  it('N6 sends others than admins from user management to login, D9 superadmins to their own address', () => {
    expect(result(operator, '/userManagement')).toBe('to-login');
    expect(result(admin, '/userManagement')).toBe('allowed');
    expect(result(superadmin, '/userManagement')).toBe('to-superadmin');
  });
});

describe('device actions', () => {
  it('carry the access of the screen that they open, and drop an action whose screen is not declared', () => {
    expect(offeredDeviceActions(entries)).toEqual([
      expect.objectContaining({ id: 'mf-b/lock', path: 'lockDevice', permission: 'Lock Device' }),
    ]);
  });
});
