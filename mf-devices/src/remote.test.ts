import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

describe('the declaration of mf-devices', () => {
  it("is a valid remote, and every screen's code loads", async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it.each([
    [
      'device-details',
      {
        path: 'deviceDetails',
        title: 'Device Details',
        permission: 'Device Details',
        audiences: ['standard', 'superadmin'],
        icon: 'device',
        nav: { order: 120, group: 'devices' },
      },
    ],
    [
      'app-version',
      {
        path: 'appversion',
        title: 'App Version',
        permission: 'App Version',
        audiences: ['standard', 'superadmin'],
        icon: 'versions',
        nav: { order: 170, group: 'activity' },
      },
    ],
    [
      'last-command',
      {
        path: 'lastCommand',
        title: 'Last Command Reports',
        roles: ['SUPERADMIN'],
        audiences: ['standard', 'superadmin'],
        icon: 'history',
        nav: { order: 174, audiences: ['superadmin'], group: 'activity' },
      },
    ],
    [
      'device',
      { path: 'device', title: 'Device', permission: 'Device Details', audiences: ['standard', 'superadmin'] },
    ],
  ])(
    'N1 N2 N3 N5 D9 %s has its address, access and place',
    (wanted, { nav, ...declared }: { nav?: object; [field: string]: unknown }) => {
      const found = remote.screens.find(({ id }) => id === wanted);
      expect(found).toMatchObject(declared);
      expect(found?.nav).toEqual(nav);
    },
  );
});
