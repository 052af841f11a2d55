// A console on this machine for the author of one remote: that remote from a dev server, the other remotes and the API
// from their builds.
import { buildIfChanged } from '../lib/build-if-changed.ts';
import { hostArguments, prepareConsole, runProcesses } from '../lib/console-processes.ts';
import { apiName } from '../lib/layout.ts';
import { folderStore } from '../lib/publishing/folder-store.ts';
import { type Key, localKeysDir } from '../lib/publishing/keys.ts';
import { changeEntry, readRegistryOf, sequenceOf } from '../lib/publishing/registry.ts';
import { ownPermissions } from '../lib/refusals/declaration-faults.ts';
import { developmentHost, developmentHostJobs } from '../lib/workspace.mjs';
import { serveDevelopmentRemote } from './development-remote.ts';
import type { RemoteDocument } from '../lib/publishing/rules.ts';
import type { Store } from '../lib/publishing/store.ts';
import type { Log } from '../lib/run-node.ts';

export async function startDevelopment(id: string, log: Log, onFailure: (error: Error) => void) {
  const { layout, processes, keys, epoch } = await prepareConsole(true, log, ['shell', id]);
  const key = keys.get(id);
  if (!key) throw new Error(`config.json lists other keys for ${id} than the one in ${localKeysDir()}.`);
  await buildIfChanged(developmentHostJobs(), log);

  let permissions: string[] = [];
  const origin = layout.devAddress;
  const devServer = await serveDevelopmentRemote(id, {
    origin,
    host: layout.bind,
    port: layout.devPort,
    log,
    onBuilt: async (declaration) => {
      permissions = ownPermissions(declaration);
      await announce(folderStore(layout.storeDir), declaration, `${origin}/`, key, epoch);
    },
  });
  // The dev server announces changes to the page.
  const host = { root: developmentHost(), web: layout.webDir, store: layout.storeDir, development: origin };
  // The demo operator gets the remote's own permissions.
  const env = { DEMO_PERMISSIONS: permissions.join(',') };
  const others = processes
    .map((spec) => (spec.name === 'shell' ? { ...spec, args: hostArguments(layout, host) } : spec))
    .map((spec) => (spec.name === apiName ? { ...spec, env: { ...spec.env, ...env } } : spec));
  try {
    const running = await runProcesses(others, onFailure);
    return { address: layout.address, end: async () => void (await Promise.all([running.end(), devServer.stop()])) };
  } catch (error) {
    await devServer.stop();
    throw error;
  }
}

/**
 * Makes a dev server's build live in the registry of this console, under the next number. The next start of a console
 * publishes the remote's normal build in its place.
 */
export async function announce(
  store: Store,
  declaration: RemoteDocument,
  baseUrl: string,
  key: Key,
  epoch: number,
): Promise<void> {
  const { id } = declaration;
  const { current: before } = await readRegistryOf(store, id);
  const publishedAt = new Date().toISOString();
  const sequence = sequenceOf(before) + 1;
  const entry = { id, sequence, epoch, baseUrl, publishedAt, declaration, canary: null };
  await changeEntry(store, before, entry, key);
}
