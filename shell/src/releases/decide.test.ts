import { nameOwnership, type UsableRegistry } from '@device-console/shared-lib/trust';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import {
  chooseRelease,
  decide,
  type Failures,
  type PageReleases,
  type ReleaseStatus,
  remoteTitle,
  type Operator,
  usedAfter,
} from './decide.ts';
import type { ChosenRelease } from './release.ts';

const operator: Operator = { email: 'operator@example.com', userlevel: 'USER' };
const live = registryEntry('mf-reports', []);
const canary = {
  baseUrl: 'http://remotes.test/canary/',
  publishedAt: '',
  declaration: { ...live.declaration, version: '1.5.0' },
  share: 0,
  roles: [],
};
const withCanary = (more: object) => ({ ...live, canary: { ...canary, ...more } });
const emails = Array.from({ length: 4_000 }, (_, index) => `operator${index}@example.com`);

describe('chooseRelease', () => {
  it('gives the live release before login, and to whom no canary is meant', () => {
    expect(chooseRelease(withCanary({ share: 1 }), null, false)).toMatchObject({
      baseUrl: live.baseUrl,
      source: 'registry',
    });
    expect(chooseRelease(withCanary({ roles: ['ADMIN'] }), operator, false).source).toBe('registry');
    expect(chooseRelease(live, operator, true)).toMatchObject({ baseUrl: live.baseUrl, source: 'last-good' });
  });

  it('gives the canary to its roles and its share', () => {
    expect(chooseRelease(withCanary({ roles: ['USER'] }), operator, false)).toMatchObject({
      baseUrl: canary.baseUrl,
      source: 'canary',
      declaration: { version: '1.5.0' },
    });
    expect(chooseRelease(withCanary({ share: 1 }), operator, false).source).toBe('canary');
  });

  it.each([0, 0.1, 0.5, 1])('splits operators by a share of %d, the same ones each time', (share) => {
    const split = () =>
      emails.filter((email) => chooseRelease(withCanary({ share }), { ...operator, email }, false).source === 'canary');
    expect(split()).toEqual(split());
    expect(Math.abs(split().length / emails.length - share)).toBeLessThan(0.03);
  });
});

describe('remoteTitle', () => {
  it.each([
    ['mf-reports', 'Reports'],
    ['mf-app-versions', 'App versions'],
    ['ledger', 'Ledger'],
  ])('%s is %s', (id, title) => {
    expect(remoteTitle(id)).toBe(title);
  });
});

/** A release with these addresses. */
function releaseOf(id: string, paths: readonly string[] = [], more: Partial<ChosenRelease> = {}): ChosenRelease {
  const { sequence, keyId, baseUrl, publishedAt, source, declaration } = registryEntry(
    id,
    paths.map((path) => declaredScreen(path)),
  );
  return { id, sequence, keyId, baseUrl, publishedAt, source, declaration, ...more };
}

