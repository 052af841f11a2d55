// A console on this machine for the author of one remote: that one from a dev server, the others and the API from their builds.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareConsole, runProcesses } from '../lib/console-processes.mjs';
import { dataDir, isInstalled, readJson, writeJsonAtomically } from '../lib/paths.mjs';
import { keyFileOf, readKey, signEntry } from '../lib/publishing/keys.mjs';
import { localKeysDir } from '../lib/publishing/local-keys.mjs';
import { devHostFolder } from '../lib/workspace.mjs';
import { buildDevelopmentHost } from './development-host.mjs';
import { serveDevelopmentRemote } from './development-remote.mjs';

/** Starts everything, and answers the console's address and how to end it. Of configuration and registry the host gets copies. */
export async function startDevelopment(id, { log, onFailure }) {
  const { layout, processes } = await prepareConsole({ demo: true, log, without: ['shell', id] });
  const hostDir = isInstalled ? devHostFolder('developmentHost') : await buildDevelopmentHost(log);
  const webDir = join(dataDir(), 'web-of-dev');
  mkdirSync(webDir, { recursive: true });
  writeJsonAtomically(join(webDir, 'config.json'), readJson(layout.configFile));

  const origin = layout.originOf(id);
  const devServer = await serveDevelopmentRemote(id, {
    origin, host: layout.bind, port: layout.portOf(id), log, onBuilt: (declaration) => announce(declaration, { origin, webDir, layout }),
  });
  const others = processes.filter(({ name }) => name !== id).map((spec) => (spec.name === 'shell' ? hostProcess(spec, { hostDir, webDir, origin, layout }) : spec));
  try {
    const running = await runProcesses(others, onFailure);
    return { address: `http://${layout.bind}:${layout.port}`, end: async () => void (await Promise.all([running.end(), devServer.stop()])) };
  } catch (error) {
    await devServer.stop();
    throw error;
  }
}

/** The process of the shell, but with the host's development build, and the dev server allowed to announce changes to the page. */
function hostProcess(spec, { hostDir, webDir, origin, layout }) {
  const [script, kind] = spec.args;
  return {
    ...spec,
    args: [
      script, kind, '--root', hostDir, '--port', String(layout.port), '--host', layout.bind, '--web', webDir,
      '--api', `http://127.0.0.1:${layout.apiPort}`, '--development', origin.replace(/^http/, 'ws'),
    ],
  };
}

/**
 * Puts the remote as it is built now into the registry of this console, signed by the remote's key on this machine, in the place of what
 * is published. The time is its sequence: browsers accept no entry that is older than one they have seen.
 */
function announce(declaration, { origin, webDir, layout }) {
  const { id } = declaration;
  const published = existsSync(layout.registryFile) ? readJson(layout.registryFile) : { schemaVersion: 1, remotes: [] };
  const now = new Date();
  const unsigned = { id, sequence: now.getTime(), baseUrl: `${origin}/`, publishedAt: now.toISOString(), declaration, canary: null };
  const entry = signEntry(unsigned, readKey(keyFileOf(localKeysDir(), id)));
  const remotes = [...published.remotes.filter((other) => other.id !== id), entry].sort((left, right) => left.id.localeCompare(right.id));
  writeJsonAtomically(join(webDir, 'registry.json'), { ...published, remotes });
}
