// Where the parts of a console on one machine are: ports and folders, from PORT, HOST and DATA_DIR, and from what its
// starts have kept there.
/** @import { Ports } from './ports.mjs' */
import { join } from 'node:path';
import { dataDir } from './paths.mjs';
import { API_OFFSET, readPorts, settlePorts } from './ports.mjs';
import { consoleRemotes } from './workspace.mjs';

/**
 * Where the parts of a console on one machine are.
 * @typedef {ReturnType<typeof layoutOf>} Layout
 */

const defaultPort = 3000;
const defaultHost = 'localhost';

function wantedPort() {
  const port = Number(process.env['PORT'] ?? defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_000)
    throw new Error(`PORT must be a number up to 65000, not "${process.env['PORT']}".`);
  return port;
}

/** For those that start a console or a part of it: every remote has a port afterwards, which it keeps. */
export async function settledLayout() {
  const settled = await settlePorts({
    dataDir: dataDir(),
    ids: consoleRemotes(),
    port: wantedPort(),
    host: process.env['HOST'] ?? defaultHost,
  });
  return layoutOf(settled);
}

/** For those that work on a console that somebody else starts. */
export function consoleLayout() {
  return layoutOf(
    readPorts(dataDir()) ?? { host: process.env['HOST'] ?? defaultHost, console: wantedPort(), remotes: {} },
  );
}

/** @param {Pick<Ports, 'host' | 'console' | 'remotes'>} ports */
function layoutOf({ host, console: port, remotes }) {
  const webDir = join(dataDir(), 'web');
  /** @type {(id: string) => number} */
  const portOf = (id) => {
    const own = remotes[id];
    if (own === undefined)
      throw new Error(
        `${id} has no port in the console of ${dataDir()} yet. Start that console again: it then takes ${id} up.`,
      );
    return own;
  };
  return {
    port,
    bind: host,
    webDir,
    remotes: consoleRemotes(),
    address: `http://${host}:${port}`,
    registryFile: join(webDir, 'registry.json'),
    configFile: join(webDir, 'config.json'),
    apiPort: port + API_OFFSET,
    portOf,
    /** @type {(id: string) => string} */
    originOf: (id) => `http://${host}:${portOf(id)}`,
    /** @type {(id: string) => string} */
    storeOf: (id) => join(webDir, 'remotes', id),
  };
}
