import type { Remote } from '@device-console/shared-lib/remote';
import type { IntegrityLookup } from './integrity.ts';
import { loadEntry } from './load-entry.ts';
import { providedModules } from './provided-modules.ts';
import type { Release } from './release.ts';

/** Module Federation as the loader sees it; tests give their own. */
export interface Federation {
  /** Versions by share key, of all that the host provides. */
  readonly providedVersions: () => Readonly<Record<string, string>>;
  /** Loads a release's entry and declaration, in the place of what an earlier call has loaded of the same remote. */
  readonly loadContainer: (release: Release) => Promise<Remote>;
}

/** What a container takes modules from: by key and version, as webpack's own share scopes have them. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, { readonly get: () => unknown; readonly from: string; readonly loaded: true }>>>>;

/** The host's side of Module Federation: it gives each container the one share scope. Entries carry the hashes of the signed registry, but for a dev server's. */
export function createFederation(integrity: IntegrityLookup): Federation {
  const scope: ShareScope = Object.fromEntries(Object.entries(providedModules).map(([key, { version, get }]) => [key, { [version]: { get, from: 'shell', loaded: true } }]));
  const placed = new Map<string, Release>();
  return {
    providedVersions: () => Object.fromEntries(Object.entries(providedModules).map(([key, { version }]) => [key, version])),
    loadContainer: async (release) => {
      const before = placed.get(release.id);
      if (before && before.baseUrl !== release.baseUrl) removeStyles(before);
      placed.set(release.id, release);
      const container = await loadEntry(release.baseUrl + release.declaration.entry.file, release.id.replaceAll('-', '_'), integrity);
      await container.init(scope);
      const factory = await container.get('./remote');
      return factory().remote;
    },
  };
}

/** The styles of a build that is replaced would mix with those of the new one. */
function removeStyles({ baseUrl }: Release): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.href.startsWith(baseUrl)) link.remove();
}