describe('decide', () => {
  const URL_OF_CANARY = canary.baseUrl;
  const everybody = withCanary({ share: 1 });
  const neverFailed: Failures = { isDropped: () => false, isSpent: () => false, standIns: new Map() };

  function decided(
    registry: Partial<UsableRegistry>,
    page: Partial<PageReleases> = {},
    failures: Partial<Failures> = {},
  ) {
    const whole = { entries: [], refused: [], withdrawn: [], notices: [], problems: [] };
    return decide(
      { ...whole, ownership: nameOwnership([], []), ...registry },
      { ...neverFailed, ...failures },
      {
        operator,
        used: new Map(),
        allowedOrigins: null,
        usedCanaries: new Set(),
        previews: new Map(),
        isHeld: () => false,
        isTooNew: () => false,
        ...page,
      },
    );
  }
  const usedOf = (...releases: readonly ChosenRelease[]) => new Map(releases.map((one) => [one.id, one]));

  it('shows as the last good one what stands in for a refused entry, and nothing else', () => {
    const entries = [live, registryEntry('mf-admin', [])];
    const { statuses } = decided({ entries, refused: [{ id: 'mf-admin', message: 'old', version: '1.4.2' }] });
    expect(statuses.map(({ wanted }) => wanted.source)).toEqual(['registry', 'last-good']);
  });

  const standIn = releaseOf('mf-reports', [], { baseUrl: 'http://remotes.test/before/', source: 'previous' });
  it.each([
    { what: 'nothing has failed', entry: everybody, dropped: '', spent: '', wanted: 'canary', hasFailed: false },
    {
      what: 'the canary has',
      entry: everybody,
      dropped: URL_OF_CANARY,
      spent: '',
      wanted: 'registry',
      hasFailed: true,
    },
    { what: 'another canary has', entry: everybody, dropped: 'other', spent: '', wanted: 'canary', hasFailed: false },
    { what: 'the live one has', entry: live, dropped: '', spent: live.baseUrl, wanted: 'previous', hasFailed: true },
    { what: 'another live one has', entry: live, dropped: '', spent: 'other', wanted: 'registry', hasFailed: false },
    {
      what: 'a canary was at its address',
      entry: live,
      dropped: live.baseUrl,
      spent: '',
      wanted: 'registry',
      hasFailed: false,
    },
    {
      what: 'both have',
      entry: everybody,
      dropped: URL_OF_CANARY,
      spent: live.baseUrl,
      wanted: 'previous',
      hasFailed: true,
    },
  ])('wants the $wanted release where $what', ({ entry, dropped, spent, wanted, hasFailed }) => {
    const { statuses } = decided(
      { entries: [entry] },
      {},
      {
        isDropped: (url) => url === dropped,
        isSpent: (url) => url === spent,
        standIns: new Map([[standIn.id, standIn]]),
      },
    );
    expect(statuses).toMatchObject([{ wanted: { source: wanted }, hasFailed, awaited: undefined }]);
  });

  const tooNew = (...urls: readonly string[]) => ({
    isTooNew: ({ declaration }: Pick<ChosenRelease, 'declaration'>) => urls.includes(declaration.version),
  });
  const before = releaseOf('mf-reports', [], {
    baseUrl: 'http://remotes.test/before/',
    declaration: { ...live.declaration, version: '1.4.1' },
  });
  it.each([
    { what: 'the one in use', entry: live, used: before, newer: ['1.4.2'], wanted: '1.4.1', awaited: '1.4.2' },
    { what: 'a stand-in', entry: live, used: null, newer: ['1.4.2'], wanted: '1.4.0', awaited: '1.4.2' },
    { what: 'nothing', entry: live, used: null, newer: ['1.4.2', '1.4.0'], wanted: '1.4.2', awaited: undefined },
    { what: 'the live one', entry: everybody, used: null, newer: ['1.5.0'], wanted: '1.4.2', awaited: '1.5.0' },
    {
      what: 'one used here',
      entry: everybody,
      used: before,
      newer: ['1.5.0', '1.4.2'],
      wanted: '1.4.1',
      awaited: '1.5.0',
    },
    {
      what: 'a preview that is over',
      entry: live,
      used: { ...before, source: 'preview' as const },
      newer: ['1.4.2'],
      wanted: '1.4.0',
      awaited: '1.4.2',
    },
    {
      what: 'a canary that has failed',
      entry: live,
      used: { ...before, source: 'canary' as const },
      newer: ['1.4.2'],
      dropped: [before.baseUrl],
      wanted: '1.4.0',
      awaited: '1.4.2',
    },
    {
      what: 'a canary that was withdrawn',
      entry: live,
      used: { ...before, source: 'canary' as const },
      newer: ['1.4.2'],
      gone: [{ id: live.id, baseUrl: before.baseUrl }],
      wanted: '1.4.0',
      awaited: '1.4.2',
    },
    {
      what: 'a canary, and another one was withdrawn',
      entry: live,
      used: { ...before, source: 'canary' as const },
      newer: ['1.4.2'],
      gone: [
        { id: live.id, baseUrl: 'http://remotes.test/withdrawn/' },
        { id: 'mf-admin', baseUrl: before.baseUrl },
      ],
      wanted: '1.4.1',
      awaited: '1.4.2',
    },
    {
      what: 'a live one that has failed',
      entry: live,
      used: before,
      newer: ['1.4.2'],
      spent: [before.baseUrl],
      wanted: '1.4.0',
      awaited: '1.4.2',
    },
  ])('a release that needs a newer console is awaited where $what is there: $wanted', (given) => {
    const { entry, used, newer, dropped: failedCanaries, gone: taken, spent: failedLive } = given;
    const withdrawnOnes = (taken ?? []).map((one) => ({
      ...one,
      version: '',
      at: '',
      reason: '',
      declaration: before.declaration,
    }));
    const { statuses, waiting, fallbacks, unused } = decided(
      { entries: [entry], withdrawn: withdrawnOnes },
      { used: used ? usedOf(used) : new Map(), ...tooNew(...newer) },
      {
        isDropped: (url) => failedCanaries?.includes(url) ?? false,
        isSpent: (url) => failedLive?.includes(url) ?? false,
        standIns: new Map([[live.id, { ...standIn, declaration: { ...live.declaration, version: '1.4.0' } }]]),
      },
    );
    expect(statuses.map((one) => [one.wanted.declaration.version, one.awaited?.declaration.version])).toEqual([
      [given.wanted, given.awaited],
    ]);
    const announced = waiting.filter(({ waitsFor }) => waitsFor === 'console').map(({ version }) => version);
    expect([announced, fallbacks]).toEqual([given.awaited === undefined ? [] : [given.awaited], []]);
    const awaited = unused.filter(({ because }) => because === 'console').map(({ declaration }) => declaration.version);
    expect(awaited).toEqual(announced);
    const others = unused
      .filter(({ because }) => because === 'next-screen')
      .map(({ declaration }) => declaration.version);
    expect(others.filter((version) => version !== given.wanted)).toEqual([]);
  });

  it.each([
    { what: 'a batch needs it', held: 'mf-reports', other: ['ledger'], isHeld: true },
    { what: 'a batch needs another that has an address of its own', held: 'mf-old', other: ['staff'], isHeld: false },
    { what: 'a batch needs another that has the address still', held: 'mf-old', other: ['ledger'], isHeld: true },
    { what: 'no batch needs the other', held: 'none', other: ['ledger'], isHeld: false },
  ])('D16 D25 a release that would take an address is held where $what: $isHeld', ({ held, other, isHeld }) => {
    const entry = registryEntry('mf-reports', [declaredScreen('ledger')]);
    const older = { ...entry.declaration, version: '1.4.1' };
    const used = usedOf(releaseOf('mf-reports', [], { declaration: older }), releaseOf('mf-old', other));
    const { statuses, waiting } = decided({ entries: [entry] }, { used, isHeld: ({ id }) => id === held });
    expect(statuses.map((status) => status.isHeld)).toEqual([isHeld]);
    expect(waiting.map(({ waitsFor }) => waitsFor)).toEqual([isHeld ? 'batch' : 'next-screen']);
  });

  it.each([
    { what: 'is at the same address in the same version', used: {}, waiting: [] },
    { what: 'is at another address', used: { baseUrl: 'http://remotes.test/old/' }, waiting: ['1.4.2 undefined'] },
    {
      what: 'has another version',
      used: { declaration: { ...live.declaration, version: '1.4.1' } },
      waiting: ['1.4.1 undefined'],
    },
    {
      what: 'is a canary that did not fail',
      used: { baseUrl: URL_OF_CANARY, source: 'canary' as const },
      waiting: ['1.4.2 undefined'],
    },
  ])('announces the live release where the one in use $what', ({ used, waiting }) => {
    const decision = decided({ entries: [live] }, { used: usedOf(releaseOf('mf-reports', [], used)) });
    expect(decision.waiting.map(({ from, goesBack }) => `${from} ${String(goesBack)}`)).toEqual(waiting);
  });

  const inUse = chooseRelease(everybody, operator, false);
  const taken = {
    id: 'mf-reports',
    baseUrl: URL_OF_CANARY,
    version: '1.5.0',
    at: '',
    reason: 'It failed.',
    declaration: canary.declaration,
  };
  const gone = { entries: [live], withdrawn: [taken] };
  const backTo = releaseOf('mf-reports');
  const canaries = new Set([URL_OF_CANARY]);
  const spent = { isSpent: () => true, standIns: new Map([[standIn.id, standIn]]) };
  const dropped = { isDropped: () => true };
  const ofPreview: ChosenRelease = { ...standIn, source: 'preview' };
  it.each([
    {
      what: 'a withdrawn canary',
      registry: gone,
      used: inUse,
      canaries,
      goesBack: 'withdrawn',
      because: null,
      unused: ['next-screen'],
    },
    {
      what: 'what replaced it',
      registry: gone,
      used: backTo,
      canaries,
      goesBack: null,
      because: 'withdrawn',
      unused: ['withdrawn'],
    },
    {
      what: 'what never was one',
      registry: gone,
      used: backTo,
      canaries: new Set<string>(),
      goesBack: null,
      because: null,
      unused: ['withdrawn'],
    },
    {
      what: 'what replaced a canary at the address of a withdrawn one of another remote',
      registry: { entries: [live], withdrawn: [{ ...taken, id: 'mf-admin' }] },
      used: backTo,
      canaries,
      goesBack: null,
      because: null,
      unused: [],
    },
    {
      what: 'an older live one after a withdrawn canary',
      registry: gone,
      used: releaseOf('mf-reports', [], { baseUrl: 'http://remotes.test/old/' }),
      canaries,
      goesBack: undefined,
      because: 'withdrawn',
      unused: ['withdrawn', 'next-screen'],
    },
    {
      what: 'a failed canary',
      failures: dropped,
      used: inUse,
      goesBack: 'failed',
      because: null,
      unused: ['next-screen'],
    },
    {
      what: 'the live one after it',
      failures: dropped,
      used: backTo,
      goesBack: null,
      because: 'failed',
      unused: ['failed'],
    },
    {
      what: 'a failed live one',
      registry: { entries: [live] },
      failures: spent,
      used: backTo,
      goesBack: undefined,
      because: null,
      unused: ['next-screen'],
    },
    {
      what: 'its stand-in',
      registry: { entries: [live] },
      failures: spent,
      used: standIn,
      goesBack: null,
      because: 'failed',
      unused: ['failed'],
    },
    {
      what: 'a preview that another replaces',
      used: ofPreview,
      previews: usedOf(releaseOf('mf-reports', [], { source: 'preview' })),
      goesBack: undefined,
      because: null,
      unused: ['next-screen'],
    },
    { what: 'a preview that is over', used: ofPreview, goesBack: 'ended', because: null, unused: ['next-screen'] },
    {
      what: 'a preview beside a failed canary',
      failures: dropped,
      used: ofPreview,
      previews: usedOf(ofPreview),
      goesBack: null,
      because: null,
      unused: [],
    },
  ])('tells of $what that it goes back: $goesBack, has gone back: $because', (given) => {
    const { registry = { entries: [everybody] }, failures, used, canaries: usedCanaries, goesBack, because } = given;
    const page = { used: usedOf(used), ...(usedCanaries && { usedCanaries }), previews: given.previews ?? new Map() };
    const decision = decided(registry, page, failures);
    expect(decision.waiting.map((one) => one.goesBack)).toEqual(goesBack === null ? [] : [goesBack]);
    expect(decision.fallbacks.map((one) => one.because)).toEqual(because === null ? [] : [because]);
    expect(decision.unused.map((one) => one.because)).toEqual(given.unused);
  });

  it('says of what replaced a failed release whether that was a canary', () => {
    const after = (entry: typeof live, used: ChosenRelease, failures: Partial<Failures>) =>
      decided({ entries: [entry] }, { used: usedOf(used) }, failures).fallbacks;
    expect(after(everybody, backTo, dropped)).toMatchObject([{ wasCanary: true, failed: { version: '1.5.0' } }]);
    expect(after(live, standIn, spent)).toMatchObject([{ wasCanary: false, failed: { version: '1.4.2' } }]);
  });
});

