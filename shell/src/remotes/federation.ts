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
  let placings = 0;
  return {
    providedVersions: () => {
      const scope = getInstance()?.shareScopeMap['default'] ?? {};
      return Object.fromEntries(Object.entries(scope).flatMap(([key, versions]) => {
        const [version] = Object.keys(versions);
        return version === undefined ? [] : [[key, version]];
      }));
    },
    loadContainer: async (release) => {
      const before = placed.get(release.id);
      if (before && before.baseUrl !== release.baseUrl) removeStyles(before);
      placed.set(release.id, release);
      const containerName = `${release.id.replaceAll('-', '_')}_${release.declaration.build}`;
      // What an earlier placing of this build has left there would be taken for it.
      if (containerName in globalThis) Reflect.set(globalThis, containerName, undefined);
      const name = placingName(containerName, placings += 1);
      registerRemotes([{ name, entry: release.baseUrl + release.declaration.entry.file, entryGlobalName: containerName, type: 'global' }]);
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
 * A name of its own for each placing. The runtime keeps by name what it has loaded, a broken or half-initialised module included. Being
 * told to forget a remote, it also takes from the host what that remote was the first to ask for of the shared modules.
 */
function placingName(containerName: string, placing: number): string {
  return `${containerName}_${placing}`;
}

/** Takes away the styles of a build that another one replaces: they would mix. */
function removeStyles({ baseUrl }: Release): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.href.startsWith(baseUrl)) link.remove();
}
