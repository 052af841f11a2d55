// A console on this machine for the author of one remote: that one from a dev server, the others and the API from their builds.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareConsole, runProcesses } from '../lib/console-processes.mjs';
import { dataDir, readJson } from '../lib/paths.mjs';
import { writeJsonAtomically } from '../lib/publish.mjs';
import { buildDevelopmentHost } from './development-host.mjs';
import { serveDevelopmentRemote } from './development-remote.mjs';

/**
 * Starts everything, and answers the console's address and how to end it. Configuration and registry are copies in a folder of their
 * own: what is published in the console of `npm start` stays as it is.
 */
export async function startDevelopment(id, { log, onFailure }) {
  const { layout, processes } = await prepareConsole({ demo: true, log, without: ['shell', id] });
  const hostDir = await buildDevelopmentHost(log);
  const webDir = join(dataDir(), 'development');
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

/** Puts the remote as it is built now into the registry of this console, in the place of what is published. */
function announce(declaration, { origin, webDir, layout }) {
  const file = join(webDir, 'registry.json');
  const published = existsSync(layout.registryFile) ? readJson(layout.registryFile) : { schemaVersion: 1, remotes: [] };
  const before = existsSync(file) ? readJson(file).remotes.find(({ id }) => id === declaration.id) : undefined;
  const entry = {
    id: declaration.id, sequence: (before?.sequence ?? 0) + 1, baseUrl: `${origin}/`, publishedAt: new Date().toISOString(),
    keyId: null, signature: null, declaration,
  };
  const remotes = [...published.remotes.filter(({ id }) => id !== declaration.id), entry].sort((left, right) => left.id.localeCompare(right.id));
  writeJsonAtomically(file, { ...published, remotes });
}