describe('usedAfter', () => {
  const used = releaseOf('mf-reports', ['ledger']);
  const statusOf = (wanted: ChosenRelease, more: Partial<ReleaseStatus> = {}): ReleaseStatus => ({
    used,
    newest: wanted,
    wanted,
    hasFailed: false,
    isHeld: false,
    isReachable: true,
    ...more,
  });
  const after = (
    statuses: readonly ReleaseStatus[],
    kept: readonly ChosenRelease[] = [used],
    mayChange: (status: ReleaseStatus) => boolean = () => true,
  ) => {
    const decision = { statuses, waiting: [], fallbacks: [], unused: [], notices: [] };
    return [...usedAfter(decision, new Map(kept.map((one) => [one.id, one])), kept, mayChange).values()];
  };

  it.each<[string, Partial<ChosenRelease>]>([
    ['address', { baseUrl: 'http://remotes.test/new/' }],
    ['source', { source: 'last-good' }],
    ['number', { sequence: 2 }],
    ['declaration', { declaration: { ...used.declaration, version: '1.5.0' } }],
  ])('takes a release that differs in its %s alone', (_what, more) => {
    const wanted = { ...used, ...more };
    expect(after([statusOf(wanted)])).toEqual([wanted]);
    expect(after([statusOf(wanted)], [used], () => false)).toEqual([used]);
    expect(after([statusOf(wanted, { isReachable: false })])).toEqual([used]);
  });

  it('keeps the one in use where the same was read again', () => {
    const [kept] = after([statusOf({ ...used, declaration: structuredClone(used.declaration) })]);
    expect(kept).toBe(used);
  });

  it('takes a remote that is new, whatever may change', () => {
    const wanted = releaseOf('mf-new');
    const status = statusOf(wanted, { used: wanted, isReachable: false });
    expect(after([status], [used], () => false)).toEqual([used, wanted]);
  });

  it('D25 gives an address that one gives up to the other, at once or not at all', () => {
    const other = releaseOf('mf-admin', ['staff']);
    const gives = releaseOf('mf-reports', ['own'], { sequence: 2 });
    const takes = releaseOf('mf-admin', ['ledger'], { sequence: 2 });
    const both = [statusOf(gives), statusOf(takes, { used: other })];
    expect(after(both, [used, other])).toEqual([gives, takes]);
    expect(after(both, [used, other], ({ wanted }) => wanted !== gives)).toEqual([used, other]);
    const third = releaseOf('mf-third', ['own']);
    expect(after(both, [used, other, third])).toEqual([used, other, third]);
  });

  it('D25 a permission that two screens ask for keeps no release back', () => {
    const asking = (id: string, more: Partial<ChosenRelease> = {}) => {
      const { declaration } = registryEntry(id, [declaredScreen(id, { permission: 'Reports' })]);
      return releaseOf(id, [], { declaration, ...more });
    };
    const wanted = asking('mf-reports', { sequence: 2 });
    expect(after([statusOf(wanted)], [used, asking('mf-admin')])).toContainEqual(wanted);
  });
});
