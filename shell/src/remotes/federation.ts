import { type Remote } from '@device-console/shared-lib/remote';
import { partsOf, type KindOfPart, type PartKind } from '@device-console/shared-lib/remote/host';
import { createInstance, loadScript, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import externalRuntime from '@module-federation/inject-external-runtime-core-plugin';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { Release } from '../releases/release.ts';
import { hostModules, providedVersions, withoutReact } from './provided-modules.ts';

interface FederationOptions {
  /** Of an entry's address, '' if it may run without one; undefined if it may not run. */
  readonly hashOf: (url: string) => string | undefined;
  /** Called for each loaded entry, with its remote's id and its loading time. */
  readonly onEntry: (id: string, milliseconds: number) => void;
}

export interface OpenRelease {
  /**
   * The module of one part.
   * @throws RemoteLoadError where the entry itself is at fault
   */
  readonly load: (kind: PartKind, id: string) => Promise<unknown>;
  /** Removes its name from the runtime once pending loads have settled. */
  readonly close: () => Promise<void>;
}

/** Module Federation for the loader. */
export interface Federation {
  /** Of all that the host provides, by share key. */
  readonly providedVersions: Readonly<Record<string, string>>;
  /** Closes an earlier release of the same remote. */
  readonly open: (release: Release) => OpenRelease;
}

/**
 * The host's one instance of the Module Federation runtime, which remotes share. Entries carry the hashes of the signed
 * registry, except a dev server's.
 */
export function createFederation(options: FederationOptions): Federation {
  /** By the runtime's name of a remote, which is another for each attempt. */
  const opened = new Map<string, Release>();
  const instance = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: hostModules,
    plugins: [externalRuntime(), entryPlugin(opened, options)],
  });
  const placed = new Map<string, Release>();
  let attempts = 0;
  /** The runtime's own replacement of a name warns and clears the share scope. */
  const forget = (name: string): void => {
    opened.delete(name);
    instance.moduleCache.delete(name);
    Reflect.deleteProperty(instance.shareScopeMap, name);
    instance.options.remotes = instance.options.remotes.filter((remote) => remote.name !== name);
  };
  return {
    providedVersions,
    open: (release) => {
      const { id, baseUrl, declaration } = release;
      const before = placed.get(id);
      if (before && before.baseUrl !== baseUrl) removeStyles(before);
      placed.set(id, release);
      attempts += 1;
      // The runtime keeps everything of a name, even broken chunks and half-initialised modules.
      const name = `${id}@${declaration.version}+${attempts}`;
      opened.set(name, release);
      const entry = new URL(baseUrl + declaration.entry.file, document.baseURI).href;
      const entryGlobalName = declaration.container ?? id.replaceAll('-', '_');
      // What fills elements by itself has a share scope of its own: its React is not the host's.
      const shareScope = declaration.mounts === true ? name : 'default';
      const { default: all } = instance.shareScopeMap;
      if (declaration.mounts && all) instance.shareScopeMap[name] = withoutReact(all);
      instance.registerRemotes([{ name, entry, entryGlobalName, type: 'global', shareScope }]);
      const loads: Promise<unknown>[] = [];
      return {
        load: (kind, part) => {
          const loading = loadPart(release, kind, part, (path) => instance.loadRemote(`${name}/${path}`));
          loads.push(loading);
          return loading;
        },
        close: () => Promise.allSettled(loads).then(() => forget(name)),
      };
    },
  };
}

/** A part is exposed by itself, or reached through the declaration if only that is exposed. */
async function loadPart(
  { id, baseUrl, declaration }: Release,
  kind: PartKind,
  part: string,
  exposed: (path: string) => Promise<unknown>,
): Promise<unknown> {
  const otherRemote = (name: string) =>
    new RemoteLoadError('malformed', declaration, `The code at ${baseUrl} calls itself "${name}".`);
  const isWanted = (one: KindOfPart<{ readonly id: string }>): boolean => one.kind === kind && one.part.id === part;
  const { expose } = partsOf(declaration).find(isWanted)?.part ?? {};
  if (expose !== undefined) {
    const { container = '' } = declaration;
    // Builds name their container after the remote and their content.
    if (!new RegExp(`^${id.replaceAll('-', '_')}_[0-9a-f]{12}$`).test(container)) throw otherRemote(container);
    return exposed(expose.replace(/^\.\//, ''));
  }
  const remote: Partial<Remote> = Reflect.get(Object(await exposed('remote')), 'remote') ?? {};
  const { screens, contributions } = remote;
  if (remote.id !== id || !Array.isArray(screens)) throw otherRemote(String(remote.id));
  const found = partsOf({ screens, contributions }).find(isWanted)?.part;
  if (!found)
    throw new RemoteLoadError('malformed', declaration, `Its code has no "${part}", though its declaration has.`);
  return found.load();
}

/** A replaced build's styles would mix with the new ones. */
function removeStyles({ baseUrl }: Release): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(baseUrl)) link.remove();
}

type Container = Extract<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>, object>;

/**
 * Plugin of the federation runtime: entries run with the hash of the signed registry and leave no global name behind. A
 * file is not requested unless an accepted registry entry lists it.
 */
function entryPlugin(
  opened: ReadonlyMap<string, Release>,
  { hashOf, onEntry }: FederationOptions,
): ModuleFederationRuntimePlugin {
  return {
    name: 'signed-entries',
    loadEntry: async ({ remoteInfo: { name: remoteName, entry, entryGlobalName } }) => {
      const release = opened.get(remoteName);
      if (!release) throw new Error(`${remoteName} was closed.`);
      const { id, declaration } = release;
      const began = performance.now();
      const integrity = hashOf(entry);
      if (integrity === undefined)
        throw new RemoteLoadError('no-hash', declaration, `${entry} has no hash in the registry.`);
      await loadScript(entry, { attrs: { crossorigin: 'anonymous', integrity } }).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ScriptExecutionError') throw error;
        throw new RemoteLoadError('threw', declaration, error.message, { cause: error });
      });
      // The load event follows the script at once, so the name holds what this script left.
      const container: unknown = Reflect.get(globalThis, entryGlobalName);
      Reflect.set(globalThis, entryGlobalName, undefined);
      if (!isContainer(container)) throw new RemoteLoadError('malformed', declaration, `${entry} left no container.`);
      onEntry(id, Math.round(performance.now() - began));
      return container;
    },
  };
}

function isContainer(value: unknown): value is Container {
  const has = (name: string) => typeof Reflect.get(Object(value), name) === 'function';
  return has('init') && has('get');
}
