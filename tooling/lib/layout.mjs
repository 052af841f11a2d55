// Ports and folders of a console on one machine, derived from PORT and DATA_DIR alone.
import { join } from 'node:path';
import { dataDir } from './paths.mjs';
import { consoleRemotes } from './workspace.mjs';

/** Where everything of a local console is: the host on PORT, remotes on the next ports, the API a hundred above. */
export function consoleLayout() {
  const port = Number(process.env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) throw new Error(`PORT must be a number up to 65000, not "${process.env.PORT}".`);
  const bind = process.env.HOST ?? 'localhost';
  const webDir = join(dataDir(), 'web');
  const ids = consoleRemotes();
  const portOf = (id) => port + 1 + ids.indexOf(id);
  return {
    port,
    bind,
    webDir,
    remotes: ids,
    registryFile: join(webDir, 'registry.json'),
    configFile: join(webDir, 'config.json'),
    apiPort: port + 100,
    portOf,
    originOf: (id) => `http://${bind}:${portOf(id)}`,
    storeOf: (id) => join(webDir, 'remotes', id),
  };
}
