import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-reports', () => {
  it('N5 is a valid remote, and every screen\'s code loads', async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it('N1 N2 N5 Audit Report has its address, permission and place in both sidebars', () => {
    expect(remote.screens.find(({ id }) => id === 'audit')).toMatchObject({
      path: 'auditReport', title: 'Audit Report', permission: 'Audit Report', audiences: ['standard', 'superadmin'], nav: { order: 180 },
    });
  });

  it('L3 L4 offers View Audit on every device\'s row, before all commands', () => {
    expect(remote.contributions?.deviceActions).toContainEqual({ id: 'view-audit', title: 'View Audit', order: 0, screen: 'audit' });
  });
});
