// One static server as a process of its own: `serve.mjs host|remote|store --root DIR --port N [--web DIR --api URL --behind-proxy --development WS_ORIGIN]`.
// A store takes what is put with the token in STORE_TOKEN.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { serveHost, serveRemote } from './lib/static-server.mjs';
import { serveStore } from './lib/store-server.mjs';

const { positionals: [kind], values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string' }, port: { type: 'string' }, host: { type: 'string' }, web: { type: 'string' }, api: { type: 'string' }, 'behind-proxy': { type: 'boolean' }, development: { type: 'string' } },
});
const options = { root: resolve(values.root), port: Number(values.port), host: values.host ?? '127.0.0.1' };

const kinds = {
  host: () => serveHost({ ...options, webDir: resolve(values.web), apiUrl: values.api, behindProxy: values['behind-proxy'], alsoReachable: values.development }),
  remote: () => serveRemote(options),
  store: () => serveStore({ ...options, token: process.env.STORE_TOKEN }),
};
if (!kinds[kind]) throw new Error(`Say what to serve: ${Object.keys(kinds).join(', ')}.`);
const server = await kinds[kind]();
console.log(`listening on ${server.listeningOrigin}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().then(() => process.exit(0)));
