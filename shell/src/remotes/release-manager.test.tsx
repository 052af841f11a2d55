import { registryEntry } from '../testing/test-registry.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { canaryOf, entryOf, operator, setUp } from './test-releases.ts';

const withCanary = entryOf('1.0.0', { canary: canaryOf('1.1.0') });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('updates', () => {
  it('a new release waits for the next screen, and is announced until then', async () => {
    const { releaseManager, deploy, used, waiting } = await setUp();
    await deploy(entryOf('1.1.0', { sequence: 2 }));
    expect(used()).toEqual(['1.0.0 registry']);
    expect(waiting()).toEqual([{ id: 'mf-x', version: '1.1.0', from: '1.0.0', waitsFor: 'next-screen' }]);
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.1.0 registry']);
    expect(waiting()).toEqual([]);
  });

  it('D16 a release that a batch needs stays until the batch has ended', async () => {
    const { releaseManager, deploy, used, waiting, hold } = await setUp();
    hold(true);
    await deploy(entryOf('1.1.0', { sequence: 2 }));
    expect(waiting()[0]?.waitsFor).toBe('batch');
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.0.0 registry']);
    hold(false);
    expect(waiting()[0]?.waitsFor).toBe('next-screen');
    expect(used()).toEqual(['1.0.0 registry']);
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.1.0 registry']);
  });

  it('a release at an origin that the page was not loaded with waits for a reload', async () => {
    const { releaseManager, deploy, used, waiting, hold } = await setUp();
    await deploy(entryOf('1.1.0', { sequence: 2, baseUrl: 'http://elsewhere.test/x/' }));
    expect(waiting()[0]?.waitsFor).toBe('reload');
    hold(true);
    expect(waiting()[0]?.waitsFor).toBe('reload');
    releaseManager.applyUpdates();
    releaseManager.retry('mf-x');
    expect(used()).toEqual(['1.0.0 registry']);
  });

  it('a remote that is new comes at once; one that is gone goes with the next screen', async () => {
    const { releaseManager, deploy, used } = await setUp();
    await deploy(entryOf('1.0.0'), { ...registryEntry('mf-y', []), baseUrl: 'http://remotes.test/y/' });
    expect(used()).toHaveLength(2);
    await deploy(entryOf('1.0.0'));
    expect(used()).toHaveLength(2);
    releaseManager.applyUpdates();
    expect(used()).toHaveLength(1);
  });

  it('Retry of a failed screen takes the present release, a batch notwithstanding', async () => {
    const { releaseManager, deploy, used, hold } = await setUp();
    hold(true);
    await deploy(entryOf('1.1.0', { sequence: 2 }));
    releaseManager.retry('mf-x');
    expect(used()).toEqual(['1.1.0 registry']);
  });

  it('the same version at the same address comes with the next screen, and is not announced', async () => {
    const { releaseManager, deploy, inUse, waiting } = await setUp();
    await deploy(entryOf('1.0.0', { sequence: 2 }));
    expect(waiting()).toEqual([]);
    expect(inUse().sequence).toBe(1);
    releaseManager.applyUpdates();
    expect(inUse().sequence).toBe(2);
  });

  it('what is unchanged is not announced', async () => {
    const { releaseManager, deploy } = await setUp();
    const before = releaseManager.getSnapshot();
    const told = jest.fn();
    releaseManager.subscribe(told);
    await deploy(entryOf('1.0.0'), entryOf('1.0.0'));
    releaseManager.applyUpdates();
    expect(releaseManager.getSnapshot()).toBe(before);
    expect(told).not.toHaveBeenCalled();
  });
});

