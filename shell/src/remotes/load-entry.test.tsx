import { createFederation } from './federation.ts';
import type { IntegrityLookup } from './integrity.ts';
import { loadEntry } from './load-entry.ts';
import { registryEntry } from '../testing/test-registry.ts';

const url = 'http://remotes.test/mf-x/entry.js';
const integrity: IntegrityLookup = {
  admit: () => undefined, admitUnsigned: () => undefined, mayBeUnsigned: (address) => address.startsWith('http://localhost:'),
  of: (address) => (address.endsWith('/entry.js') ? 'sha384-x' : undefined),
};
const remote = { id: 'mf-x', owner: 'X', screens: [] };
const container = { init: () => undefined, get: async () => () => ({ remote }) };

/** The entry script that waits for its end; jsdom fetches nothing, so the test says how it went. */
function script(): HTMLScriptElement {
  const [found, ...more] = document.querySelectorAll('script');
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} scripts wait`);
  return found;
}

/** As if the script had run: leaves `value` under the remote's global name, and ends. */
function ran(value: unknown): void {
  Reflect.set(globalThis, 'mf_x', value);
  script().dispatchEvent(new Event('load'));
}

describe('loadEntry', () => {
  it('asks for the script with the hash of its signed entry, and hands out the container that it leaves', async () => {
    const loading = loadEntry(url, 'mf_x', integrity);
    expect(script()).toMatchObject({ src: url, integrity: 'sha384-x', crossOrigin: 'anonymous' });
    ran(container);
    await expect(loading).resolves.toBe(container);
    expect(document.querySelector('script')).toBeNull();
  });

  it('does not request a script that no accepted entry names', async () => {
    await expect(loadEntry('http://remotes.test/mf-x/other.js', 'mf_x', integrity)).rejects.toThrow('other.js has no hash in the registry');
    expect(document.querySelector('script')).toBeNull();
  });

  it('asks for the script of a development override without a hash', async () => {
    const loading = loadEntry('http://localhost:3401/remoteEntry.js', 'mf_x', integrity);
    expect(script()).toMatchObject({ src: 'http://localhost:3401/remoteEntry.js', integrity: '' });
    ran(container);
    await expect(loading).resolves.toBe(container);
  });

  it('never takes the container of an earlier script for the one of a script that left none', async () => {
    const first = loadEntry(url, 'mf_x', integrity);
    ran(container);
    await first;
    const second = loadEntry(url, 'mf_x', integrity);
    script().dispatchEvent(new Event('load'));
    await expect(second).rejects.toMatchObject({ failure: 'malformed', message: `${url} left no container named mf_x` });
  });

  it.each([[null], ['text'], [{ init: () => undefined }], [{ get: () => undefined, init: 1 }]])('takes %j for no container', async (value) => {
    const loading = loadEntry(url, 'mf_x', integrity);
    ran(value);
    await expect(loading).rejects.toMatchObject({ failure: 'malformed' });
  });

  it('names what the script threw, and is not concerned with what others throw', async () => {
    const loading = loadEntry(url, 'mf_x', integrity);
    window.dispatchEvent(new ErrorEvent('error', { filename: 'http://remotes.test/mf-y/entry.js', message: 'Uncaught Error: other' }));
    window.dispatchEvent(new ErrorEvent('error', { filename: url, message: 'Uncaught Error: boom' }));
    ran(undefined);
    await expect(loading).rejects.toMatchObject({ failure: 'threw', message: 'Uncaught Error: boom' });
    const again = loadEntry(url, 'mf_x', integrity);
    window.dispatchEvent(new ErrorEvent('error', { filename: 'http://remotes.test/mf-y/entry.js', message: 'Uncaught Error: other' }));
    ran(container);
    await expect(again).resolves.toBe(container);
  });

  it('tells of a script that did not come', async () => {
    const loading = loadEntry(url, 'mf_x', integrity);
    script().dispatchEvent(new Event('error'));
    await expect(loading).rejects.toMatchObject({ failure: 'unreachable' });
  });
});

describe('createFederation', () => {
  const release = registryEntry('mf-x', []);

  it('gives every container the one scope of what the host provides, before it asks for the remote', async () => {
    const federation = createFederation(integrity);
    const scopes: object[] = [];
    const load = async () => {
      const loading = federation.loadContainer(release);
      ran({ ...container, init: (scope: object) => scopes.push(scope) });
      return loading;
    };
    await expect(load()).resolves.toBe(remote);
    await expect(load()).resolves.toBe(remote);
    expect(scopes).toHaveLength(2);
    expect(scopes[1]).toBe(scopes[0]);
    const versions = federation.providedVersions();
    expect(versions).toMatchObject({ react: expect.stringMatching(/^19\./), '@device-console/shared-lib/ui/table': versions['@device-console/shared-lib/ui'] });
    expect(scopes[0]).toMatchObject({ react: { [versions['react'] ?? '']: { get: expect.any(Function) } } });
    expect(Object.keys(scopes[0] ?? {}).sort()).toEqual(Object.keys(versions).sort());
  });

  it('takes the styles of a build away when another takes its place', async () => {
    const federation = createFederation(integrity);
    const style = (href: string) => document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    const place = async (baseUrl: string) => {
      const loading = federation.loadContainer({ ...release, baseUrl });
      ran(container);
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
});
