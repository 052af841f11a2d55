import { audiences, batchPermissions, calls } from '@device-console/shared-lib/contract';
import { defineRemote } from '@device-console/shared-lib/remote';
import { commandScreens } from './screens/command-screens.ts';

const loadCommand = () => import('./screens/command-screen.tsx');
const loadNotification = () => import('./screens/notification-screen.tsx');

export const remote = defineRemote({
  id: 'mf-commands',
  owner: 'Commands team',
  screens: [
    ...commandScreens.map(
      ({ id, path, title, command: { permission, roles, audiences, nav, more, icon, form }, shows }) => ({
        id,
        path,
        title,
        permission,
        roles,
        audiences,
        icon,
        nav: shows === 'everything' && nav ? { ...nav, group: 'commands' } : undefined,
        more: shows === 'everything' ? more : undefined,
        load: form === 'notification' ? loadNotification : loadCommand,
      }),
    ),
    {
      id: 'batches',
      path: 'batches',
      title: 'Batches',
      icon: 'batch',
      anyPermission: batchPermissions,
      audiences,
      more: { order: 60 },
      needs: [calls.batchRuns.path],
      load: () => import('./batches/batches-screen.tsx'),
    },
  ],
  contributions: {
    deviceActions: commandScreens
      .filter(({ shows }) => shows === 'everything')
      .map(({ id, title }, index) => ({ id, title, order: 100 + index, screen: id })),
  },
});
