import { calls } from '@device-console/shared-lib/contract';
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
      icon: 'device',
      nav: { order: 120, group: 'devices' },
      load: () => import('./device-details/device-details-screen.tsx'),
    },
    {
      id: 'devices',
      path: 'devices',
      title: 'Devices',
      icon: 'device',
      permission: 'Device Details',
      audiences: ['standard', 'superadmin'],
      more: { order: 55 },
      needs: [calls.deviceList.path],
      load: () => import('./devices/devices-screen.tsx'),
    },
    {
      id: 'device',
      path: 'device',
      title: 'Device',
      icon: 'device',
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
      icon: 'versions',
      nav: { order: 170, group: 'activity' },
      load: () => import('./versions/versions-screen.tsx'),
    },
    {
      id: 'last-command',
      path: 'lastCommand',
      title: 'Last Command Reports',
      roles: ['ADMIN', 'SUPERADMIN'],
      audiences: ['standard', 'superadmin'],
      icon: 'history',
      nav: { order: 174, audiences: ['superadmin'], group: 'activity' },
      load: () => import('./last-command/last-command-screen.tsx'),
    },
  ],
});
