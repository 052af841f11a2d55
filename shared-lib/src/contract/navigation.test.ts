import { commandList, type Audience } from './index.ts';

function sidebarOf(audience: Audience): readonly string[] {
  return commandList
    .filter(({ nav }) => nav?.audiences.includes(audience))
    .toSorted((left, right) => (left.nav?.order ?? 0) - (right.nav?.order ?? 0))
    .map(({ screen }) => screen);
}

const common = [
  'enableNotification',
  'setWallpaper',
  'removeWallpaper',
  'activateAlarm',
  'deactivateAlarm',
  'gradeDisableApp',
  'restoreApp',
  'disableCamera',
  'enableCamera',
  'releaseDevice',
  'formattedDevice',
];

describe('the commands in the sidebars', () => {
  it('N1 the ordinary sidebar has the commands in this order', () => {
    expect(sidebarOf('standard')).toEqual([...common, 'enableCredit']);
  });

  it('N2 the superadmin sidebar has them without Enable Credit and with Device Action', () => {
    expect(sidebarOf('superadmin')).toEqual([...common, 'deviceAction']);
  });

  it('N3 the others are routed, with a superadmin twin, and in no sidebar', () => {
    const hidden = commandList.filter(({ nav }) => nav === undefined);
    expect(hidden.map(({ screen }) => screen).toSorted()).toEqual([
      'blockApp',
      'lockDevice',
      'revokeCredit',
      'unblockapp',
      'unlockDevice',
    ]);
    expect(hidden.every(({ audiences }) => audiences.length === 2)).toBe(true);
  });

  it('N6 Device Action is routed only under /superadmin/', () => {
    expect(
      commandList
        .filter(({ audiences }) => audiences.length !== 2)
        .map(({ screen, audiences }) => [screen, [...audiences]]),
    ).toEqual([['deviceAction', ['superadmin']]]);
  });
});
