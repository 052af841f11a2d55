// One static server as a process of its own: `serve.mjs host|remote --root DIR --port N [--web DIR --api URL --behind-proxy --development WS_ORIGIN]`.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { serveHost, serveRemote } from './lib/static-server.mjs';

const { positionals: [kind], values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string' }, port: { type: 'string' }, host: { type: 'string' }, web: { type: 'string' }, api: { type: 'string' }, 'behind-proxy': { type: 'boolean' }, development: { type: 'string' } },
});
const options = { root: resolve(values.root), port: Number(values.port), host: values.host ?? '127.0.0.1' };

const server = kind === 'host'
  ? await serveHost({ ...options, webDir: resolve(values.web), apiUrl: values.api, behindProxy: values['behind-proxy'], alsoReachable: values.development })
  : await serveRemote(options);
console.log(`listening on ${server.listeningOrigin}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().then(() => process.exit(0)));