describe('a release that needs a newer console', () => {
  const tooNew = (version: string, more: object = {}) => {
    const entry = entryOf(version, { sequence: 2, ...more });
    return { ...entry, declaration: { ...entry.declaration, contract: { ui: '^1.1.0' } } };
  };

  it('waits for a reload with the one in use, is no failure, and comes with the newer console', async () => {
    const { releaseManager, deploy, used, inUse, waiting, fallbacks } = await setUp();
    await deploy(tooNew('1.1.0'));
    releaseManager.applyUpdates();
    releaseManager.retry('mf-x');
    expect([used(), fallbacks()]).toEqual([['1.0.0 registry'], []]);
    expect(waiting()).toEqual([{ id: 'mf-x', version: '1.1.0', from: '1.0.0', waitsFor: 'console' }]);
    await deploy(entryOf('1.1.1', { sequence: 3 }));
    releaseManager.applyUpdates();
    expect([used(), waiting()]).toEqual([['1.1.1 registry'], []]);
    await deploy(tooNew('1.1.0'));
    for (let shown = 0; shown < 5; shown += 1) await releaseManager.failed({ ...inUse(), ...tooNew('1.1.0') });
    const reloaded = await setUp({ first: [tooNew('1.1.0')], proven: entryOf('1.0.0'), ui: '1.1.0' });
    await Promise.resolve();
    expect([reloaded.used(), reloaded.waiting(), reloaded.fallbacks()]).toEqual([['1.1.0 registry'], [], []]);
  });

  it('leaves its place to the last one that worked here, on a page that begins with it', async () => {
    const { used, waiting, fallbacks } = await setUp({ first: [tooNew('1.1.0')], proven: entryOf('1.0.0') });
    await Promise.resolve();
    expect([used(), fallbacks()]).toEqual([['1.0.0 previous'], []]);
    expect(waiting()).toEqual([{ id: 'mf-x', version: '1.1.0', from: '1.0.0', waitsFor: 'console' }]);
  });

  it('is shown with its reason where nothing else is known', async () => {
    const { used, waiting } = await setUp({ first: [tooNew('1.1.0')] });
    expect([used(), waiting()]).toEqual([['1.1.0 registry'], []]);
  });
});

describe('failures', () => {
  it('three of a live release bring back the last proven one, visibly, and the new one can be tried', async () => {
    const around = { first: [entryOf('1.1.0', { sequence: 2 })], proven: entryOf('1.0.0') };
    const { releaseManager, used, inUse, fallbacks } = await setUp(around);
    await releaseManager.failed(inUse());
    await releaseManager.failed(inUse());
    expect(used()).toEqual(['1.1.0 registry']);
    await releaseManager.failed(inUse());
    expect(used()).toEqual(['1.0.0 previous']);
    expect(fallbacks()).toMatchObject([
      { id: 'mf-x', failed: { sequence: 2 }, wasCanary: false, shown: { version: '1.0.0', sequence: 1 } },
    ]);

    const reloaded = await setUp(around);
    await Promise.resolve();
    expect(reloaded.used()).toEqual(['1.0.0 previous']);

    releaseManager.tryNewest('mf-x');
    expect(used()).toEqual(['1.1.0 registry']);
    expect(fallbacks()).toEqual([]);
  });

  it('without an earlier proven release the failing one stays', async () => {
    const { releaseManager, used, inUse } = await setUp();
    for (let failure = 0; failure < 5; failure += 1) await releaseManager.failed(inUse());
    expect(used()).toEqual(['1.0.0 registry']);
  });

  it('a stand-in that fails too gives its place back, and that is the end of it', async () => {
    const { releaseManager, used, inUse, fallbacks } = await setUp({
      first: [entryOf('1.1.0', { sequence: 2 })],
      proven: entryOf('1.0.0'),
    });
    for (let failure = 0; failure < 3; failure += 1) await releaseManager.failed(inUse());
    await releaseManager.failed(inUse());
    expect(used()).toEqual(['1.1.0 registry']);
    for (let failure = 0; failure < 4; failure += 1) await releaseManager.failed(inUse());
    expect(used()).toEqual(['1.1.0 registry']);
    expect(fallbacks()).toEqual([]);
  });

  it('a release that comes after the failing one is used', async () => {
    const { releaseManager, deploy, used, inUse } = await setUp({
      first: [entryOf('1.1.0', { sequence: 2 })],
      proven: entryOf('1.0.0'),
    });
    for (let failure = 0; failure < 3; failure += 1) await releaseManager.failed(inUse());
    await deploy(entryOf('1.1.1', { sequence: 3 }));
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.1.1 registry']);
  });

  it('what was shown is proven, a canary and a stand-in are not', async () => {
    const { releaseManager, proved, inUse } = await setUp();
    releaseManager.shown(inUse());
    releaseManager.shown({ ...inUse(), source: 'canary' });
    releaseManager.shown({ ...inUse(), source: 'previous' });
    expect(proved).toEqual([1]);
  });
});

