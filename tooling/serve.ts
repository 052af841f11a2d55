// Runs one static server: `serve.js host|store --root DIR --port N …`; --help lists the other options.
import { resolve } from 'node:path';
import { runCommand, wrongUse } from './lib/command-line.mjs';
import { codeOf } from './lib/errors.mjs';
import { serveHost } from './lib/static-server.ts';
import { serveStore } from './lib/store-server.ts';

await runCommand('serve', async (given) => {
  const [kind] = given.positionals;
  const { root, port, host, web, store, releases, api, tokens, development } = given.values;
  const behindProxy = given.values['behind-proxy'];
  const isHost = kind === 'host';
  if ((!isHost && kind !== 'store') || root === undefined || port === undefined)
    throw wrongUse('Say what to serve, host or store, with --root and --port.', given);
  if (isHost && (web === undefined || api === undefined)) throw wrongUse('Say --web and --api.', given);
  const folder = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  const serving = { root: resolve(root), port, host };
  const starting = isHost
    ? serveHost({
        ...serving,
        webDir: resolve(web ?? ''),
        storeDir: folder(store),
        releasesDir: folder(releases),
        apiUrl: api ?? '',
        behindProxy,
        development,
      })
    : serveStore({ ...serving, tokensFile: folder(tokens) });
  const server = await starting.catch((error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken by another program. End that program, or choose another by --port.`);
  });
  console.log(`listening on ${server.listeningOrigin}`);
  const end = async (): Promise<void> => {
    // A connection that is kept alive becomes idle only after its answer.
    const closing = setInterval(() => server.server.closeIdleConnections(), 100);
    await server.close().finally(() => clearInterval(closing));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
});
