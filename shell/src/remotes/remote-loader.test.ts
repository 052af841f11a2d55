import type { Remote } from '@device-console/shared-lib/remote';
import type { FetchFile } from './diagnose.ts';
import type { Federation } from './federation.ts';
import { createIntegrityLookup } from './integrity.ts';
import type { ChosenRelease } from './release.ts';
import { BudgetExceeded, EntryError, RemoteLoadError } from './remote-load-error.ts';
import { createRemoteLoader } from './remote-loader.ts';
import { createRemoteLog } from './remote-log.ts';

const Screen = () => null;
const remoteOf = (load: Remote['screens'][number]['load']): Remote => ({
  id: 'mf-x', owner: 'X team', screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], load }],
});

const HASH = `sha384-${'A'.repeat(64)}`;
const asset = (file: string, integrity = HASH) => ({ file, kind: 'script' as const, integrity });

function releaseOf(baseUrl = 'http://localhost/1/', more: Partial<ChosenRelease['declaration']> = {}): ChosenRelease {
  return {
    id: 'mf-x', sequence: 1, baseUrl, publishedAt: '', source: 'registry', keyId: null,
    declaration: {
      schemaVersion: 1, id: 'mf-x', owner: 'X team', version: '1.4.0', contract: { ui: '^1.0.0' }, shared: {}, apiVersion: '^1.0.0', entry: asset('e.js'), assets: [asset('e.js'), asset('one.js')],
      screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], assets: [asset('e.js'), asset('one.js')] }], ...more,
    },
  };
}

interface Around {
  readonly timeout?: (milliseconds: number) => Promise<never>;
  readonly fetchFile?: FetchFile;
}

const noAnswer: FetchFile = () => Promise.reject(new TypeError('Failed to fetch'));

function surround(loadContainer: Federation['loadContainer'], { timeout = () => new Promise<never>(() => undefined), fetchFile = noAnswer }: Around = {}) {
  const federation: Federation = { providedVersions: () => ({ '@device-console/shared-lib/ui': '1.0.0' }), loadContainer };
  const integrity = createIntegrityLookup('http://localhost/');
  const log = createRemoteLog(() => 7);
  let at = 0;
  const elapsed = () => (at += 5);
  return { integrity, log, loader: createRemoteLoader({ federation, integrity, log, apiVersion: '1.0.0', timeout, fetchFile, elapsed }) };
}

const loaderWith = (...given: Parameters<typeof surround>) => surround(...given).loader;

const chunkError = Object.assign(new Error('Loading chunk one failed.\n(error: http://localhost/1/one.js)'), { name: 'ChunkLoadError' });