describe('canaries', () => {
  it('come after login, to whom they are meant', async () => {
    const { releaseManager, used } = await setUp({ first: [withCanary] });
    expect(used()).toEqual(['1.1.0 canary']);
    releaseManager.operatorIs(null);
    releaseManager.operatorIs({ ...operator, email: 'other@example.com' });
    expect(used()).toEqual(['1.1.0 canary']);
  });

  it('fail once, and this browser is back at the live release for good, until the operator tries', async () => {
    const { releaseManager, used, inUse, fallbacks } = await setUp({ first: [withCanary] });
    await releaseManager.failed(inUse());
    expect(used()).toEqual(['1.0.0 registry']);
    expect(fallbacks()).toMatchObject([
      { id: 'mf-x', failed: { version: '1.1.0' }, wasCanary: true, shown: { version: '1.0.0', sequence: 1 } },
    ]);
    sessionStorage.clear();
    const later = await setUp({ first: [withCanary] });
    expect(later.used()).toEqual(['1.0.0 registry']);
    later.releaseManager.tryNewest('mf-x');
    expect(later.used()).toEqual(['1.1.0 canary']);
  });

  it('that fail while their screen stays go with the next screen', async () => {
    const { releaseManager, used, inUse, waiting } = await setUp({ first: [withCanary] });
    await releaseManager.failed(inUse(), { stays: true });
    expect([used(), waiting()]).toEqual([
      ['1.1.0 canary'],
      [{ id: 'mf-x', version: '1.0.0', from: '1.1.0', waitsFor: 'next-screen', goesBack: 'failed' }],
    ]);
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.0.0 registry']);
  });

  it('another canary is a new chance', async () => {
    const { releaseManager, deploy, used, inUse } = await setUp({ first: [withCanary] });
    await releaseManager.failed(inUse());
    await deploy(entryOf('1.0.0', { sequence: 2, canary: canaryOf('1.2.0') }));
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.2.0 canary']);
  });
});

describe('an error that nobody caught', () => {
  it('counts for a canary, which goes with the next screen once it has spent its budget', async () => {
    const { releaseManager, used, inUse, waiting, fallbacks } = await setUp({ first: [withCanary] });
    for (let met = 0; met < 2; met += 1) releaseManager.uncaught(inUse());
    releaseManager.applyUpdates();
    expect([used(), waiting()]).toEqual([['1.1.0 canary'], []]);
    releaseManager.uncaught(inUse());
    expect([used(), waiting(), fallbacks()]).toEqual([
      ['1.1.0 canary'],
      [{ id: 'mf-x', version: '1.0.0', from: '1.1.0', waitsFor: 'next-screen', goesBack: 'failed' }],
      [],
    ]);
    releaseManager.applyUpdates();
    expect(used()).toEqual(['1.0.0 registry']);
    expect(fallbacks()).toMatchObject([
      { because: 'failed', id: 'mf-x', failed: { version: '1.1.0' }, wasCanary: true, shown: { version: '1.0.0' } },
    ]);
    releaseManager.tryNewest('mf-x');
    expect(used()).toEqual(['1.1.0 canary']);
  });

  it('costs a live release nothing: what would stand in for it has not been tried either', async () => {
    const { releaseManager, used, inUse, waiting } = await setUp({
      first: [entryOf('1.1.0')],
      proven: entryOf('1.0.0'),
    });
    for (let met = 0; met < 9; met += 1) releaseManager.uncaught(inUse());
    await releaseManager.failed(inUse());
    releaseManager.applyUpdates();
    expect([used(), waiting()]).toEqual([['1.1.0 registry'], []]);
  });
});

describe('a canary that is withdrawn for everybody', () => {
  const shown = { version: '1.0.0', sequence: 1, publishedAt: '2026-01-01T00:00:00Z' };
  const withdrawn = { because: 'withdrawn', id: 'mf-x', version: '1.1.0', reason: 'It failed 9 times.', shown };

  it('goes with the next screen, and a notice tells why', async () => {
    const { releaseManager, withdraw, used, waiting, fallbacks } = await setUp({ first: [withCanary] });
    await withdraw(withCanary, 'It failed 9 times.');
    expect([used(), waiting(), fallbacks()]).toEqual([
      ['1.1.0 canary'],
      [{ id: 'mf-x', version: '1.0.0', from: '1.1.0', waitsFor: 'next-screen', goesBack: 'withdrawn' }],
      [],
    ]);
    releaseManager.applyUpdates();
    expect([used(), waiting(), fallbacks()]).toEqual([['1.0.0 registry'], [], [withdrawn]]);
  });

  it('that has failed here before is told of as withdrawn', async () => {
    const { releaseManager, withdraw, fallbacks, inUse } = await setUp({ first: [withCanary] });
    await releaseManager.failed(inUse());
    await withdraw(withCanary, 'It failed 9 times.');
    expect(fallbacks()).toEqual([withdrawn]);
  });

  it('is nothing to whoever never had it', async () => {
    const first = entryOf('1.0.0', { canary: { ...canaryOf('1.1.0'), share: 0, roles: ['ADMIN'] } });
    const { withdraw, used, waiting, fallbacks } = await setUp({ first: [first] });
    await withdraw(first, 'It failed 9 times.');
    expect([used(), waiting(), fallbacks()]).toEqual([['1.0.0 registry'], [], []]);
  });
});

