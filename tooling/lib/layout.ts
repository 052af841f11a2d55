// Where the parts of a console on one machine are: ports and folders, from PORT, HOST and DATA_DIR.
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { dataDir, readJson, writeJsonAtomically } from './paths.mjs';
import { consoleRemotes } from './workspace.mjs';
import { codeOf } from './errors.mjs';

/** The console's address at its last start. */
type Place = { host: string; port: number };

export type Layout = ReturnType<typeof layoutOf>;

const placeFile = () => join(dataDir(), 'console.json');

function wantedPlace(): Place {
  const port = Number(process.env['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_000)
    throw new Error(`PORT must be a number up to 65000, not "${process.env['PORT']}".`);
  return { host: process.env['HOST'] ?? 'localhost', port };
}

/** The layout for commands that start a console or a part of it. Stores its address in DATA_DIR. */
export function settledLayout() {
  const place = wantedPlace();
  mkdirSync(dataDir(), { recursive: true });
  writeJsonAtomically(placeFile(), place);
  return layoutOf(place);
}

/** The layout for commands that work on a console started by another command, at any PORT. */
export const consoleLayout = () => layoutOf(existsSync(placeFile()) ? (readJson(placeFile()) as Place) : wantedPlace());

function layoutOf({ host, port }: Place) {
  const webDir = join(dataDir(), 'web');
  const storeDir = join(dataDir(), 'store');
  return {
    port,
    storePort: port + 1,
    devPort: port + 2,
    apiPort: port + API_OFFSET,
    bind: host,
    address: `http://${host}:${port}`,
    storeAddress: `http://${host}:${port + 1}/`,
    devAddress: `http://${host}:${port + 2}`,
    remotes: consoleRemotes(),
    webDir,
    storeDir,
    configFile: join(webDir, 'config.json'),
    registryFile: join(storeDir, 'registry.json'),
  };
}

/** The API's port is this much above the console's. */
const API_OFFSET = 100;
/** The API's name among a console's processes. */
export const apiName = 'reference-api';

export async function refuseTakenPorts(parts: readonly { name: string; port: number; host: string }[]) {
  for (const { name, port, host } of parts) {
    // A server on localhost listens on both loopbacks and silently skips a taken one: some browsers would then show the
    // other program's page.
    const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
    const free = await Promise.all(addresses.map((address) => isFree(port, address)));
    if (!free.includes(false)) continue;
    const place = name === apiName ? `which is PORT + ${API_OFFSET}, ` : '';
    throw new Error(
      `Port ${port}, where ${name} is to listen, ${place}is taken by another program. ` +
        `End that program, or choose others by PORT, such as PORT=${Number(process.env['PORT'] ?? 3000) + 1000}.`,
    );
  }
}

/** True also for a loopback address that this computer lacks. */
async function isFree(port: number, address: string): Promise<boolean> {
  const server = createServer().listen(port, address);
  try {
    await once(server, 'listening');
    await once(server.close(), 'close');
    return true;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (['EADDRINUSE', 'EACCES'].includes(code)) return false;
    if (address === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) return true;
    throw error;
  }
}
