import { nameOwnership } from './index.ts';
import { entryOf, lock, names, screen, type Screen, shown } from './test-ownership.ts';
import type { DeclaredPanel, DeclaredSearchCommand, RegistryEntry } from '../remote/host.ts';

/** Keys of which one lists these names for mf-z, and one has none for mf-a. */
const listing = (more: Parameters<typeof names>[0]) => [
  { remotes: ['mf-z'], names: names(more) },
  { remotes: ['mf-a'] },
];

describe('an address that two remotes declare', () => {
  const owner = entryOf('mf-z', [lock, screen('ledger')]);
  const taker = entryOf('mf-a', [{ ...lock, title: 'Lock' }, screen('own')]);
  const entries = [taker, owner];

  it('D25 belongs to the remote for whose key config.json lists it; the rest of the other goes on', () => {
    expect(shown(nameOwnership(entries, listing({ addresses: ['lock*', 'ledger'] })), entries)).toEqual({
      'mf-z': { paths: ['lockDevice', 'ledger'], actions: [], refusals: [] },
      'mf-a': {
        paths: ['own'],
        actions: [],
        refusals: [
          'The screen "Lock" is not shown: the address "lockDevice" belongs to mf-z by registryKeys of config.json. ' +
            'Choose another, or let the administrator list it there for mf-a.',
        ],
      },
    });
  });

  it('D25 belongs to none of them where config.json does not list it', () => {
    const result = shown(nameOwnership(entries, []), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([['own'], ['ledger']]);
    expect(result['mf-a']?.refusals).toEqual([
      'The screen "Lock" is not shown: the address "lockDevice" is declared by mf-a and mf-z, so none of them has ' +
        'it. Choose another, or let the administrator list it in registryKeys of config.json for one of them.',
    ]);
  });

  it('D25 is not for a remote whose key lists names without it, also where nobody else declares it', () => {
    const keys = [{ remotes: ['mf-a'], names: names({ addresses: ['own'] }) }];
    const result = shown(nameOwnership(entries, keys), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([['own'], ['lockDevice', 'ledger']]);
    expect(shown(nameOwnership([taker], keys), [taker])['mf-a']?.refusals).toEqual([
      'The screen "Lock" is not shown: the address "lockDevice" is not among those of mf-a by registryKeys of ' +
        'config.json. Choose another, or let the administrator list it there for mf-a.',
    ]);
    const second = [...keys, { remotes: ['mf-a'] }];
    expect(shown(nameOwnership([taker], second), [taker])['mf-a']?.refusals).toEqual([]);
  });

  it('D25 is not declared by a screen that could not stand there: its owner keeps it', () => {
    const open = screen('lockDevice', { title: 'Lock' });
    const canary = { ...entryOf('mf-b', [open]), share: 1, roles: [] };
    const all = [entryOf('mf-a', [open]), { ...entryOf('mf-b', []), canary }, owner];
    const result = shown(nameOwnership(all, []), all);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([[], ['lockDevice', 'ledger']]);
    expect(result['mf-a']?.refusals).toHaveLength(1);
  });

  it.each([
    ['lockDevice', 'the address "lockDevice" belongs to mf-z by registryKeys of config.json.'],
    ['login', 'the address "login" is the console\'s own.'],
  ])('D25 %s is said to be whose it is, before anything else that is at fault: %s', (path, fault) => {
    const both = [entryOf('mf-a', [screen(path)]), owner];
    const keys = [
      { remotes: ['mf-z'], names: names({ addresses: ['lockDevice'] }) },
      { remotes: ['mf-a'], names: names({ addresses: ['own'] }) },
    ];
    expect(shown(nameOwnership(both, keys), both)['mf-a']?.refusals).toEqual([expect.stringContaining(fault)]);
  });

  it('D25 is the same in any case, below a parameter, and for both prefixes', () => {
    for (const path of ['LOCKDEVICE', 'lockDevice/:imei', 'lockDevice/help']) {
      const theirs = entryOf('mf-a', [screen(path, { permission: 'Lock Device', audiences: ['superadmin'] })]);
      const both = [theirs, owner];
      const result = shown(nameOwnership(both, listing({ addresses: ['lockDevice', 'ledger'] })), both);
      expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([[], ['lockDevice', 'ledger']]);
    }
  });

  it.each(['LEDGER', 'Ledger/:imei', 'ledger/help'])(
    'D25 belongs to none of them in any case and below a parameter: %s',
    (path) => {
      const both = [entryOf('mf-a', [screen(path)]), entryOf('mf-z', [screen('ledger')])];
      const result = shown(nameOwnership(both, []), both);
      expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([[], []]);
    },
  );

  it('D25 belongs to none of two remotes for whose keys config.json lists it, if both declare it', () => {
    const both = [entryOf('mf-a', [screen('ledger')]), entryOf('mf-z', [screen('ledger')])];
    const keys = ['mf-a', 'mf-z'].map((id) => ({ remotes: [id], names: names({ addresses: ['ledger'] }) }));
    const result = shown(nameOwnership(both, keys), both);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([[], []]);
    const [first = owner] = both;
    expect(shown(nameOwnership([first], keys), [first])['mf-a']?.paths).toEqual(['ledger']);
  });

  it('D25 is declared by a canary too', () => {
    const live = entryOf('mf-z', [screen('ledger')]);
    const { declaration } = owner;
    const published = { baseUrl: 'http://remotes.test/canary/', publishedAt: '2026-02-01T00:00:00Z' };
    const both = [taker, { ...live, canary: { ...published, declaration, share: 1, roles: [] } }];
    expect(shown(nameOwnership(both, []), both)['mf-a']?.paths).toEqual(['own']);
  });

  it('D25 is not for a remote that the registry does not name, such as one under development', () => {
    const { refusals } = nameOwnership([owner], []).permit(taker.declaration);
    expect(refusals).toEqual([expect.stringContaining('the address "lockDevice" is declared by mf-a and mf-z')]);
  });
});

describe('permissions and device actions', () => {
  const warranty = screen('warranty', { permission: 'Warranty' });

  it('D25 D20 a permission beyond the specification belongs to one remote, those of the specification to all', () => {
    const asking = [
      screen('one', { permission: 'warranty' }),
      screen('two', { anyPermission: ['Reports', 'Warranty'] }),
      screen('three', { permission: 'Device Details' }),
    ];
    const entries = [
      entryOf('mf-a', asking),
      entryOf('mf-z', [warranty, screen('four', { permission: 'Device Details' })]),
    ];
    const keys = listing({ addresses: ['warranty', 'four'], permissions: ['Warranty'] });
    const result = shown(nameOwnership(entries, keys), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([['three'], ['warranty', 'four']]);
    expect(result['mf-a']?.refusals[0]).toMatch(
      /^The screen "one" is not shown: the permission "warranty" belongs to mf-z by registryKeys/,
    );
  });

  it('D25 a permission that config.json lists for several keys is theirs together', () => {
    const entries = ['mf-a', 'mf-b', 'mf-z'].map((id) => entryOf(id, [screen(id, { permission: 'Device Details' })]));
    const keys = ['mf-a', 'mf-z'].map((id) => ({
      remotes: [id],
      names: names({ addresses: [id], permissions: ['Device Details'] }),
    }));
    const result = shown(nameOwnership(entries, keys), entries);
    expect([result['mf-a']?.paths, result['mf-b']?.paths, result['mf-z']?.paths]).toEqual([['mf-a'], [], ['mf-z']]);
  });

  it('D25 the id of a device action belongs to one remote; without it the screen stays', () => {
    const entries = [
      entryOf('mf-a', [screen('mine')], { actions: [{ id: 'lock', screen: 'mine' }] }),
      entryOf('mf-z', [lock], { actions: [{ id: 'lock', screen: 'lockDevice' }] }),
    ];
    const result = shown(nameOwnership(entries, listing({ addresses: ['lockDevice'], actions: ['lock'] })), entries);
    expect(result['mf-a']).toEqual({
      paths: ['mine'],
      actions: [],
      refusals: [
        expect.stringMatching(/^The device action "lock" is not shown: the device action "lock" belongs to mf-z by/),
      ],
    });
    expect(result['mf-z']?.actions).toEqual(['lock']);
  });

  it('D25 an action goes with its screen, and stays with it', () => {
    const actions = [
      { id: 'own', screen: 'mine' },
      { id: 'other', screen: 'ledger' },
    ];
    const entries = [
      entryOf('mf-a', [{ ...lock, id: 'mine' }, screen('ledger')], { actions }),
      entryOf('mf-z', [lock]),
    ];
    const mine = shown(nameOwnership(entries, []), entries)['mf-a'];
    expect(mine).toMatchObject({ paths: ['ledger'], actions: ['other'] });
  });

  const part = (id: string, more: Partial<DeclaredPanel> = {}): DeclaredPanel => ({
    id,
    title: `Title of ${id}`,
    order: 1,
    assets: [],
    ...more,
  });

  const command = (id: string, address: string): DeclaredSearchCommand => ({
    id,
    title: `Title of ${id}`,
    order: 1,
    address,
  });
  type DeclaredContributions = NonNullable<RegistryEntry['declaration']['contributions']>;

  function withParts(entry: RegistryEntry, devicePanels: DeclaredPanel[], more: DeclaredContributions = {}) {
    const { declaration } = entry;
    const contributions = { ...declaration.contributions, devicePanels, ...more };
    return { ...entry, declaration: { ...declaration, contributions } };
  }

  it('D25 the id of a panel or search command belongs to one remote; the rest of the other stays', () => {
    const entries = [
      withParts(entryOf('mf-a', [screen('mine'), screen('theirs')]), [part('Score'), part('own')], {
        homePanels: [part('score')],
        searchCommands: [command('score', 'mine'), command('open', 'mine#all'), command('lost', 'theirs')],
      }),
      withParts(entryOf('mf-z', [screen('theirs')]), [], { homePanels: [part('score')] }),
    ];
    const { permit } = nameOwnership(entries, listing({ addresses: ['theirs'], contributions: ['SCORE*'] }));
    const [first, second] = entries.map(({ declaration }) => permit(declaration));
    expect(first?.declaration.contributions).toMatchObject({
      devicePanels: [{ id: 'own' }],
      homePanels: [],
      searchCommands: [{ id: 'open' }],
    });
    expect(first?.declaration.screens).toHaveLength(1);
    expect(first?.refusals).toEqual([
      expect.stringContaining('the address "theirs" belongs to mf-z'),
      expect.stringMatching(/^The panel "Title of Score" is not shown: the contribution "Score" belongs to mf-z by/),
      expect.stringMatching(
        /^The Home panel "Title of score" is not shown: the contribution "score" belongs to mf-z by/,
      ),
      expect.stringContaining('The search command "Title of score" is not shown: the contribution "score" belongs'),
    ]);
    expect(second).toEqual({ declaration: entries[1]?.declaration, refusals: [] });
  });

  it.each(['deviceActions', 'devicePanels', 'homePanels', 'searchCommands'] as const)(
    'D25 an id that two remotes declare in %s belongs to none of them',
    (kind) => {
      const declaring = (id: string) => {
        const action = { id: 'Score', screen: id, title: 'Score', order: 1 };
        const parts = {
          deviceActions: { deviceActions: [action] },
          devicePanels: { devicePanels: [part('Score')] },
          homePanels: { homePanels: [part('Score')] },
          searchCommands: { searchCommands: [command('Score', id)] },
        };
        return withParts(entryOf(id, [screen(id)]), [], parts[kind]);
      };
      const entries = [declaring('mf-a'), declaring('mf-z')];
      const { permit } = nameOwnership(entries, []);
      for (const { declaration } of entries) {
        const permitted = permit(declaration);
        expect(permitted.declaration.contributions?.[kind]).toEqual([]);
        expect(permitted.refusals).toEqual([expect.stringContaining('"Score" is declared by mf-a and mf-z')]);
      }
    },
  );

  it('D25 names of several kinds may be the same word', () => {
    const entries = [
      entryOf('mf-a', [screen('ledger')]),
      entryOf('mf-b', [screen('own', { permission: 'Ledger' })]),
      entryOf('mf-c', [screen('mine')], { actions: [{ id: 'ledger', screen: 'mine' }] }),
      withParts(entryOf('mf-d', []), [part('ledger')]),
    ];
    const { permit } = nameOwnership(entries, []);
    expect(entries.flatMap(({ declaration }) => permit(declaration).refusals)).toEqual([]);
  });

  it('D25 a panel cannot ask for the permission of another remote', () => {
    const entries = [
      withParts(entryOf('mf-a', []), [
        part('ledger-sum', { permission: 'Ledger' }),
        part('usual', { permission: 'Reports' }),
      ]),
      entryOf('mf-z', [screen('ledger', { permission: 'Ledger' })]),
    ];
    const { permit } = nameOwnership(entries, listing({ addresses: ['ledger'], permissions: ['Ledger'] }));
    const [first] = entries.map(({ declaration }) => permit(declaration));
    expect(first?.declaration.contributions?.devicePanels).toMatchObject([{ id: 'usual' }]);
    expect(first?.refusals).toEqual([expect.stringContaining('the permission "Ledger" belongs to mf-z')]);
  });
});

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
