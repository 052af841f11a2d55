import { commandList } from '@device-console/shared-lib/contract';
import { inOrder } from './command-order.ts';

it('N1 N3 D40 Q1 commands are listed alike everywhere: as the menu has them, what cannot be undone last', () => {
  expect(commandList.toSorted(inOrder).map(({ id }) => id)).toEqual([
    'lock',
    'unlock',
    'notify',
    'setWallpaper',
    'removeWallpaper',
    'activateAlarm',
    'deactivateAlarm',
    'disableApp',
    'restoreApp',
    'disableCamera',
    'enableCamera',
    'enableCredit',
    'blockApp',
    'unblockApp',
    'revokeCredit',
    'release',
    'formattedDevice',
    'deviceAction',
  ]);
});
