import { nameOwnership } from './index.ts';
import { entryOf, lock, screen, type Screen } from './test-ownership.ts';

describe('what no remote may declare', () => {
  const refusalsOf = (...screens: Screen[]) =>
    nameOwnership([], []).permit(entryOf('mf-a', screens).declaration).refusals;

  it.each([
    '/lockDevice',
    'login',
    'Logout',
    'forgotPassword',
    'resetPassword/:token',
    'superadmin/lockDevice',
    'platform',
    'gallery',
    'api',
    'history/x',
    'samples',
  ])("D25 the console's own address %s", (path) => {
    expect(refusalsOf(screen(path))).toEqual([
      expect.stringMatching(/^The screen ".*" is not shown: the address ".*" is the console's own\. Choose another\.$/),
    ]);
  });

  it("D25 not even a key can have the console's own addresses", () => {
    const keys = [{ remotes: ['mf-a'], names: { addresses: ['*'], permissions: [], actions: [], contributions: [] } }];
    expect(nameOwnership([], keys).permit(entryOf('mf-a', [screen('login')]).declaration).refusals).toHaveLength(1);
  });

  it.each([':any', '*', ':lang?/lockDevice', 'lockDevice?', 'lock%44evice', '1', 'ünlock'])(
    'D25 an address that begins with no plain word: %s',
    (path) => {
      expect(refusalsOf(screen(path))).toEqual([
        expect.stringContaining('must begin with a plain word of letters, digits, dashes and underscores'),
      ]);
    },
  );

  it.each<[string, Partial<Screen>, string]>([
    ['no permission', {}, 'must ask for the permission "Lock Device"'],
    ['another permission', { permission: 'Reports' }, 'must ask for the permission "Lock Device"'],
    [
      'a choice of permissions',
      { anyPermission: ['Lock Device', 'Reports'] },
      'must ask for the permission "Lock Device"',
    ],
    ['a role of operators', { roles: ['USER'] }, 'must ask for the permission "Lock Device"'],
  ])('N5 D25 at an address of the specification %s: what it asks for must be asked', (_what, access, words) => {
    const open = { ...lock, permission: undefined };
    for (const path of ['lockDevice', 'lockdevice', 'lockDevice/:imei'])
      expect(refusalsOf({ ...open, ...access, path })).toEqual([expect.stringContaining(words)]);
  });

  it("N6 D9 the roles and prefixes of the specification's screens stay", () => {
    expect(refusalsOf(screen('userManagement'))).toEqual([
      'The screen "userManagement" is not shown: at "userManagement" it must be closed to all but ADMIN and ' +
        'SUPERADMIN, as the specification says.',
    ]);
    expect(refusalsOf(screen('deviceAction', { roles: ['SUPERADMIN'] }))).toEqual([
      expect.stringContaining('at "deviceAction" it must have no address but the superadmins\''),
    ]);
    expect(
      refusalsOf(
        screen('deviceAction', { roles: ['SUPERADMIN'], audiences: ['superadmin'] }),
        screen('lockDevice', { permission: 'Lock Device', roles: ['ADMIN'] }),
      ),
    ).toEqual([]);
  });
});
