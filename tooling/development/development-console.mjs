// A console on this machine for the author of one remote: that one from a dev server, the others and the API from their
// builds.
/** @import { ProcessSpec } from '../lib/console-processes.mjs' */
/** @import { Log } from './development-remote.mjs' */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostArguments, prepareConsole, runProcesses } from '../lib/console-processes.mjs';
import { dataDir, isInstalled } from '../lib/paths.mjs';
import { apiName } from '../lib/ports.mjs';
import { localKeysDir } from '../lib/publishing/local-keys.mjs';
import { ownPermissions } from '../lib/refusals/declaration-faults.mjs';
import { devHostFolder } from '../lib/workspace.mjs';
import { announcing } from './announcing.mjs';
import { buildDevelopmentHost } from './development-host.mjs';
import { serveDevelopmentRemote } from './development-remote.mjs';

/**
 * Starts everything, and returns the console's address and how to end it. Of configuration and registry the host gets
 * copies.
 * @type {(id: string, options: { log: Log, onFailure: (error: Error) => void }) => Promise<{ address: string, end:
 *   () => Promise<void> }>}
 */
export async function startDevelopment(id, { log, onFailure }) {
  const { layout, processes } = await prepareConsole({ demo: true, log, without: ['shell', id] });
  const hostDir = isInstalled ? devHostFolder('developmentHost') : await buildDevelopmentHost(log);
  const webDir = join(dataDir(), 'web-of-dev');
  mkdirSync(webDir, { recursive: true });
  const announce = announcing(id, { webDir, layout, keysDir: localKeysDir(), now: Math.floor(Date.now() / 1000) });

  /** @type {string[]} */
  let permissions = [];
  const origin = layout.devAddress;
  const devServer = await serveDevelopmentRemote(id, {
    origin,
    host: layout.bind,
    port: layout.devPort,
    log,
    onBuilt: (declaration) => {
      permissions = ownPermissions(declaration);
      announce(declaration, `${origin}/`);
    },
  });
  // The dev server notifies the page of changes.
  const host = { root: hostDir, web: webDir, development: origin.replace(/^http/, 'ws') };
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
 * The process of the API, whose operator then has the permissions that the remote brings.
 * @type {(spec: ProcessSpec, permissions: readonly string[]) => ProcessSpec}
 */
const permitting = (spec, permissions) => ({
  ...spec,
  env: { ...spec.env, DEMO_PERMISSIONS: permissions.join(',') },
});
