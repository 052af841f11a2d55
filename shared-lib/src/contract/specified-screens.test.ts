import { commandList, permissionNames, specifiedScreens } from './index.ts';

it("N1 N2 N3 N5 are a command's screens, which ask what its row asks, and those that are no command's", () => {
  const paths = commandList.map(({ screen }) => screen.toLowerCase());
  for (const [index, { permission, roles }] of commandList.entries())
    expect(specifiedScreens.get(paths[index] ?? '')).toMatchObject({ permission, roles });
  expect(specifiedScreens.get('batch')?.permission).toBe('Set Wallpaper');
  expect([...specifiedScreens.keys()].filter((path) => !paths.includes(path)).toSorted()).toEqual([
    'appversion',
    'auditreport',
    'batch',
    'devicedetails',
    'keymanagement',
    'lastcommand',
    'reports',
    'usermanagement',
  ]);
});

it('N5 N6 D9 every one of them asks for a permission or a role', () => {
  for (const { permission, roles } of specifiedScreens.values())
    expect(permission === undefined ? roles : permissionNames).toContain(permission ?? 'SUPERADMIN');
});
