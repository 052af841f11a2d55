import type { RegistryEntry, Remote } from '@device-console/shared-lib/remote';
import { BudgetExceeded, createRemoteLoader } from './remote-loader.ts';
import type { Federation } from './federation.ts';

const Screen = () => null;
const remoteOf = (load: Remote['screens'][number]['load']): Remote => ({
  id: 'mf-x', owner: 'X team', screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], load }],
});

function entryOf(baseUrl = 'http://localhost/1/', contract: Record<string, string> = { ui: '^1.0.0' }): RegistryEntry {
  return {
    id: 'mf-x', sequence: 1, baseUrl, publishedAt: '', canary: null, keyId: null, signature: null,
    declaration: {
      schemaVersion: 1, id: 'mf-x', owner: 'X team', version: '1.4.0', contract, shared: {}, apiVersion: '^1.0.0',
      entry: { file: 'e.js', kind: 'script', integrity: '' }, assets: [], screens: [],
    },
  };
}

function loaderWith(loadContainer: Federation['loadContainer'], timeout = () => new Promise<never>(() => undefined)) {
  const federation: Federation = { providedVersions: () => ({ '@device-console/shared-lib/ui': '1.0.0' }), loadContainer };
  return createRemoteLoader({ federation, apiVersion: '1.0.0', timeout });
}

describe('createRemoteLoader', () => {
  it('loads a screen once and keeps it', async () => {
    let fetched = 0;
    const loader = loaderWith(async () => {
      fetched += 1;
      return remoteOf(async () => ({ Screen }));
    });
    const entry = entryOf();
    await Promise.all([loader.load(entry, 'one'), loader.load(entry, 'one')]);
    expect(loader.loaded(entry, 'one')).toEqual({ Screen });
    expect(fetched).toBe(1);
  });

  it('refuses a remote of an incompatible contract before any byte of it is fetched', async () => {
    let fetched = 0;
    const loader = loaderWith(async () => {
      fetched += 1;
      return remoteOf(async () => ({ Screen }));
    });
    await expect(loader.load(entryOf(undefined, { ui: '^2.0.0' }), 'one')).rejects.toThrow(
      'mf-x 1.4.0: It does not fit this console. It needs @device-console/shared-lib/ui ^2.0.0, the console provides 1.0.0. The console must be upgraded.',
    );
    expect(fetched).toBe(0);
  });

  it('starts afresh after a failure and recovers', async () => {
    const attempts: boolean[] = [];
    const loader = loaderWith(async (_entry, fresh) => {
      attempts.push(fresh);
      if (attempts.length === 1) throw new Error('RUNTIME-008 entry could not be loaded');
      return remoteOf(async () => ({ Screen }));
    });
    const entry = entryOf();
    await expect(loader.load(entry, 'one')).rejects.toMatchObject({ failure: 'unreachable' });
    await expect(loader.load(entry, 'one')).resolves.toEqual({ Screen });
    expect(attempts).toEqual([false, true]);
  });

  it('replaces the registered build when the registry names another', async () => {
    const attempts: boolean[] = [];
    const loader = loaderWith(async (_entry, fresh) => {
      attempts.push(fresh);
      return remoteOf(async () => ({ Screen }));
    });
    await loader.load(entryOf('http://localhost/1/'), 'one');
    await loader.load(entryOf('http://localhost/2/'), 'one');
    expect(attempts).toEqual([false, true]);
  });

  it('gives up when the budget is spent', async () => {
    const loader = loaderWith(() => new Promise(() => undefined), () => Promise.reject(new BudgetExceeded()));
    await expect(loader.load(entryOf(), 'one')).rejects.toMatchObject({ failure: 'time-out' });
  });

  it.each([
    ['another name', { ...remoteOf(async () => ({ Screen })), id: 'mf-y' }],
    ['a missing screen', { ...remoteOf(async () => ({ Screen })), screens: [] }],
  ])('names code with %s as malformed', async (_what, remote) => {
    await expect(loaderWith(async () => remote).load(entryOf(), 'one')).rejects.toMatchObject({ failure: 'malformed' });
  });

  it('names the error of a screen that throws while loading', async () => {
    const loader = loaderWith(async () => remoteOf(() => Promise.reject(new Error('boom'))));
    await expect(loader.load(entryOf(), 'one')).rejects.toMatchObject({ failure: 'threw', detail: 'boom' });
  });
});
