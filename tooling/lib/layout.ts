// Where the parts of a console on one machine are: ports and folders, from PORT, HOST and DATA_DIR.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, readJson, writeJsonAtomically } from './paths.mjs';
import { API_OFFSET } from './ports.ts';
import { consoleRemotes } from './workspace.mjs';

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
