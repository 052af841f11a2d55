import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { IntegrityLookup } from './integrity.ts';

/**
 * How long a browser may take for an entry, in milliseconds: longer than the loader's own budget, which says so first.
 */
const TIMEOUT_MS = 20_000;

/**
 * Refuses the address of a file that no accepted registry entry names and that no development override lets run without
 * a hash.
 */
export function hashOfEntry(url: string, integrity: IntegrityLookup): string {
  const hash = integrity.isAllowedUnsigned(url) ? '' : integrity.hashOf(url);
  if (hash === undefined) throw new Error(`${url} has no hash in the registry`);
  return hash;
}

/**
 * Plugin of the federation runtime: entries run with the hash of the signed registry, and leave no global name behind.
 */
export function entryPlugin(integrity: IntegrityLookup): ModuleFederationRuntimePlugin {
  return {
    name: 'signed-entries',
    createScript: ({ url }) => {
      const attributes = { crossOrigin: 'anonymous', integrity: hashOfEntry(url, integrity), src: url };
      return { script: Object.assign(document.createElement('script'), attributes), timeout: TIMEOUT_MS };
    },
    // The runtime takes what stands under an entry's global name for its container, also where the script left none.
    afterLoadEntry: async ({ remoteInfo }) => void Reflect.set(globalThis, remoteInfo.entryGlobalName, undefined),
  };
}
