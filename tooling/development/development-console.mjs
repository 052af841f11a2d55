// A console on this machine for the author of one remote: that remote from a dev server, the other remotes and the API
// from their builds.
/** @import { ProcessSpec } from '../lib/console-processes.mjs' */
/** @import { Key } from '../lib/publishing/keys.mjs' */
/** @import { RemoteDocument } from '../lib/publishing/rules.mjs' */
/** @import { Store } from '../lib/publishing/store.mjs' */
/** @import { Log } from './development-remote.mjs' */
import { hostArguments, prepareConsole, runProcesses } from '../lib/console-processes.mjs';
import { isInstalled } from '../lib/paths.mjs';
import { apiName } from '../lib/ports.mjs';
import { folderStore } from '../lib/publishing/folder-store.mjs';
import { localKeysDir } from '../lib/publishing/local-keys.mjs';
import { changeEntry, readRegistryOf, sequenceOf } from '../lib/publishing/registry.mjs';
import { ownPermissions } from '../lib/refusals/declaration-faults.mjs';
import { devHostFolder } from '../lib/workspace.mjs';
import { buildDevelopmentHost } from './development-host.mjs';
import { serveDevelopmentRemote } from './development-remote.mjs';

/**
 * @type {(id: string, options: { log: Log, onFailure: (error: Error) => void }) => Promise<{ address: string, end:
 *   () => Promise<void> }>}
 */
export async function startDevelopment(id, { log, onFailure }) {
  const { layout, processes, keys, epoch } = await prepareConsole({ demo: true, log, without: ['shell', id] });
  const key = keys.get(id);
  if (!key) throw new Error(`config.json lists other keys for ${id} than the one in ${localKeysDir()}.`);
  const hostDir = isInstalled ? devHostFolder('developmentHost') : await buildDevelopmentHost(log);

  /** @type {string[]} */
  let permissions = [];
  const origin = layout.devAddress;
  const devServer = await serveDevelopmentRemote(id, {
    origin,
    host: layout.bind,
    port: layout.devPort,
    log,
    onBuilt: async (declaration) => {
      permissions = ownPermissions(declaration);
      await announce(folderStore(layout.storeDir), { declaration, baseUrl: `${origin}/` }, { key, epoch });
    },
  });
  // The dev server announces changes to the page.
  const development = origin.replace(/^http/, 'ws');
  const host = { root: hostDir, web: layout.webDir, store: layout.storeDir, development };
  const others = processes
    .map((spec) => (spec.name === 'shell' ? { ...spec, args: hostArguments(layout, host) } : spec))
    .map((spec) => (spec.name === apiName ? permitting(spec, permissions) : spec));
  try {
    const running = await runProcesses(others, onFailure, { tell: log });
    return { address: layout.address, end: async () => void (await Promise.all([running.end(), devServer.stop()])) };
  } catch (error) {
    await devServer.stop();
    throw error;
  }
}

/**
 * Makes a dev server's build live in the registry of this console, under the next number. The next start of a console
 * publishes the remote's normal build in its place.
 * @type {(store: Store, build: { declaration: RemoteDocument, baseUrl: string }, by: { key: Key, epoch: number }) =>
 *   Promise<void>}
 */
export async function announce(store, { declaration, baseUrl }, { key, epoch }) {
  const { id } = declaration;
  const { current: before } = await readRegistryOf(store, id);
  const publishedAt = new Date().toISOString();
  const sequence = sequenceOf(before) + 1;
  const entry = { id, sequence, epoch, baseUrl, publishedAt, declaration, canary: null };
  await changeEntry({ store, before, entry, key });
}

/**
 * The API's process, with the remote's own permissions given to the demo operator.
 * @type {(spec: ProcessSpec, permissions: readonly string[]) => ProcessSpec}
 */
const permitting = (spec, permissions) => ({
  ...spec,
  env: { ...spec.env, DEMO_PERMISSIONS: permissions.join(',') },
});
