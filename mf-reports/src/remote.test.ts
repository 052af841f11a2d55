import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-reports', () => {
  it("is a valid remote, and every screen's code loads", async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it('N1 N2 N5 Audit Report has its address, permission and place in both sidebars', () => {
    expect(remote.screens.find(({ id }) => id === 'audit')).toMatchObject({
      path: 'auditReport',
      title: 'Audit Report',
      permission: 'Audit Report',
      audiences: ['standard', 'superadmin'],
      icon: 'audit',
      nav: { order: 180, group: 'activity' },
    });
  });

  it('N1 N2 N5 D3 Reports has one place in both sidebars, and an address for every report', () => {
    const both = { title: 'Reports', permission: 'Reports', audiences: ['standard', 'superadmin'] };
    expect(remote.screens.filter(({ title }) => title === 'Reports')).toEqual([
      expect.objectContaining({ ...both, path: 'reports', nav: { order: 160, group: 'activity' } }),
      expect.objectContaining({ ...both, path: 'reports/:report' }),
    ]);
    expect(remote.screens.find(({ path }) => path === 'reports/:report')?.nav).toBeUndefined();
  });

  it("L3 L4 offers View Audit on every device's row, before all commands", () => {
    expect(remote.contributions?.deviceActions).toContainEqual({
      id: 'view-audit',
      title: 'View Audit',
      order: 0,
      screen: 'audit',
    });
  });
});
