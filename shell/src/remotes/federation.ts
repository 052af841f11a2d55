import type { Remote } from '@device-console/shared-lib/remote';
import { createInstance } from '@module-federation/enhanced/runtime';
import externalRuntime from '@module-federation/inject-external-runtime-core-plugin';
import { entryPlugin } from './entry-plugin.ts';
import type { IntegrityLookup } from './integrity.ts';
import { hostModules, providedVersions } from './provided-modules.ts';
import type { Release } from '../releases/release.ts';

/** Module Federation as the loader sees it; tests give their own. */
export interface Federation {
  /** Versions by share key, of all that the host provides. */
  readonly providedVersions: () => Readonly<Record<string, string>>;
  /**
   * Loads a release's entry and declaration, in the place of what an earlier call has loaded of the same remote.
   * @throws EntryError where the entry itself is at fault
   */
  readonly loadContainer: (release: Release) => Promise<Remote>;
}

/**
 * The host's side of Module Federation, an instance of its runtime that remotes share. Entries carry the hashes of the
 * signed registry, but for a dev server's.
 */
export function createFederation(integrity: IntegrityLookup): Federation {
  const instance = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: hostModules((key, version) => instance.shareScopeMap['default']?.[key]?.[version]),
    plugins: [externalRuntime(), entryPlugin(integrity)],
  });
  const placed = new Map<string, { readonly release: Release; readonly name: string }>();
  let attempts = 0;
  /** The runtime's own way to replace a name warns, and clears what is shared. */
  const forget = (name: string): void => {
    instance.moduleCache.delete(name);
    instance.options.remotes = instance.options.remotes.filter((remote) => remote.name !== name);
  };
  return {
    providedVersions: () => providedVersions,
    loadContainer: async (release) => {
      attempts += 1;
      // The runtime keeps what it has of a name, broken chunks and half-initialised modules included.
      const name = `${release.id}@${release.declaration.version}+${attempts}`;
      const before = placed.get(release.id);
      if (before && before.release.baseUrl !== release.baseUrl) removeStyles(before.release);
      placed.set(release.id, { release, name });
      const { entry, container = release.id.replaceAll('-', '_') } = release.declaration;
      const url = new URL(release.baseUrl + entry.file, document.baseURI).href;
      instance.registerRemotes([{ name, entry: url, entryGlobalName: container, type: 'global' }]);
      const module = await instance
        .loadRemote<{ readonly remote: Remote }>(`${name}/remote`)
        .catch((error: unknown) => {
          forget(name);
          throw error;
        })
        .finally(() => before && forget(before.name));
      if (!module) throw new Error(`${url} gave nothing for ./remote`);
      return module.remote;
    },
  };
}

/** The styles of a build that is replaced would mix with those of the new one. */
function removeStyles({ baseUrl }: Release): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(baseUrl)) link.remove();
}
