import { commandList } from '@device-console/shared-lib/contract';
import { defineRemote } from '@device-console/shared-lib/remote';
import { isSupported } from './command/is-supported.ts';

const screens = commandList.filter(isSupported);

export const remote = defineRemote({
  id: 'mf-commands',
  owner: 'Commands team',
  screens: screens.map(({ id, screen, title, permission, roles, audiences, nav }) => ({
    id, path: screen, title, permission, roles, audiences, nav,
    load: () => import('./command/command-screen.tsx'),
  })),
  contributions: {
    deviceActions: screens.map(({ id, title }, index) => ({ id, title, order: 100 + index, screen: id })),
  },
});
