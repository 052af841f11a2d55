import { nameOwnership } from './index.ts';
import { entryOf, FIRST, lock, screen, SECOND, shown, since } from './test-ownership.ts';
import type { DeclaredPanel, DeclaredSearchCommand, RegistryEntry } from '../remote/index.ts';

describe('an address that two remotes declare', () => {
  const owner = entryOf('mf-z', [lock, screen('ledger')], since(FIRST, 'address:lockdevice', 'address:ledger'));
  const taker = (more: Partial<RegistryEntry> = {}, own = screen('own')) =>
    entryOf('mf-a', [{ ...lock, title: 'Lock' }, own], {
      ...since(SECOND, 'address:lockdevice', 'address:own'),
      ...more,
    });

  it('D25 belongs to who claimed it first and not to the first of the alphabet; the rest of the other goes on', () => {
    const entries = [taker(), owner];
    expect(shown(nameOwnership(entries, { keys: [] }), entries)).toEqual({
      'mf-z': { paths: ['lockDevice', 'ledger'], actions: [], refusals: [] },
      'mf-a': {
        paths: ['own'],
        actions: [],
        refusals: [
          'The screen "Lock" is not shown: the address "lockDevice" belongs to mf-z since 2026-02-01 00:00 UTC. ' +
            'Choose another, or ask the team of mf-z to give it up first.',
        ],
      },
    });
  });

  it('D25 belongs first of all to the remote for whose key config.json keeps it', () => {
    const entries = [taker(), owner];
    const keys = [
      { remotes: ['mf-a'], names: { addresses: ['lock*'], permissions: [], actions: [], contributions: [] } },
      { remotes: ['mf-z'] },
    ];
    const result = shown(nameOwnership(entries, { keys }), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([['lockDevice', 'own'], ['ledger']]);
    expect(result['mf-z']?.refusals).toEqual([
      'The screen "Lock Device" is not shown: the address "lockDevice" is kept for mf-a by registryKeys of ' +
        'config.json. Choose another, or let the administrator list it there for mf-z.',
    ]);
  });

  it('D25 stays with whom this browser knows to have it, whatever time another states', () => {
    const entries = [taker(since('2020-01-01T00:00:00Z', 'address:lockdevice', 'address:own')), owner];
    expect(shown(nameOwnership(entries, { keys: [] }), entries)['mf-a']?.paths).toEqual(['lockDevice', 'own']);
    expect(
      shown(nameOwnership(entries, { keys: [], before: new Map([['address:lockdevice', 'mf-z']]) }), entries)['mf-a']
        ?.paths,
    ).toEqual(['own']);
  });

  it('D25 is not claimed by a screen that could not stand there: its owner keeps it', () => {
    const open = screen('lockDevice', { title: 'Lock' });
    const early = since('2020-01-01T00:00:00Z', 'address:lockdevice');
    const canary = { ...entryOf('mf-b', [open]), share: 1, roles: [] };
    const entries = [entryOf('mf-a', [open], early), entryOf('mf-b', [], { ...early, canary }), owner];
    const result = shown(nameOwnership(entries, { keys: [] }), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([[], ['lockDevice', 'ledger']]);
    expect(result['mf-a']?.refusals).toHaveLength(1);
  });

  it('D25 belongs to nobody when both claimed it at one moment', () => {
    const entries = [taker(since(FIRST, 'address:lockdevice')), owner];
    const result = shown(nameOwnership(entries, { keys: [] }), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([['own'], ['ledger']]);
    expect(result['mf-a']?.refusals).toEqual([
      'The screen "Lock" is not shown: the address "lockDevice" is claimed by mf-a and mf-z since the same moment, ' +
        'so neither has it. An administrator lists it in registryKeys of config.json for one of them.',
    ]);
  });

  it('D25 is the same in any case, below a parameter, and for both prefixes', () => {
    for (const path of ['LOCKDEVICE', 'lockDevice/:imei', 'lockDevice/help']) {
      const entries = [
        entryOf(
          'mf-a',
          [screen(path, { permission: 'Lock Device', audiences: ['superadmin'] })],
          since(SECOND, 'address:lockdevice'),
        ),
        owner,
      ];
      expect(shown(nameOwnership(entries, { keys: [] }), entries)['mf-a']?.paths).toEqual([]);
    }
  });

  it('D25 is free again once its remote has given it up', () => {
    const entries = [taker(), entryOf('mf-z', [screen('ledger')])];
    expect(
      shown(nameOwnership(entries, { keys: [], before: new Map([['address:lockdevice', 'mf-z']]) }), entries)['mf-a']
        ?.paths,
    ).toEqual(['lockDevice', 'own']);
  });

  it('D25 is claimed by a canary too', () => {
    const live = entryOf('mf-z', [screen('ledger')]);
    const canary = {
      baseUrl: 'http://remotes.test/canary/',
      publishedAt: FIRST,
      declaration: owner.declaration,
      share: 1,
      roles: [],
    };
    const entries = [taker(), { ...live, canary, ...since(FIRST, 'address:lockdevice') }];
    expect(shown(nameOwnership(entries, { keys: [] }), entries)['mf-a']?.paths).toEqual(['own']);
  });

  it('D25 counts from the publication where an entry states no claims', () => {
    const entries = [taker({ claims: {}, publishedAt: '2026-05-01T00:00:00Z' }), { ...owner, claims: {} }];
    expect(shown(nameOwnership(entries, { keys: [] }), entries)['mf-a']?.paths).toEqual(['own']);
  });

  it('D25 is not for a remote that the registry does not name, such as one under development', () => {
    const { refusals } = nameOwnership([owner], { keys: [] }).permit(taker().declaration);
    expect(refusals).toEqual([expect.stringContaining('the address "lockDevice" belongs to mf-z since')]);
  });
});

describe('permissions and device actions', () => {
  const warranty = screen('warranty', { permission: 'Warranty' });

  it('D25 D20 a permission beyond the specification belongs to one remote, those of the specification to all', () => {
    const entries = [
      entryOf(
        'mf-a',
        [
          screen('one', { permission: 'warranty' }),
          screen('two', { anyPermission: ['Reports', 'Warranty'] }),
          screen('three', { permission: 'Device Details' }),
        ],
        since(SECOND, 'permission:warranty'),
      ),
      entryOf(
        'mf-z',
        [warranty, screen('four', { permission: 'Device Details' })],
        since(FIRST, 'permission:warranty'),
      ),
    ];
    const result = shown(nameOwnership(entries, { keys: [] }), entries);
    expect([result['mf-a']?.paths, result['mf-z']?.paths]).toEqual([['three'], ['warranty', 'four']]);
    expect(result['mf-a']?.refusals[0]).toBe(
      'The screen "one" is not shown: the permission "warranty" belongs to mf-z since 2026-02-01 00:00 UTC. Choose ' +
        'another, or ask the team of mf-z to give it up first.',
    );
  });

  it('D25 a permission that config.json lists for several keys is theirs together', () => {
    const entries = ['mf-a', 'mf-b', 'mf-z'].map((id) => entryOf(id, [screen(id, { permission: 'Device Details' })]));
    const names = { addresses: [], permissions: ['Device Details'], actions: [], contributions: [] };
    const result = shown(
      nameOwnership(entries, {
        keys: [
          { remotes: ['mf-a'], names },
          { remotes: ['mf-z'], names },
        ],
      }),
      entries,
    );
    expect([result['mf-a']?.paths, result['mf-b']?.paths, result['mf-z']?.paths]).toEqual([['mf-a'], [], ['mf-z']]);
  });

  it('D25 the id of a device action belongs to one remote; without it the screen stays', () => {
    const actions = [{ id: 'lock', screen: 'mine' }];
    const entries = [
      entryOf('mf-a', [screen('mine')], { actions, ...since(SECOND, 'action:lock') }),
      entryOf('mf-z', [lock], { actions: [{ id: 'lock', screen: 'lockDevice' }], ...since(FIRST, 'action:lock') }),
    ];
    const result = shown(nameOwnership(entries, { keys: [] }), entries);
    expect(result['mf-a']).toEqual({
      paths: ['mine'],
      actions: [],
      refusals: [
        expect.stringMatching(/^The device action "lock" is not shown: the device action "lock" belongs to mf-z since/),
      ],
    });
    expect(result['mf-z']?.actions).toEqual(['lock']);
  });

  it('D25 an action goes with its screen', () => {
    const entries = [
      entryOf('mf-a', [{ ...lock, id: 'mine' }], {
        actions: [{ id: 'own', screen: 'mine' }],
        ...since(SECOND, 'address:lockdevice'),
      }),
      entryOf('mf-z', [lock], since(FIRST, 'address:lockdevice')),
    ];
    expect(shown(nameOwnership(entries, { keys: [] }), entries)['mf-a']).toMatchObject({ paths: [], actions: [] });
  });

  const part = (id: string, more: Partial<DeclaredPanel> = {}): DeclaredPanel => ({
    id,
    title: `Title of ${id}`,
    order: 1,
    assets: [],
    ...more,
  });

  const command = (id: string, address: string): DeclaredSearchCommand => ({
    ...{ id, title: `Title of ${id}`, order: 1 },
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
      withParts(
        entryOf(
          'mf-a',
          [screen('mine'), screen('theirs')],
          since(SECOND, 'contribution:score', 'contribution:own', 'address:theirs'),
        ),
        [part('Score'), part('own')],
        {
          homePanels: [part('score')],
          searchCommands: [command('score', 'mine'), command('open', 'mine#all'), command('lost', 'theirs')],
        },
      ),
      withParts(entryOf('mf-z', [screen('theirs')], since(FIRST, 'contribution:score', 'address:theirs')), [], {
        homePanels: [part('score')],
      }),
    ];
    const { permit } = nameOwnership(entries, { keys: [] });
    const [first, second] = entries.map(({ declaration }) => permit(declaration));
    expect(first?.declaration.contributions).toMatchObject({
      ...{ devicePanels: [{ id: 'own' }], homePanels: [] },
      searchCommands: [{ id: 'open' }],
    });
    expect(first?.declaration.screens).toHaveLength(1);
    expect(first?.refusals).toEqual([
      expect.stringContaining('the address "theirs" belongs to mf-z'),
      expect.stringMatching(
        /^The panel "Title of Score" is not shown: the contribution "Score" belongs to mf-z since 2026-02-01/,
      ),
      expect.stringMatching(
        /^The Home panel "Title of score" is not shown: the contribution "score" belongs to mf-z since 2026-02-01/,
      ),
      expect.stringContaining('The search command "Title of score" is not shown: the contribution "score" belongs'),
    ]);
    expect(second).toEqual({ declaration: entries[1]?.declaration, refusals: [] });
  });

  it('D25 a panel cannot ask for the permission of another remote, and config.json may keep its id', () => {
    const entries = [
      withParts(entryOf('mf-a', [], since(SECOND, 'permission:ledger')), [
        part('ledger-sum', { permission: 'Ledger' }),
        part('score'),
        part('usual', { permission: 'Reports' }),
      ]),
      entryOf('mf-z', [screen('ledger', { permission: 'Ledger' })], since(FIRST, 'permission:ledger')),
    ];
    const names = { addresses: [], permissions: [], actions: [], contributions: ['SCORE*'] };
    const { permit } = nameOwnership(entries, { keys: [{ remotes: ['mf-z'], names }] });
    const [first] = entries.map(({ declaration }) => permit(declaration));
    expect(first?.declaration.contributions?.devicePanels).toMatchObject([{ id: 'usual' }]);
    expect(first?.refusals).toEqual([
      expect.stringContaining('the permission "Ledger" belongs to mf-z'),
      expect.stringContaining('the contribution "score" is kept for mf-z by registryKeys of config.json'),
    ]);
  });
});
