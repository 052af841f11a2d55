import { getInstance, loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Remote, RegistryEntry } from '@device-console/shared-lib/remote';

/** The federation runtime as the loader sees it; tests give their own. */
export interface Federation {
  /** Versions by share key, of all that the host provides. */
  readonly providedVersions: () => Readonly<Record<string, string>>;
  /** Loads a remote's entry and declaration. `fresh` drops what an earlier attempt left behind. */
  readonly loadContainer: (entry: RegistryEntry, fresh: boolean) => Promise<Remote>;
}

const ENTRY_TIMEOUT_MS = 8_000;

function containerName(entry: RegistryEntry): string {
  return entry.id.replaceAll('-', '_');
}

/** The runtime inside the host's build. */
export function createFederation(): Federation {
  registerPlugins([
    {
      name: 'device-console',
      createScript: ({ url }) => {
        const script = document.createElement('script');
        script.src = url;
        script.crossOrigin = 'anonymous';
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
    },
  ]);
  return {
    providedVersions: () => {
      const scope = getInstance()?.shareScopeMap['default'] ?? {};
      return Object.fromEntries(Object.entries(scope).flatMap(([key, versions]) => {
        const [version] = Object.keys(versions);
        return version === undefined ? [] : [[key, version]];
      }));
    },
    loadContainer: async (entry, fresh) => {
      const name = containerName(entry);
      registerRemotes([{ name, entry: entry.baseUrl + entry.declaration.entry.file, entryGlobalName: name, type: 'global' }], { force: fresh });
      const container = await loadRemote<{ remote: Remote }>(`${name}/remote`);
      if (!container) throw new Error(`${name} answered nothing for ./remote`);
      return container.remote;
    },
  };
}
