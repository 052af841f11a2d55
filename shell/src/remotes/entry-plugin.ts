import { loadScript, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { EntryError } from '../releases/remote-load-error.ts';
import type { IntegrityLookup } from './integrity.ts';

/** What an entry leaves under its global name. */
type Container = Extract<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>, object>;

/** What entries are loaded with. */
export interface EntryOptions {
  readonly integrity: IntegrityLookup;
  /** Milliseconds of a clock that only goes on. */
  readonly elapsed: () => number;
  /** Is told of each entry that came, by the name of its remote in the runtime, and how long it took. */
  readonly onEntry: (remoteName: string, milliseconds: number) => void;
}

/**
 * Plugin of the federation runtime: entries run with the hash of the signed registry, and leave no global name behind.
 * A file that no accepted registry entry names, and no development override lets run without a hash, is not requested.
 */
export function entryPlugin({ integrity, elapsed, onEntry }: EntryOptions): ModuleFederationRuntimePlugin {
  return {
    name: 'signed-entries',
    loadEntry: async ({ remoteInfo: { name: remoteName, entry, entryGlobalName } }) => {
      const began = elapsed();
      const hash = integrity.isAllowedUnsigned(entry) ? '' : integrity.hashOf(entry);
      if (hash === undefined) throw new EntryError('no-hash', `${entry} has no hash in the registry.`);
      await loadScript(entry, { attrs: { crossorigin: 'anonymous', integrity: hash } }).catch((error: unknown) => {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        throw new EntryError(name === 'ScriptExecutionError' ? 'threw' : 'unreachable', message, { cause: error });
      });
      // The load event follows the script at once, so the name holds what this script left and no other.
      const container: unknown = Reflect.get(globalThis, entryGlobalName);
      Reflect.set(globalThis, entryGlobalName, undefined);
      if (!isContainer(container)) throw new EntryError('malformed', `${entry} left no container.`);
      onEntry(remoteName, Math.round(elapsed() - began));
      return container;
    },
  };
}

function isContainer(value: unknown): value is Container {
  const has = (name: string) => typeof Reflect.get(Object(value), name) === 'function';
  return has('init') && has('get');
}
