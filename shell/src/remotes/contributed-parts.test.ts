import type { Remote } from '@device-console/shared-lib/remote';
import { memo } from 'react';
import type { FetchFile } from './load-failure.ts';
import { asset, chunkErrorOf, HASH, loaderWith, releaseOf, remoteOf, Screen, surround } from './test-loader.ts';

describe('what a remote contributes to other screens', () => {
  const Panel = () => null;
  const files = { title: 'Score', order: 1, assets: [asset('e.js'), asset('score.js')] };
  const contributing = {
    contributions: { devicePanels: [{ id: 'score', ...files }], homePanels: [{ id: 'score', ...files }] },
  };
  interface Loads {
    readonly panel?: () => Promise<{ Panel: typeof Panel }>;
  }
  const usual: Required<Loads> = { panel: async () => ({ Panel }) };
  const remoteWith = ({ panel = usual.panel }: Loads = {}): Remote => ({
    ...remoteOf(async () => ({ Screen })),
    contributions: {
      devicePanels: [{ id: 'score', title: 'Score', order: 1, load: panel }],
      homePanels: [{ id: 'score', title: 'Score', order: 1, load: panel }],
    },
  });

  it('a screen and the panels of two pages of one id share the entry, and none stands in for another', async () => {
    const loaded: string[] = [];
    const { loader, log } = surround(async ({ baseUrl }) => {
      loaded.push(baseUrl);
      return remoteWith();
    });
    const release = releaseOf(undefined, contributing);
    expect(loader.panels.loaded(release, 'score')).toBeNull();
    const { panels, homePanels } = loader;
    await Promise.all([loader.load(release, 'one'), panels.load(release, 'score'), homePanels.load(release, 'score')]);
    expect([panels.loaded(release, 'score'), homePanels.loaded(release, 'score')]).toEqual([{ Panel }, { Panel }]);
    expect(loader.loaded(release, 'score')).toBeNull();
    expect(loaded).toEqual(['http://localhost/1/']);
    const places = Object.keys(log.getSnapshot()[0]?.screenMs ?? {});
    expect(places.toSorted()).toEqual(['home panel score', 'one', 'panel score']);
  });

  it('a file of a panel without a usable hash keeps the whole release from being fetched', async () => {
    const devicePanels = [{ id: 'score', ...files, assets: [asset('score.js', '')] }];
    const release = releaseOf(undefined, { contributions: { ...contributing.contributions, devicePanels } });
    const { loader } = surround(() => Promise.reject(new Error('Nothing is to be fetched.')));
    const fault = { failure: 'no-hash', detail: expect.stringContaining('score.js') };
    await expect(loader.panels.load(release, 'score')).rejects.toMatchObject(fault);
  });

  it('the hashes of its files are known once the release is in use', async () => {
    const { loader, integrity } = surround(async () => remoteWith());
    await loader.panels.load(releaseOf(undefined, contributing), 'score');
    expect(integrity.hashOf('http://localhost/1/score.js')).toBe(HASH);
  });

  it('a panel whose file is not there fails under its own name, and the next attempt is new', async () => {
    const asked: string[] = [];
    const fetchFile: FetchFile = async (url) => {
      asked.push(url);
      return { ok: !url.endsWith('score.js'), status: 404 };
    };
    const error = Object.assign(chunkErrorOf('error'), { message: 'Loading chunk failed.\n(error: /1/score.js)' });
    let attempts = 0;
    const panel: Loads['panel'] = () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(error) : Promise.resolve({ Panel });
    };
    const { loader, log } = surround(async () => remoteWith({ panel }), { fetchFile });
    const release = releaseOf(undefined, contributing);
    const events: string[] = [];
    log.watch(({ screenId, outcome }) => events.push(`${screenId} ${outcome.status}`));
    const fault = { failure: 'missing', detail: 'http://localhost/1/score.js answered 404.' };
    await expect(loader.panels.load(release, 'score')).rejects.toMatchObject(fault);
    expect(asked).toContain('http://localhost/1/score.js');
    await expect(loader.panels.load(release, 'score')).resolves.toEqual({ Panel });
    expect(events).toEqual(['panel score failed', 'panel score loaded']);
  });

  it('a component that React has wrapped is one, and another export is none', async () => {
    const wrapped = Object.assign(Object.create(null), { Panel: memo(Panel) });
    const release = releaseOf(undefined, contributing);
    const sound = loaderWith(async () => remoteWith({ panel: async () => wrapped }));
    await expect(sound.panels.load(release, 'score')).resolves.toEqual({ Panel: wrapped.Panel });
    const other = Object.assign(Object.create(null), { Screen });
    const { panels, homePanels } = loaderWith(async () => remoteWith({ panel: async () => other }));
    const malformed = (word: string) => ({
      failure: 'malformed',
      detail: `The ${word} "score" exports no component named Panel.`,
    });
    await expect(panels.load(release, 'score')).rejects.toMatchObject(malformed('panel'));
    await expect(homePanels.load(release, 'score')).rejects.toMatchObject(malformed('panel of Home'));
  });

  it('a remote that does not fit this console contributes nothing, and nothing of it is fetched', async () => {
    const { loader } = surround(() => Promise.reject(new Error('Nothing is to be fetched.')));
    const unfit = releaseOf(undefined, { ...contributing, contract: { ui: '^2.0.0' } });
    await expect(loader.homePanels.load(unfit, 'score')).rejects.toMatchObject({ failure: 'contract' });
  });
});
