import { defineRemote } from '@device-console/shared-lib/remote';

export const remote = defineRemote({
  id: 'mf-devices',
  owner: 'Devices team',
  screens: [
    {
      id: 'device-details',
      path: 'deviceDetails',
      title: 'Device Details',
      permission: 'Device Details',
      audiences: ['standard', 'superadmin'],
      nav: { order: 120 },
      load: () => import('./device-details/device-details-screen.tsx'),
    },
    {
      id: 'device',
      path: 'device',
      title: 'Device',
      permission: 'Device Details',
      audiences: ['standard', 'superadmin'],
      load: () => import('./device/device-screen.tsx'),
    },
    {
      id: 'app-version',
      path: 'appversion',
      title: 'App Version',
      permission: 'App Version',
      audiences: ['standard', 'superadmin'],
      nav: { order: 170 },
      load: () => import('./versions/versions-screen.tsx'),
    },
    {
      id: 'last-command',
      path: 'lastCommand',
      title: 'Last Command Reports',
      roles: ['SUPERADMIN'],
      audiences: ['standard', 'superadmin'],
      nav: { order: 174, audiences: ['superadmin'] },
      load: () => import('./last-command/last-command-screen.tsx'),
    },
  ],
});