describe('the log', () => {
  it('knows the release in use, and begins anew with another', async () => {
    const { releaseManager, deploy, log, inUse } = await setUp();
    expect(log.getSnapshot()).toMatchObject([{ id: 'mf-x', release: inUse() }]);
    log.screenLoaded('mf-x', 'one', 12);
    await deploy(entryOf('1.1.0', { sequence: 2 }));
    releaseManager.applyUpdates();
    expect(log.getSnapshot()).toMatchObject([{ release: inUse(), state: { status: 'not-loaded' }, screenMs: {} }]);
  });
});

describe('a preview', () => {
  const tried: ChosenRelease = {
    ...registryEntry('mf-x', [], { version: '2.0.0' }),
    baseUrl: 'http://remotes.test/x/2.0.0/',
    source: 'preview',
  };

  it('takes the place of the live release and is never proven; its failure is kept against nobody', async () => {
    const { releaseManager, used, inUse, proved, fallbacks, waiting, deploy } = await setUp({ tried });
    expect(used()).toEqual(['2.0.0 preview']);
    releaseManager.shown(inUse());
    await releaseManager.failed(inUse());
    expect([used(), proved, fallbacks(), waiting()]).toEqual([['1.0.0 registry'], [], [], []]);
    expect([sessionStorage.length, localStorage.getItem('console:failedCanaries')]).toEqual([0, null]);
    await deploy(entryOf('2.0.0', { sequence: 2 }));
    releaseManager.applyUpdates();
    expect(used()).toEqual(['2.0.0 registry']);
  });

  it('comes and goes at once where nothing of the remote was loaded, else with the next screen', async () => {
    const { releaseManager, beginPreview, endPreview, used, waiting, log } = await setUp();
    beginPreview(tried);
    expect(used()).toEqual(['2.0.0 preview']);
    log.screenLoaded('mf-x', 'one', 12);
    endPreview();
    expect([used(), waiting()]).toMatchObject([
      ['2.0.0 preview'],
      [{ version: '1.0.0', from: '2.0.0', waitsFor: 'next-screen', goesBack: 'ended' }],
    ]);
    releaseManager.applyUpdates();
    expect([used(), waiting()]).toEqual([['1.0.0 registry'], []]);
  });

  it('D16 stays as long as a batch holds it, even if the operator leaves it', async () => {
    const { releaseManager, endPreview, hold, used, waiting } = await setUp({ tried });
    hold(true);
    endPreview();
    releaseManager.switchOne('mf-x');
    expect([used(), waiting()[0]?.waitsFor]).toEqual([['2.0.0 preview'], 'batch']);
    hold(false);
    releaseManager.switchOne('mf-x');
    expect(used()).toEqual(['1.0.0 registry']);
  });

  it('of a remote that has a canary goes before it, and gives its place back to it', async () => {
    const { endPreview, used } = await setUp({ first: [entryOf('1.0.0', { canary: canaryOf('1.1.0') })], tried });
    expect(used()).toEqual(['2.0.0 preview']);
    endPreview();
    expect(used()).toEqual(['1.1.0 canary']);
  });

  it('that needs a newer console waits for it', async () => {
    const declaration = { ...tried.declaration, contract: { '@device-console/shared-lib/ui': '^1.1.0' } };
    const { used, waiting } = await setUp({ tried: { ...tried, declaration } });
    expect([used(), waiting()]).toMatchObject([['1.0.0 registry'], [{ version: '2.0.0', waitsFor: 'console' }]]);
  });
});
