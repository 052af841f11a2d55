import { audiences } from '@device-console/shared-lib/contract';
import { defineRemote } from '@device-console/shared-lib/remote';
import { commandScreens } from './screens/command-screens.ts';

export const remote = defineRemote({
  id: 'mf-commands',
  owner: 'Commands team',
  screens: [
    ...commandScreens.map(({ id, path, title, command: { permission, roles, audiences, nav }, shows }) => ({
      id,
      path,
      title,
      permission,
      roles,
      audiences,
      nav: shows === 'everything' ? nav : undefined,
      load: () => import('./screens/command-screen.tsx'),
    })),
    { id: 'batches', path: 'batches', title: 'Batches', audiences, load: () => import('./batches/batches-screen.tsx') },
  ],
  contributions: {
    deviceActions: commandScreens
      .filter(({ shows }) => shows === 'everything')
      .map(({ id, title }, index) => ({ id, title, order: 100 + index, screen: id })),
  },
});
