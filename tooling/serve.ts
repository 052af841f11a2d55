// Runs one static server: `serve.js host|store --root DIR --port N …`; --help lists the other options.
import { resolve } from 'node:path';
import { type OptionValues, readCommand, usageOf } from './lib/command-line.mjs';
import { codeOf } from './lib/errors.mjs';
import type { FastifyInstance } from 'fastify';
import type { Serving } from './lib/http-server.ts';

const {
  positionals: [kind = '', ...more],
  values,
} = readCommand('serve');
const port = Number(values.port);
const folder = (path: string | undefined): string | undefined => (path === undefined ? undefined : resolve(path));

const kinds: Record<string, (options: Serving) => Promise<FastifyInstance>> = {
  host: async (options) => {
    const { serveHost } = await import('./lib/static-server.ts');
    const { api: apiUrl = '', web, store, 'behind-proxy': behindProxy, development: alsoReachable } = values;
    const folders = { webDir: folder(web) ?? '', storeDir: folder(store) };
    return serveHost({ ...options, ...folders, apiUrl, behindProxy, alsoReachable });
  },
  store: async (options) =>
    (await import('./lib/store-server.ts')).serveStore({ ...options, tokensFile: folder(values.tokens) }),
};
const needed: Record<string, (keyof OptionValues)[]> = {
  host: ['root', 'port', 'web', 'api'],
  store: ['root', 'port'],
};

const missing = needed[kind]?.filter((name) => values[name] === undefined) ?? [];
const start = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
if (!start || more.length > 0 || missing.length > 0 || !Number.isInteger(port)) {
  const wanted = missing.length > 0 ? `Say --${missing.join(' and --')}` : 'Say what to serve, and at which port';
  console.error(`${wanted}: ${usageOf('serve')}`);
  process.exit(2);
}
const server = await start({ root: folder(values.root) ?? '', port, host: values.host ?? '127.0.0.1' }).catch(
  (error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    console.error(`Port ${port} is taken by another program. End that program, or choose another by --port.`);
    process.exit(1);
  },
);
console.log(`listening on ${server.listeningOrigin}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().then(() => process.exit(0)));
