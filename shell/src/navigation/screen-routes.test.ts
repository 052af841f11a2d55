import { declaredScreen as screen, registryEntry } from '../testing/test-registry.ts';
import {
  guardScreen,
  listedRoutes,
  navigationFor,
  offeredDeviceActions,
  screenRoutes,
  servedRoutes,
} from './screen-routes.ts';

const admin = { userlevel: 'ADMIN', permissions: [] } as const;
const superadmin = { userlevel: 'SUPERADMIN', permissions: [] } as const;

describe('navigation', () => {
  it('F1 has a section More, as far as the operator may open it, and repeats no entry there', () => {
    const further = screenRoutes([
      registryEntry('mf-b', [
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
      registryEntry('mf-b', [
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
    const ids = screenRoutes([registryEntry('mf-c', twice)]).map(({ address, screen: { id } }) => `${address} ${id}`);
    expect(ids).toEqual(['/ledger one', '/superadmin/ledger one']);
  });
});

describe('a back end that knows only the specification', () => {
  const needy = screenRoutes([
    registryEntry('mf-c', [
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

describe('device actions', () => {
  it('carry the access of the screen that they open, and drop an action whose screen is not declared', () => {
    const screens = [screen('lockDevice', { permission: 'Lock Device' })];
    const actions = [
      { id: 'lock', title: 'Lock Device', order: 1, screen: 'lockDevice' },
      { id: 'lost', title: 'Lost', order: 2, screen: 'nowhere' },
    ];
    expect(
      offeredDeviceActions([registryEntry('mf-b', screens, { contributions: { deviceActions: actions } })]),
    ).toEqual([expect.objectContaining({ id: 'mf-b/lock', path: 'lockDevice', permission: 'Lock Device' })]);
  });
});
