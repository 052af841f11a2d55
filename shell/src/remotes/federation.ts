import { getInstance, loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Remote } from '@device-console/shared-lib/remote';
import type { IntegrityLookup } from './integrity.ts';
import type { Release } from './release.ts';

/** The federation runtime as the loader sees it; tests give their own. */
export interface Federation {
  /** Versions by share key, of all that the host provides. */
  readonly providedVersions: () => Readonly<Record<string, string>>;
  /** Loads a release's entry and declaration, in the place of what an earlier call has loaded of the same remote. */
  readonly loadContainer: (release: Release) => Promise<Remote>;
}

const ENTRY_TIMEOUT_MS = 8_000;

/** The runtime inside the host's build. Whatever it loads carries the hash of the signed registry entry, but for a dev server's files. */
export function createFederation(integrity: IntegrityLookup): Federation {
  registerPlugins([
    {
      name: 'device-console',
      createScript: ({ url }) => {
        const script = document.createElement('script');
        script.crossOrigin = 'anonymous';
        script.integrity = hashOf(integrity, url);
        script.src = url;
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
      createLink: ({ url, attrs }) => {
        const link = document.createElement('link');
        for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value));
        link.crossOrigin = 'anonymous';
        link.integrity = hashOf(integrity, url);
        link.href = url;
        return link;
      },
    },
  ]);
  const placed = new Map<string, Release>();
  return {
    providedVersions: () => {
      const scope = getInstance()?.shareScopeMap['default'] ?? {};
      return Object.fromEntries(Object.entries(scope).flatMap(([key, versions]) => {
        const [version] = Object.keys(versions);
        return version === undefined ? [] : [[key, version]];
      }));
    },
    loadContainer: async (release) => {
      const name = release.id.replaceAll('-', '_');
      const before = placed.get(release.id);
      if (before) clear(name, before, release);
      placed.set(release.id, release);
      registerRemotes([{ name, entry: release.baseUrl + release.declaration.entry.file, entryGlobalName: name, type: 'global' }]);
      const container = await loadRemote<{ remote: Remote }>(`${name}/remote`);
      if (!container) throw new Error(`${name} answered nothing for ./remote`);
      return container.remote;
    },
  };
}

/** A script that no accepted entry names is not requested at all; '' is no hash, for what a development override lets run without one. */
function hashOf(integrity: IntegrityLookup, url: string): string {
  if (integrity.mayBeUnsigned(url)) return '';
  const hash = integrity.of(url);
  if (hash === undefined) throw new Error(`${url} has no hash in the registry`);
  return hash;
}

/**
 * Drops a build: broken chunks, a half-initialised module, and its styles, which would mix with those of another. What
 * `registerRemotes(…, { force: true })` does, without its warning in the browser's console: replacing is meant here.
 */
function clear(name: string, before: Release, next: Release): void {
  const instance = getInstance();
  const registered = instance?.options.remotes.find((remote) => remote.name === name);
  if (instance && registered) instance.remoteHandler['removeRemote'](registered);
  if (before.baseUrl === next.baseUrl) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.href.startsWith(before.baseUrl)) link.remove();
}
