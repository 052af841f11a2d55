import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-devices', () => {
  it('N5 is a valid remote, and every screen\'s code loads', async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it('N1 N2 N5 Device Details has its address, permission and place in both sidebars', () => {
    expect(remote.screens.find(({ id }) => id === 'device-details')).toMatchObject({
      path: 'deviceDetails', title: 'Device Details', permission: 'Device Details', audiences: ['standard', 'superadmin'], nav: { order: 120 },
    });
  });
});
