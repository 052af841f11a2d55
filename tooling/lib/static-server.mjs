// Serves one folder over HTTP: the host with its configuration and the API behind it, or one remote's published files.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import httpProxy from '@fastify/http-proxy';
import Fastify from 'fastify';
import { contentSecurityPolicy, createOriginMemory, developmentOrigin } from './content-security-policy.mjs';
import { liveDocument } from './live-document.mjs';
import { readJson } from './paths.mjs';

// Source maps stay with the build: they are for developers, not for every visitor.
const allowedPath = (path) => !path.endsWith('.map');

const hashed = /\.[0-9a-f]{12}\.(js|css)(\.(br|gz))?$/;

/** Headers of every file: hashed names never change, everything else is asked for again. */
export function setFileHeaders(response, path) {
  response.setHeader('Cache-Control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** Listens and answers the server. `host` is the address to bind. */
async function listen(server, { port, host }) {
  await server.listen({ port, host });
  return server;
}

/** A remote's store: files readable from any origin, since consoles on other addresses load them. */
export async function serveRemote({ root, port, host = '127.0.0.1' }) {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  // Of a missing file too: the console can only tell its operator that it is missing when it may read the answer.
  server.addHook('onRequest', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  await server.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    allowedPath,
    index: false,
    setHeaders: (response, path) => {
      setFileHeaders(response, path);
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    },
  });
  return listen(server, { port, host });
}

/**
 * X-Forwarded-For for the API, which limits and audits by address: the one that really calls. What a caller claims is passed on only
 * from behind a proxy of ours, which has appended whom it serves.
 */
function callersOf(request, behindProxy) {
  const claimed = request.headers['x-forwarded-for'];
  return behindProxy && claimed ? `${claimed}, ${request.socket.remoteAddress}` : request.socket.remoteAddress;
}

/**
 * The host: its files; config.json, registry.json and the remotes' histories from `webDir`; the API behind /api/, any other address the page. `alsoReachable` is
 * one more origin that the page may connect to: that of a dev server.
 */
export async function serveHost({ root, webDir, apiUrl, port, host = '127.0.0.1', behindProxy = false, alsoReachable = null }) {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  const policy = policyOf(webDir, alsoReachable);
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) return;
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
    replyOptions: { rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-forwarded-for': callersOf(request, behindProxy) }) },
  });
  await server.register(fastifyStatic, { root, preCompressed: true, cacheControl: false, allowedPath, wildcard: true, index: false, setHeaders: setFileHeaders });
  for (const file of ['config.json', 'registry.json']) server.get(`/${file}`, liveDocument(join(webDir, file)));
  // Only folders of this machine have them beside registry.json; without one the platform page says that none is served.
  server.get('/history/:file', (request, reply) => (/^[a-z][a-z0-9-]*\.json$/.test(request.params.file) ? reply.sendFile(request.params.file, join(webDir, 'history')) : reply.callNotFound()));
  server.get('/', (_request, reply) => reply.sendFile('index.html'));
  server.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !/\.[a-z]+$/.test(request.url.split('?')[0])) return reply.sendFile('index.html');
    return reply.code(404).type('text/plain').send('Not found');
  });
  return listen(server, { port, host });
}

/**
 * Gives the policy of what is deployed now for a `Cookie` header; `varies` where another one may get another policy. What it is derived
 * from is read anew only when registry.json or config.json has changed.
 */
function policyOf(webDir, alsoReachable) {
  const files = ['registry.json', 'config.json'].map((file) => join(webDir, file));
  const originsOf = createOriginMemory();
  let made = null;
  return (cookies) => {
    const state = files.map((file) => statSync(file, { throwIfNoEntry: false })).map((stat) => `${stat?.mtimeMs} ${stat?.size}`).join();
    if (state !== made?.state) {
      const [registry, config] = files.map(readOrNothing);
      const known = originsOf(registry);
      made = { state, registry, config, known, strict: contentSecurityPolicy(registry, config, { known, alsoReachable }) };
    }
    const { registry, config, known, strict } = made;
    const development = developmentOrigin(cookies, config);
    const header = development ? contentSecurityPolicy(registry, config, { known, alsoReachable, development }) : strict;
    return { header, varies: config?.allowDevelopment === true };
  };
}

/** A file that is missing or is no JSON allows nothing: the page still comes, and says itself what is wrong with the file. */
function readOrNothing(path) {
  try {
    return readJson(path);
  } catch (error) {
    if (error instanceof SyntaxError || error.code === 'ENOENT') return {};
    throw error;
  }
}
