// Serves the host over HTTP: its files, its configuration and the API behind it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import httpProxy from '@fastify/http-proxy';
import Fastify from 'fastify';
import { contentSecurityPolicy, createOriginMemory, developmentOrigin } from './content-security-policy.mjs';
import { isHashed, setFileHeaders } from './file-headers.mjs';
import { liveDocument } from './live-document.mjs';
import { readJson } from './paths.mjs';
import { isPreviewPath, previewsOf } from './publishing/stored-previews.mjs';

// Source maps stay with the build: they are for developers, not for every visitor.
const allowedPath = (path) => !path.endsWith('.map');

/**
 * Of a script's own policy only a worker takes notice, which the host alone starts. The page's names every origin, and
 * would weigh more than most scripts.
 */
const scriptPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/**
 * X-Forwarded-For for the API, which limits and audits by address: the one that really calls. What a caller claims is
 * passed on only from behind a proxy of ours, which has appended whom it serves.
 */
function callersOf(request, behindProxy) {
  const claimed = request.headers['x-forwarded-for'];
  return behindProxy && claimed ? `${claimed}, ${request.socket.remoteAddress}` : request.socket.remoteAddress;
}

/**
 * The host: its files; config.json from `webDir`; registry.json, the remotes' histories and their previews from
 * `storeDir`; the API behind /api/, any other address the page. `alsoReachable` is one more origin that the page may
 * connect to: that of a dev server.
 */
export async function serveHost({
  root,
  webDir,
  storeDir = webDir,
  apiUrl,
  port,
  host = '127.0.0.1',
  behindProxy = false,
  alsoReachable = null,
}) {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  const [configFile, registryFile] = [join(webDir, 'config.json'), join(storeDir, 'registry.json')];
  const policy = policyOf([registryFile, configFile], alsoReachable);
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) return;
    if (isHashed(request.url)) {
      reply.header('Content-Security-Policy', scriptPolicy);
      return;
    }
    const { header, varies } = policy(request.headers.cookie);
    reply.header('Content-Security-Policy', header);
    if (varies) reply.header('Vary', 'Cookie');
    reply.header('Referrer-Policy', 'no-referrer');
    reply.header('X-Frame-Options', 'DENY');
  });
  await server.register(httpProxy, {
    upstream: apiUrl,
    prefix: '/api',
    http: { requestOptions: { timeout: 0 } },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-forwarded-for': callersOf(request, behindProxy) }),
    },
  });
  await server.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    allowedPath,
    wildcard: true,
    index: false,
    setHeaders: setFileHeaders,
  });
  server.get('/config.json', liveDocument(configFile));
  server.get('/registry.json', liveDocument(registryFile));
  // Only folders of this machine have them beside registry.json; without one the platform page says that none is
  // served.
  server.get('/history/:file', (request, reply) =>
    /^[a-z][a-z0-9-]*\.json$/.test(request.params.file)
      ? reply.sendFile(request.params.file, join(storeDir, 'history'))
      : reply.callNotFound(),
  );
  server.get('/previews/:id/:file', (request, reply) => {
    const { id, file } = request.params;
    return isPreviewPath(`previews/${id}/${file}`)
      ? reply.sendFile(file, join(storeDir, previewsOf(id)))
      : reply.callNotFound();
  });
  server.get('/', (_request, reply) => reply.sendFile('index.html'));
  server.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !/\.[a-z]+$/.test(request.url.split('?')[0]))
      return reply.sendFile('index.html');
    return reply.code(404).type('text/plain').send('Not found');
  });
  await server.listen({ port, host });
  return server;
}

/**
 * Gives the policy of what is deployed now for a `Cookie` header; `varies` where another one may get another policy.
 * What it is derived from is read anew only when registry.json or config.json has changed.
 */
function policyOf(files, alsoReachable) {
  const originsOf = createOriginMemory();
  let made = null;
  return (cookies) => {
    const state = files
      .map((file) => statSync(file, { throwIfNoEntry: false }))
      .map((stat) => `${stat?.mtimeMs} ${stat?.size}`)
      .join();
    if (state !== made?.state) {
      const [registry, config] = files.map(readOrNothing);
      const known = originsOf(registry, config);
      made = {
        state,
        registry,
        config,
        known,
        strict: contentSecurityPolicy(registry, config, { known, alsoReachable }),
      };
    }
    const { registry, config, known, strict } = made;
    const development = developmentOrigin(cookies, config);
    const header = development
      ? contentSecurityPolicy(registry, config, { known, alsoReachable, development })
      : strict;
    return { header, varies: config?.allowDevelopment === true };
  };
}

/**
 * A file that is missing or is no JSON allows nothing: the page still comes, and says itself what is wrong with the
 * file.
 */
function readOrNothing(path) {
  try {
    return readJson(path);
  } catch (error) {
    if (error instanceof SyntaxError || error.code === 'ENOENT') return {};
    throw error;
  }
}