describe('createRemoteLoader', () => {
  it('loads a screen once and keeps it', async () => {
    let fetched = 0;
    const loader = loaderWith(async () => {
      fetched += 1;
      return remoteOf(async () => ({ Screen }));
    });
    const release = releaseOf();
    await Promise.all([loader.load(release, 'one'), loader.load(release, 'one')]);
    expect(loader.loaded(release, 'one')).toEqual({ Screen });
    expect(fetched).toBe(1);
  });

  it('refuses a remote of an incompatible contract before any byte of it is fetched', async () => {
    let fetched = 0;
    const loader = loaderWith(async () => {
      fetched += 1;
      return remoteOf(async () => ({ Screen }));
    });
    await expect(loader.load(releaseOf(undefined, { contract: { ui: '^2.0.0' } }), 'one')).rejects.toThrow(
      'mf-x 1.4.0: It does not fit this console. It needs @device-console/shared-lib/ui ^2.0.0, the console provides 1.0.0. The console must be upgraded.',
    );
    expect(fetched).toBe(0);
  });

  it('begins anew after a failure and recovers', async () => {
    let attempts = 0;
    const { loader, log } = surround(async () => {
      attempts += 1;
      if (attempts === 1) throw new EntryError('unreachable', 'http://localhost/1/e.js could not be loaded');
      return remoteOf(async () => ({ Screen }));
    });
    const release = releaseOf();
    await expect(loader.load(release, 'one')).rejects.toMatchObject({ failure: 'unreachable' });
    expect(log.getSnapshot()[0]?.state).toMatchObject({ status: 'failed', reason: 'unreachable', attempts: 1, at: 7 });
    await expect(loader.load(release, 'one')).resolves.toEqual({ Screen });
    expect(attempts).toBe(2);
    expect(log.getSnapshot()[0]).toMatchObject({ state: { status: 'ready' }, entryMs: 5 });
  });

  it('two screens of one remote share its entry, also while it is on its way', async () => {
    const loaded: string[] = [];
    const remote = remoteOf(async () => ({ Screen }));
    const loader = loaderWith(async ({ baseUrl }) => {
      loaded.push(baseUrl);
      return { ...remote, screens: [...remote.screens, { id: 'two', path: 'two', title: 'Two', audiences: ['standard'], load: async () => ({ Screen }) }] };
    });
    await Promise.all([loader.load(releaseOf(), 'one'), loader.load(releaseOf(), 'two')]);
    expect(loaded).toEqual(['http://localhost/1/']);
  });

  it('loads another build in the place of the first, which is not handed out any more', async () => {
    const loaded: string[] = [];
    const loader = loaderWith(async ({ baseUrl }) => {
      loaded.push(baseUrl);
      return remoteOf(async () => ({ Screen }));
    });
    const [first, second] = [releaseOf('http://localhost/1/'), releaseOf('http://localhost/2/')];
    await loader.load(first, 'one');
    await loader.load(second, 'one');
    expect(loaded).toEqual(['http://localhost/1/', 'http://localhost/2/']);
    expect(loader.loaded(first, 'one')).toBeNull();
    expect(loader.loaded(second, 'one')).toEqual({ Screen });
  });

  it('gives up when the budget is spent', async () => {
    const loader = loaderWith(() => new Promise(() => undefined), { timeout: () => Promise.reject(new BudgetExceeded()) });
    await expect(loader.load(releaseOf(), 'one')).rejects.toMatchObject({ failure: 'time-out' });
  });

  it.each([
    ['another name', { ...remoteOf(async () => ({ Screen })), id: 'mf-y' }],
    ['a missing screen', { ...remoteOf(async () => ({ Screen })), screens: [] }],
  ])('names code with %s as malformed', async (_what, remote) => {
    await expect(loaderWith(async () => remote).load(releaseOf(), 'one')).rejects.toMatchObject({ failure: 'malformed' });
  });

  it('names the error of a screen that throws while loading', async () => {
    const loader = loaderWith(async () => remoteOf(() => Promise.reject(new Error('boom'))));
    await expect(loader.load(releaseOf(), 'one')).rejects.toMatchObject({ failure: 'threw', detail: 'boom' });
  });

  it.each([
    ['an entry that left no container', new EntryError('malformed', 'http://localhost/1/e.js left no container named mf_x'), 'malformed'],
    ['a chunk that came and did not register', new Error('Loading chunk one failed.\n(missing: http://localhost/1/one.js)'), 'threw'],
    ['a style that did not come', new Error('Loading CSS chunk one failed.\n(http://localhost/1/one.css)'), 'unreachable'],
  ])('names %s', async (_what, error, failure) => {
    await expect(loaderWith(() => Promise.reject(error)).load(releaseOf(), 'one')).rejects.toMatchObject({ failure });
  });

  it('names an entry that threw as its code\'s failure, not its server\'s', async () => {
    const loader = loaderWith(() => Promise.reject(new EntryError('threw', 'Uncaught Error: boom')));
    await expect(loader.load(releaseOf(), 'one')).rejects.toMatchObject({ failure: 'threw', detail: 'Uncaught Error: boom' });
  });
});

