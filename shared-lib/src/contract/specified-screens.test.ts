import { commandList, permissionNames, specifiedScreens } from './index.ts';

describe('specifiedScreens', () => {
  it('N1 N2 N3 names every address of the specification, in lower case', () => {
    expect([...specifiedScreens.keys()].toSorted()).toEqual([
      'activatealarm',
      'appversion',
      'auditreport',
      'batch',
      'blockapp',
      'deactivatealarm',
      'deviceaction',
      'devicedetails',
      'disablecamera',
      'enablecamera',
      'enablecredit',
      'enablenotification',
      'formatteddevice',
      'gradedisableapp',
      'keymanagement',
      'lastcommand',
      'lockdevice',
      'releasedevice',
      'removewallpaper',
      'reports',
      'restoreapp',
      'revokecredit',
      'setwallpaper',
      'unblockapp',
      'unlockdevice',
      'usermanagement',
    ]);
  });

  it("N5 a command's screens ask what its row asks, the batch of Set Wallpaper too", () => {
    for (const { screen, permission, roles } of commandList)
      expect(specifiedScreens.get(screen.toLowerCase())).toMatchObject({ permission, roles });
    expect(specifiedScreens.get('batch')?.permission).toBe('Set Wallpaper');
  });

  it('N5 N6 D9 every one of them asks for a permission or a role', () => {
    for (const { permission, roles } of specifiedScreens.values())
      expect(permission === undefined ? roles : permissionNames).toContain(permission ?? 'SUPERADMIN');
  });
});
