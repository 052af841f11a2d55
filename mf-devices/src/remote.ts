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
  ],
});
