// A static store behind HTTP: anybody reads; with the token files are added once, and registry and histories changed by compare-and-swap.
import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { folderStore } from './publishing/folder-store.mjs';
import { isDocument, isStorePath, StoreConflict } from './publishing/store.mjs';
import { setFileHeaders } from './static-server.mjs';

const largestFile = 20_000_000;

/** Serves the store in `root`. Every console may read it, whatever its origin. */
export async function serveStore({ root, port, host = '127.0.0.1', token }) {
  if (!token || token.length < 16) throw new Error('A store needs STORE_TOKEN, at least 16 characters that only publishers know.');
  mkdirSync(root, { recursive: true });
  const store = folderStore(root);
  const server = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: largestFile });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('Access-Control-Allow-Origin', '*').header('Cross-Origin-Resource-Policy', 'cross-origin').header('Access-Control-Expose-Headers', 'ETag');
  });
  await server.register(fastifyStatic, { root, preCompressed: true, cacheControl: false, serve: true, index: false, dotfiles: 'ignore', allowedPath: (path) => isStorePath(path.replace(/^\//, '')), setHeaders: setFileHeaders });
  for (const path of ['/registry.json', '/history/:file']) {
    server.get(path, async (request, reply) => sendDocument(store, pathOf(request), reply));
  }
  server.put('/*', { onRequest: (request, reply, done) => (isPublisher(request, token) ? done() : reply.code(401).header('WWW-Authenticate', 'Bearer').send(problem('the token of this store is asked for')))},
    async (request, reply) => {
      const path = pathOf(request);
      if (!path || !isStorePath(path)) return reply.code(403).send(problem('this is no place for a file'));
      return isDocument(path) ? putDocument(store, path, request, reply) : putFile(store, path, request, reply);
    });
  await server.listen({ port, host });
  return server;
}

const problem = (message) => ({ message });

function isPublisher(request, token) {
  const digest = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** The path as it was asked for, dots and all, or null when it cannot be read. */
function pathOf(request) {
  try {
    return decodeURIComponent(request.url.split('?')[0]).slice(1);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

async function sendDocument(store, path, reply) {
  const found = path && isDocument(path) && isStorePath(path) ? await store.readText(path) : null;
  if (!found) return reply.code(404).type('text/plain').send('Not found');
  return reply.header('ETag', `"${found.tag}"`).header('Cache-Control', 'no-cache').header('X-Content-Type-Options', 'nosniff').type('application/json').send(found.text);
}

async function putDocument(store, path, request, reply) {
  const tag = expectedTag(request.headers);
  if (tag === undefined) return reply.code(428).send(problem('say with If-Match which version is replaced, or with If-None-Match: * that there is none'));
  const text = request.body?.toString('utf8') ?? '';
  if (!isJson(text)) return reply.code(400).send(problem(`${path} is no JSON`));
  return answering(reply, () => store.replace(path, text, tag));
}

/** The tag in If-Match, null for If-None-Match: *, undefined when the request names neither. */
function expectedTag(headers) {
  if (headers['if-none-match'] === '*') return null;
  return /^"([^"]+)"$/.exec(headers['if-match'] ?? '')?.[1];
}

async function putFile(store, path, request, reply) {
  if (path.split('/').length < 3) return reply.code(403).send(problem('files lie in <remote>/<version>/'));
  if (request.headers['if-none-match'] !== '*') return reply.code(428).send(problem('a file is put once: send If-None-Match: *'));
  return answering(reply, () => store.addFile(path, request.body ?? Buffer.alloc(0)));
}

async function answering(reply, work) {
  try {
    await work();
    return await reply.code(204).send();
  } catch (error) {
    if (error instanceof StoreConflict) return reply.code(412).send(problem(error.message));
    throw error;
  }
}

function isJson(text) {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
