import { createFederation } from './federation.ts';
import type { Release } from '../releases/release.ts';
import { registryEntry } from '../testing/test-registry.ts';

const base = 'http://remotes.test/mf-x/';
const container = 'mf_x_0a1b2c3d4e5f';
const hashOf = (address: string): string | undefined => {
  if (address.startsWith('http://localhost:')) return '';
  return address.endsWith('/remoteEntry.js') ? 'sha384-x' : undefined;
};
const screenModule = { Screen: () => null };
/** The declaration of a build that exposes only its declaration. */
const remoteWith = (screen: object) => ({
  id: 'mf-x',
  owner: 'X',
  screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], load: async () => screen }],
});

/** A container that exposes the declaration. */
const containerOf = (declaration: object) => {
  const exposed = async () => () => ({ remote: declaration });
  return { init: () => undefined, get: exposed };
};
const entry = containerOf(remoteWith(screenModule));

function releaseOf(changes: Partial<Release['declaration']> = {}, baseUrl = base): Release {
  const release = registryEntry('mf-x', []);
  const file = { file: 'remoteEntry.js', kind: 'script', integrity: 'sha384-x' } as const;
  return { ...release, baseUrl, declaration: { ...release.declaration, entry: file, container, ...changes } };
}

const scripts = (): HTMLScriptElement[] => [...document.querySelectorAll('script')];

/**
 * The entry script that waits to load. jsdom fetches nothing, so the test decides the result. The runtime requests it
 * some promises later.
 */
