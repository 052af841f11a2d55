import { defineRemote } from '@device-console/shared-lib/remote';

export const remote = defineRemote({
  id: 'mf-admin',
  owner: 'Administration team',
  screens: [
    {
      id: 'users',
      path: 'userManagement',
      title: 'User Management',
      roles: ['ADMIN', 'SUPERADMIN'],
      audiences: ['standard', 'superadmin'],
      nav: { order: 150 },
      load: () => import('./users/users-screen.tsx'),
    },
  ],
});