describe('integrity', () => {
  it.each([
    ['the entry', { entry: asset('e.js', '') }, 'e.js'],
    ['a screen\'s file', { screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard' as const], assets: [asset('one.js', 'md5-abc')] }] }, 'one.js'],
    ['any other file', { assets: [asset('late.css', 'sha384-short')] }, 'late.css'],
    ['a file that has two', { assets: [asset('e.js', `sha384-${'B'.repeat(64)}`)] }, 'e.js'],
  ])('refuses a release without a usable hash of %s before anything is fetched', async (_what, more, file) => {
    let fetched = 0;
    const { loader, log } = surround(async () => {
      fetched += 1;
      return remoteOf(async () => ({ Screen }));
    });
    await expect(loader.load(releaseOf(undefined, more), 'one')).rejects.toMatchObject({ failure: 'no-hash', detail: expect.stringContaining(file) });
    expect(fetched).toBe(0);
    expect(log.getSnapshot()[0]?.events).toMatchObject([{ reason: 'no-hash', at: 7 }]);
  });

  it('loads a dev server\'s build without a hash, admits none of its files as signed, and still checks its contract', async () => {
    const developed: ChosenRelease = { ...releaseOf('http://localhost:3401/'), source: 'development', keyId: null };
    const without = { ...developed, declaration: { ...developed.declaration, entry: asset('e.js', '') } };
    const { loader, integrity } = surround(async () => remoteOf(async () => ({ Screen })));
    await expect(loader.load(without, 'one')).resolves.toEqual({ Screen });
    expect(integrity.of('http://localhost:3401/one.js')).toBeUndefined();
    const unfit = { ...developed, declaration: { ...developed.declaration, contract: { ui: '^9.0.0' } } };
    await expect(loader.load(unfit, 'one')).rejects.toMatchObject({ failure: 'contract' });
  });

  it('a fault that is known before is the reason, and nothing is fetched', async () => {
    const fault = new RemoteLoadError('unreachable', { id: 'mf-x', version: '1.4.0' }, 'http://localhost:3401/remote.json could not be read.');
    const { loader, log } = surround(() => Promise.reject(new Error('Nothing is to be fetched.')));
    await expect(loader.load({ ...releaseOf('http://localhost:3401/'), source: 'development', fault }, 'one')).rejects.toBe(fault);
    expect(log.getSnapshot()[0]?.events).toMatchObject([{ reason: 'unreachable' }]);
  });

  it('a dev server\'s file that is there is not called another than the published one', async () => {
    const fetchFile: FetchFile = (_url, { integrity }) => (integrity ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ ok: true, status: 200 }));
    const loader = loaderWith(async () => remoteOf(() => Promise.reject(chunkError)), { fetchFile });
    await expect(loader.load({ ...releaseOf(), source: 'development' }, 'one')).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('files may run without a hash below the one admitted address, and only until it is taken back', () => {
    const { integrity } = surround(async () => remoteOf(async () => ({ Screen })));
    const may = () => ['http://localhost:3401/e.js', 'http://localhost:34010/e.js', 'http://localhost/e.js', 'https://localhost:3401/e.js'].map(integrity.mayBeUnsigned);
    expect(may()).toEqual([false, false, false, false]);
    integrity.admitUnsigned('http://localhost:3401/');
    expect(may()).toEqual([true, false, false, false]);
    expect(integrity.of('http://localhost:3401/e.js')).toBeUndefined();
    integrity.admitUnsigned(null);
    expect(may()).toEqual([false, false, false, false]);
  });

  it('knows the hashes of admitted releases alone, by their full address', async () => {
    const { loader, integrity } = surround(async () => remoteOf(async () => ({ Screen })));
    expect(integrity.of('http://localhost/1/one.js')).toBeUndefined();
    await loader.load(releaseOf(), 'one');
    expect(integrity.of('http://localhost/1/one.js')).toBe(HASH);
    expect(integrity.of('/1/one.js')).toBe(HASH);
    expect(integrity.of('http://localhost/1/other.js')).toBeUndefined();
    expect(integrity.of('http://localhost/1/one.js?changed')).toBeUndefined();
  });

  it.each([
    ['answers 404', (url: string) => Promise.resolve({ ok: !url.endsWith('one.js'), status: 404 }), 'missing', 'http://localhost/1/one.js answered 404.'],
    ['has another hash', (url: string, init: { integrity?: string }) => (init.integrity && url.endsWith('one.js') ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ ok: true, status: 200 })), 'integrity', 'http://localhost/1/one.js does not have the hash'],
    ['cannot be asked for', noAnswer, 'unreachable', 'http://localhost/1/ could not be loaded.'],
  ])('looks why a file did not load: it %s', async (_what, fetchFile, failure, detail) => {
    const loader = loaderWith(async () => remoteOf(() => Promise.reject(chunkError)), { fetchFile });
    await expect(loader.load(releaseOf(), 'one')).rejects.toMatchObject({ failure, detail: expect.stringContaining(detail) });
  });

  it('loads once more by itself when the files turn out to be there and sound', async () => {
    let attempts = 0;
    const { loader, log } = surround(async () => remoteOf(() => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(chunkError) : Promise.resolve({ Screen });
    }), { fetchFile: () => Promise.resolve({ ok: true, status: 200 }) });
    await expect(loader.load(releaseOf(), 'one')).resolves.toEqual({ Screen });
    expect(log.getSnapshot()[0]).toMatchObject({ state: { status: 'ready' }, events: [] });
  });

  it('and gives up when that fails too', async () => {
    const loader = loaderWith(async () => remoteOf(() => Promise.reject(chunkError)), { fetchFile: () => Promise.resolve({ ok: true, status: 200 }) });
    await expect(loader.load(releaseOf(), 'one')).rejects.toMatchObject({ failure: 'unreachable' });
  });
});