async function script(): Promise<HTMLScriptElement> {
  for (let turn = 0; turn < 50 && scripts().length === 0; turn += 1) await Promise.resolve();
  const [found, ...more] = scripts();
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} scripts wait`);
  return found;
}

/** jsdom does not implement the last two. */
const attributesOf = (element: Element) =>
  ['src', 'integrity', 'crossorigin'].map((name) => element.getAttribute(name));

/** Acts as if the script had run: leaves `value` under the global name, then ends. */
async function ran(value: unknown, name = container): Promise<void> {
  const element = await script();
  Reflect.set(globalThis, name, value);
  element.dispatchEvent(new Event('load'));
}

const came: [id: string, milliseconds: number][] = [];
const { open, providedVersions } = createFederation({
  hashOf,
  onEntry: (...entry) => void came.push(entry),
});
/** Loads the one screen of a release. */
const loadOne = (release: Release) => open(release).load('screen', 'one');

describe('an entry', () => {
  it('is asked for with the hash of its signed entry, and gives the declaration of its container', async () => {
    const loading = loadOne(releaseOf());
    expect(attributesOf(await script())).toEqual([`${base}remoteEntry.js`, 'sha384-x', 'anonymous']);
    await ran(entry);
    await expect(loading).resolves.toBe(screenModule);
    expect(scripts()).toEqual([]);
  });

  it('is not requested where no accepted registry entry names it', async () => {
    const other = { file: 'other.js', kind: 'script', integrity: 'sha384-x' } as const;
    await expect(loadOne(releaseOf({ entry: other }))).rejects.toMatchObject({ failure: 'no-hash' });
    expect(scripts()).toEqual([]);
  });

  it('gives each part that its build exposes, and tells when it came', async () => {
    const assets = [{ file: 'remoteEntry.js', kind: 'script', integrity: 'sha384-x' }] as const;
    const part = { id: 'one', title: 'One', assets: [...assets], expose: './one' };
    const declared = { screens: [{ ...part, path: 'one', audiences: ['standard' as const] }] };
    const get = async (path: string) => () => ({ path });
    came.length = 0;
    const release = open(releaseOf(declared));
    const loading = [release.load('screen', 'one'), release.load('screen', 'one')];
    await ran({ ...entry, get });
    expect(await Promise.all(loading)).toEqual([{ path: './one' }, { path: './one' }]);
    expect(came).toEqual([['mf-x', expect.any(Number)]]);
    const other = loadOne(releaseOf({ ...declared, container: 'mf_y_0a1b2c3d4e5f' }));
    await expect(other).rejects.toMatchObject({ failure: 'malformed', message: expect.stringContaining('mf_y') });
  });

  it.each([
    ['another name', containerOf({ ...remoteWith(screenModule), id: 'mf-y' }), 'calls itself "mf-y"'],
    ['a missing screen', containerOf({ ...remoteWith(screenModule), screens: [] }), 'has no "one"'],
    ['no declaration', containerOf({}), 'calls itself "undefined"'],
    ['no container', null, `${base}remoteEntry.js left no container.`],
    ['another object for a container', { got: null }, `${base}remoteEntry.js left no container.`],
  ])('with %s is malformed', async (_what, left, detail) => {
    const loading = loadOne(releaseOf());
    await ran(left);
    await expect(loading).rejects.toMatchObject({ failure: 'malformed', detail: expect.stringContaining(detail) });
  });

  it('that names no container leaves it under the id of the remote', async () => {
    const loading = loadOne(releaseOf({ container: undefined }));
    await ran(entry, 'mf_x');
    await expect(loading).resolves.toBe(screenModule);
  });

  it('that leaves no container never gets the one of an earlier script', async () => {
    const first = loadOne(releaseOf());
    await ran(entry);
    await first;
    const second = loadOne(releaseOf());
    (await script()).dispatchEvent(new Event('load'));
    await expect(second).rejects.toMatchObject({ failure: 'malformed' });
  });

  it('whose container fails when it is initialised is named with what it threw', async () => {
    const loading = loadOne(releaseOf());
    const init = () => {
      throw new Error('no scope');
    };
    await ran({ ...entry, init });
    await expect(loading).rejects.toThrow('no scope');
  });

  it('that threw is named with what it threw, and what others throw is not taken for it', async () => {
    const thrown = (filename: string, message: string) =>
      new ErrorEvent('error', { filename, message, lineno: 1, colno: 2 });
    const loading = loadOne(releaseOf());
    await script();
    window.dispatchEvent(thrown('http://remotes.test/mf-y/remoteEntry.js', 'Uncaught Error: other'));
    window.dispatchEvent(thrown(`${base}remoteEntry.js`, 'Uncaught Error: boom (really)'));
    await ran(undefined);
    await expect(loading).rejects.toMatchObject({
      name: 'RemoteLoadError',
      failure: 'threw',
      message: expect.stringContaining('Uncaught Error: boom (really)'),
    });
    const again = loadOne(releaseOf());
    await script();
    window.dispatchEvent(thrown('http://remotes.test/mf-y/remoteEntry.js', 'Uncaught Error: other'));
    await ran(entry);
    await expect(again).resolves.toBe(screenModule);
  });

  it('that did not come is unreachable', async () => {
    const loading = loadOne(releaseOf());
    (await script()).dispatchEvent(new Event('error'));
    await expect(loading).rejects.toMatchObject({
      name: 'ScriptNetworkError',
      message: expect.stringContaining(`${base}remoteEntry.js`),
    });
  });

  it('whose release was closed leaves no name in the runtime, and what is shared stays', async () => {
    const [runtime] = globalThis.__FEDERATION__.__INSTANCES__.filter(({ name }) => name === 'shell');
    if (!runtime) throw new Error('the host made no instance');
    const shared = { ...runtime.shareScopeMap['default'] };
    for (const value of [entry, null]) {
      const release = open(releaseOf({ version: '7.0.0' }));
      const loading = release.load('screen', 'one').catch(() => undefined);
      const closed = release.close();
      await ran(value);
      await Promise.all([loading, closed]);
    }
    const names = [...runtime.options.remotes.map(({ name }) => name), ...runtime.moduleCache.keys()];
    expect(names.filter((name) => name.startsWith('mf-x@7'))).toEqual([]);
    expect(runtime.shareScopeMap['default']).toEqual(shared);
  });

  it('of two releases of one remote may be on its way at the same time', async () => {
    const [one, two] = [
      loadOne(releaseOf()),
      loadOne(releaseOf({ container: 'mf_x_fedcba987654', version: '2.0.0' }, 'http://remotes.test/two/')),
    ];
    for (let turn = 0; turn < 50 && scripts().length < 2; turn += 1) await Promise.resolve();
    const newer = { Screen: () => null };
    const [first, second] = scripts();
    Reflect.set(globalThis, 'mf_x_fedcba987654', containerOf(remoteWith(newer)));
    Reflect.set(globalThis, container, entry);
    second?.dispatchEvent(new Event('load'));
    first?.dispatchEvent(new Event('load'));
    expect(await one).toBe(screenModule);
    expect(await two).toBe(newer);
  });
});

describe('what is shared', () => {
  it('is one scope for every container, with all that the host provides', async () => {
    const scopes: object[] = [];
    const load = async () => {
      const loading = loadOne(releaseOf());
      await ran({ ...entry, init: (scope: object) => scopes.push(scope) });
      return loading;
    };
    await load();
    await load();
    expect(scopes).toHaveLength(2);
    expect(scopes[1]).toBe(scopes[0]);
    const versions = providedVersions;
    expect(versions).toMatchObject({
      react: expect.stringMatching(/^19\./),
      '@device-console/shared-lib/ui/table': versions['@device-console/shared-lib/ui'],
    });
    expect(Object.keys(scopes[0] ?? {}).sort()).toEqual(Object.keys(versions).sort());
    expect(scopes[0]).toMatchObject({
      react: {
        [versions['react'] ?? '']: {
          from: 'shell',
          loaded: true,
          shareConfig: { singleton: true, strictVersion: true },
        },
      },
    });
  });
});

it('takes the styles of a build away when another takes its place', async () => {
  const style = (href: string) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  const place = async (baseUrl: string) => {
    const loading = loadOne(releaseOf({}, baseUrl));
    await ran(entry);
    await loading;
  };
  await place('http://remotes.test/one/');
  style('http://remotes.test/one/a.css');
  style('http://remotes.test/other/a.css');
  await place('http://remotes.test/one/');
  expect(document.querySelectorAll('link')).toHaveLength(2);
  await place('http://remotes.test/two/');
  expect([...document.querySelectorAll('link')].map(({ href }) => href)).toEqual(['http://remotes.test/other/a.css']);
});
