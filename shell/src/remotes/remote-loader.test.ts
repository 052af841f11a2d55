import type { Remote } from '@device-console/shared-lib/remote';
import { memo } from 'react';
import { declaredScreen } from '../testing/test-registry.ts';
import { answerFetch, away, served } from '../testing/answer-fetch.ts';
import type { Release } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { asset, chunkErrorOf, HASH, loaderWith, releaseOf, remoteOf, Screen, surround } from './test-loader.ts';

const chunkError = chunkErrorOf('error');
const sound = async () => remoteOf(async () => ({ Screen }));

/** As the federation's runtime reports it for an entry. */
const entryError = Object.assign(new Error('Failed to load script'), { name: 'ScriptNetworkError' });

/** As Rspack's runtime reports it for a style. */
const styleError = Object.assign(new Error('Loading CSS chunk one failed.\n(http://localhost/1/one.css)'), {
  code: 'CSS_CHUNK_LOAD_FAILED',
  type: 'error',
  request: 'http://localhost/1/one.css',
});

/** A server that lacks the file. */
const gone =
  (file: string): Parameters<typeof answerFetch>[0] =>
  (url, init) =>
    served('', url.endsWith(file) ? 404 : 200)(url, init);

/** A server whose file has another hash than the published one. */
const changed =
  (file: string): Parameters<typeof answerFetch>[0] =>
  (url, init) =>
    (init.integrity && url.endsWith(file) ? away : served(''))(url, init);

beforeEach(() => answerFetch(away));

describe('createRemoteLoader', () => {
  it('loads a screen once and keeps it', async () => {
    const fetched = jest.fn(sound);
    const loader = loaderWith(fetched);
    const release = releaseOf();
    await Promise.all([loader.load(release, 'one'), loader.load(release, 'one')]);
    expect(loader.loaded(release, 'one')).toEqual({ Screen });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('refuses a remote of an incompatible contract before any byte of it is fetched', async () => {
    const fetched = jest.fn(sound);
    const loader = loaderWith(fetched);
    await expect(loader.load(releaseOf(undefined, { contract: { ui: '^2.0.0' } }), 'one')).rejects.toThrow(
      'mf-x 1.4.0: It does not fit this console. It needs @device-console/shared-lib/ui ^2.0.0, the console ' +
        'provides 1.0.0. The console must be upgraded.',
    );
    expect(fetched).not.toHaveBeenCalled();
  });

  it('begins anew after a failure and recovers', async () => {
    const load = jest.fn(sound).mockRejectedValueOnce(entryError);
    const { loader, log } = surround(load);
    const release = releaseOf();
    await expect(loader.load(release, 'one')).rejects.toMatchObject({ failure: 'unreachable' });
    expect(log.getSnapshot()[0]?.state).toMatchObject({ status: 'failed', reason: 'unreachable', attempts: 1, at: 7 });
    await expect(loader.load(release, 'one')).resolves.toEqual({ Screen });
    expect(load).toHaveBeenCalledTimes(2);
    expect(log.getSnapshot()[0]).toMatchObject({ state: { status: 'ready' } });
  });

  it('loads another build in the place of the first, which is not handed out any more', async () => {
    const load = jest.fn<Promise<Remote>, [Release]>(sound);
    const loader = loaderWith(load);
    const [first, second] = [releaseOf('http://localhost/1/'), releaseOf('http://localhost/2/')];
    await loader.load(first, 'one');
    await loader.load(second, 'one');
    expect(load.mock.calls.map(([{ baseUrl }]) => baseUrl)).toEqual(['http://localhost/1/', 'http://localhost/2/']);
    expect(loader.loaded(first, 'one')).toBeNull();
    expect(loader.loaded(second, 'one')).toEqual({ Screen });
  });

  const named = (type: string, request: string) => Object.assign(chunkErrorOf(type), { request });
  it.each<[string, () => Promise<Remote>, object]>([
    [
      'a screen that exports none',
      async () => ({ ...remoteOf(async () => ({ Screen })), screens: [] }),
      { failure: 'malformed', detail: 'The screen "one" exports no component named Screen.' },
    ],
    [
      'the error of a screen that throws while loading',
      async () => remoteOf(() => Promise.reject(new Error('boom'))),
      { failure: 'threw', detail: 'boom' },
    ],
    [
      'an entry that threw as said',
      () => Promise.reject(new RemoteLoadError('threw', releaseOf().declaration, 'Uncaught Error: boom')),
      { failure: 'threw', detail: 'Uncaught Error: boom' },
    ],
    ['an entry that did not come', () => Promise.reject(entryError), { failure: 'unreachable' }],
    ['a chunk that came and did not register', () => Promise.reject(chunkErrorOf('missing')), { failure: 'threw' }],
    ['a chunk or style that did not come', () => Promise.reject(chunkErrorOf('error')), { failure: 'unreachable' }],
    ['a style that Rspack has built', () => Promise.reject(styleError), { failure: 'unreachable' }],
    [
      'a chunk without a hash',
      () => Promise.reject(chunkErrorOf('no hash in the registry')),
      { failure: 'unreachable' },
    ],
    [
      'the file that did not come, which may be one of the console itself',
      () => Promise.reject(named('error', 'http://console.test/part-csv.js')),
      { detail: 'http://console.test/part-csv.js could not be loaded.' },
    ],
  ])('names %s', async (_what, load, expected) => {
    await expect(loaderWith(load).load(releaseOf(), 'one')).rejects.toMatchObject(expected);
  });

  it('gives up after ten seconds', async () => {
    const controller = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(controller.signal);
    const loading = loaderWith(() => new Promise(() => undefined)).load(releaseOf(), 'one');
    controller.abort();
    await expect(loading).rejects.toMatchObject({ failure: 'time-out' });
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
  });
});

describe('integrity', () => {
  it.each([
    ['the entry', { entry: asset('e.js', '') }, 'e.js'],
    ["a screen's file", { screens: [declaredScreen('one', { assets: [asset('one.js', 'md5-abc')] })] }, 'one.js'],
    [
      "a panel's file",
      { contributions: { devicePanels: [{ id: 'score', title: 'Score', order: 1, assets: [asset('score.js', '')] }] } },
      'score.js',
    ],
    ['any other file', { assets: [asset('late.css', 'sha384-short')] }, 'late.css'],
    ['a file that has two', { assets: [asset('e.js', `sha384-${'B'.repeat(64)}`)] }, 'e.js'],
  ])('refuses a release without a usable hash of %s before anything is fetched', async (_what, more, file) => {
    const fetched = jest.fn(sound);
    const { loader, log } = surround(fetched);
    await expect(loader.load(releaseOf(undefined, more), 'one')).rejects.toMatchObject({
      failure: 'no-hash',
      detail: expect.stringContaining(file),
    });
    expect(fetched).not.toHaveBeenCalled();
    expect(log.getSnapshot()[0]?.events).toMatchObject([{ reason: 'no-hash', at: 7 }]);
  });

  it('knows the hashes of admitted releases alone, by their full address', async () => {
    const { loader, integrity } = surround(sound);
    expect(integrity.hashOf('http://localhost/1/one.js')).toBeUndefined();
    await loader.load(releaseOf(), 'one');
    expect(integrity.hashOf('http://localhost/1/one.js')).toBe(HASH);
    expect(integrity.hashOf('/1/one.js')).toBe(HASH);
    expect(integrity.hashOf('http://localhost/1/other.js')).toBeUndefined();
    expect(integrity.hashOf('http://localhost/1/one.js?changed')).toBeUndefined();
  });

  it.each([
    ['answers 404', gone('one.js'), 'missing', 'http://localhost/1/one.js answered 404.'],
    ['has another hash', changed('one.js'), 'integrity', 'http://localhost/1/one.js does not have the hash'],
    ['cannot be asked for', away, 'unreachable', 'http://localhost/1/ could not be loaded.'],
    ['is there and sound', served(''), 'blocked', ''],
  ])('looks why a file did not load: it %s', async (_what, answer, failure, detail) => {
    answerFetch(answer);
    const loader = loaderWith(async () => remoteOf(() => Promise.reject(chunkError)));
    await expect(loader.load(releaseOf(), 'one')).rejects.toMatchObject({
      failure,
      detail: expect.stringContaining(detail),
    });
  });
});

describe('what a shown part throws', () => {
  const late = Object.assign(chunkErrorOf('error'), {
    message: 'Loading chunk late failed.\n(error: http://localhost/1/late.js)',
    request: 'http://localhost/1/late.js',
  });
  const withLate = releaseOf(undefined, { assets: [asset('e.js'), asset('one.js'), asset('late.js')] });

  it('is the failure of its rendering, and the part stays loaded', async () => {
    const loader = loaderWith(sound);
    await loader.load(withLate, 'one');
    expect(loader.explain(withLate, new TypeError('rows is undefined'))).toMatchObject({
      failure: 'rendering',
      detail: 'rows is undefined',
    });
    expect(loader.loaded(withLate, 'one')).toEqual({ Screen });
  });

  it('because a file did not come is said with the reason, and the next load begins anew', async () => {
    answerFetch(changed('late.js'));
    const opened = jest.fn(sound);
    const loader = loaderWith(opened);
    await loader.load(withLate, 'one');
    await expect(loader.explain(withLate, late)).resolves.toMatchObject({
      failure: 'integrity',
      detail: expect.stringContaining('http://localhost/1/late.js does not have the hash'),
    });
    await loader.load(withLate, 'one');
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it("a file of the console's own that did not come is not called sound", async () => {
    answerFetch(served(''));
    const loader = loaderWith(sound);
    const request = 'http://console.test/part-csv.js';
    const error = Object.assign(chunkErrorOf('error'), {
      message: `Loading chunk failed.\n(error: ${request})`,
      request,
    });
    await expect(loader.explain(withLate, error)).resolves.toMatchObject({
      failure: 'unreachable',
      detail: `${request} could not be loaded.`,
    });
  });
});

describe('what a remote contributes to other screens', () => {
  const Panel = () => null;
  const files = { title: 'Score', order: 1, assets: [asset('e.js'), asset('score.js')] };
  const contributions = { devicePanels: [{ id: 'score', ...files }], homePanels: [{ id: 'score', ...files }] };
  const release = releaseOf(undefined, { contributions });
  const remoteWith = (load: () => Promise<{ Panel: typeof Panel }>): Remote => ({
    ...remoteOf(async () => ({ Screen })),
    contributions: {
      devicePanels: [{ id: 'score', title: 'Score', order: 1, load }],
      homePanels: [{ id: 'score', title: 'Score', order: 1, load }],
    },
  });

  it('a screen and the panels of two pages of one id share the entry, and none stands in for another', async () => {
    const opened = jest.fn(async () => remoteWith(async () => ({ Panel })));
    const { loader, integrity, log } = surround(opened);
    const { panels, homePanels } = loader;
    expect(panels.loaded(release, 'score')).toBeNull();
    await Promise.all([loader.load(release, 'one'), panels.load(release, 'score'), homePanels.load(release, 'score')]);
    expect([panels.loaded(release, 'score'), homePanels.loaded(release, 'score')]).toEqual([{ Panel }, { Panel }]);
    expect(loader.loaded(release, 'score')).toBeNull();
    expect(opened).toHaveBeenCalledTimes(1);
    const places = Object.keys(log.getSnapshot()[0]?.screenMs ?? {});
    expect(places.toSorted()).toEqual(['home panel score', 'one', 'panel score']);
    expect(integrity.hashOf('http://localhost/1/score.js')).toBe(HASH);
  });

  it('a panel whose file is not there fails under its own name, and the next attempt is new', async () => {
    answerFetch(gone('score.js'));
    const error = Object.assign(chunkErrorOf('error'), { message: 'Loading chunk failed.\n(error: /1/score.js)' });
    const load = jest.fn(async () => ({ Panel })).mockRejectedValueOnce(error);
    const { loader, log } = surround(async () => remoteWith(load));
    const events: string[] = [];
    log.watch(({ screenId, outcome }) => events.push(`${screenId} ${outcome.status}`));
    const fault = { failure: 'missing', detail: 'http://localhost/1/score.js answered 404.' };
    await expect(loader.panels.load(release, 'score')).rejects.toMatchObject(fault);
    await expect(loader.panels.load(release, 'score')).resolves.toEqual({ Panel });
    expect(events).toEqual(['panel score failed', 'panel score loaded']);
  });

  it('a component that React has wrapped is one, and another export is none', async () => {
    const wrapped = Object.assign(Object.create(null), { Panel: memo(Panel) });
    const sound = loaderWith(async () => remoteWith(async () => wrapped));
    await expect(sound.panels.load(release, 'score')).resolves.toEqual({ Panel: wrapped.Panel });
    const other = Object.assign(Object.create(null), { Screen });
    const { panels, homePanels } = loaderWith(async () => remoteWith(async () => other));
    const malformed = (word: string) => ({
      failure: 'malformed',
      detail: `The ${word} "score" exports no component named Panel.`,
    });
    await expect(panels.load(release, 'score')).rejects.toMatchObject(malformed('panel'));
    await expect(homePanels.load(release, 'score')).rejects.toMatchObject(malformed('panel of Home'));
  });
});
