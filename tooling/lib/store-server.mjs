// A static store behind HTTP. Anybody may read. A team's token may add files of its own remotes, but not overwrite
// them, and change registry and histories by compare-and-swap.
/** @import { FastifyReply, FastifyRequest } from 'fastify' */
/** @import { RegistryDocument } from './publishing/registry.mjs' */
/** @import { FolderStore } from './publishing/store.mjs' */
/** @import { TokenItem } from './store-tokens.mjs' */
import { mkdirSync } from 'node:fs';
import { createHttpServer, serveFiles } from './http-server.mjs';
import { parseJson } from './json.mjs';
import { serveStoreDocuments } from './live-document.mjs';
import { securityHeaders } from './publishing/rules.mjs';
import { folderStore } from './publishing/folder-store.mjs';
import { isDocument, isStorePath, knownEndings, StoreConflict, typeOfFile } from './publishing/store.mjs';
import { isPrivate, isSourceMap } from './publishing/source-maps.mjs';
import { registryProblem, remoteOfPath } from './store-rules.mjs';
import { holderOf, tokensOf } from './store-tokens.mjs';

/**
 * The list item of the token that a caller writes with.
 * @typedef {Required<TokenItem>} Holder
 *
 * A PUT request: its headers, its body, and who sent it.
 * @typedef {{ headers: FastifyRequest['headers'], body: Buffer | undefined, holder: Holder }} Sent
 */

const largestFile = 20_000_000;

/**
 * Serves the store in `root`. Consoles of any origin may read it. The list in `tokensFile` says who may write what;
 * without one, nobody may write.
 * @param {{ root: string, port: number, host?: string, tokensFile?: string | undefined }} options
 */
export async function serveStore({ root, port, host = '127.0.0.1', tokensFile }) {
  const tokens = tokensFile ? tokensOf(tokensFile) : () => [];
  mkdirSync(root, { recursive: true });
  const store = folderStore(root);
  const server = createHttpServer(securityHeaders.published, { bodyLimit: largestFile });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Sent with 404 too: the console must be able to read that a file is missing. Pages compare the dates of entries with
  // the answer's `Date`.
  const headers = { ...securityHeaders.published, 'Access-Control-Expose-Headers': 'ETag, Date' };
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  // The content type follows from the file extension. No type is one that a browser would run as a page.
  server.addHook('onSend', async (request, reply, payload) => {
    const type = reply.statusCode < 300 ? typeOfFile(request.url.split('?')[0] ?? '') : null;
    if (type !== null) reply.header('Content-Type', type);
    return payload;
  });
  const allowed = mayRead(tokens);
  await serveFiles(server, root, (path, _root, request) => allowed(path.replace(/^\//, ''), request));
  serveStoreDocuments(server, root);
  server.decorateRequest('holder', null);
  server.put('/*', { onRequest: async (request, reply) => authorise(request, reply, tokens) }, async (request, reply) =>
    put(store, request, reply),
  );
  await server.listen({ port, host });
  return server;
}

/**
 * Source maps are "not found" for callers without a token of their remote.
 * @type {(tokens: () => Holder[]) => (path: string, request: FastifyRequest) => boolean}
 */
const mayRead = (tokens) => (path, request) => {
  if (!isPrivate(path)) return isStorePath(path) && typeOfFile(path) !== null;
  const holder = isStorePath(path) ? holderOf(request.headers.authorization, tokens()) : null;
  return holder?.remotes.includes(remoteOfPath(path) ?? '') ?? false;
};

/** @type {(message: string) => { message: string }} */
const problem = (message) => ({ message });

/**
 * Refuses a caller without a token, or with a token of another remote, before the body is read.
 * @type {(request: FastifyRequest, reply: FastifyReply, tokens: () => Holder[]) => FastifyReply | undefined}
 */
function authorise(request, reply, tokens) {
  const holder = holderOf(request.headers.authorization, tokens());
  if (!holder)
    return reply.code(401).header('WWW-Authenticate', 'Bearer').send(problem('a token of this store is asked for'));
  const path = pathOf(request);
  if (!path || !isStorePath(path)) return reply.code(403).send(problem('this is no place for a file'));
  const remote = remoteOfPath(path);
  if (remote === null || holder.remotes.includes(remote)) {
    request.setDecorator('holder', holder);
    return undefined;
  }
  return reply.code(403).send(problem(`this token writes ${writtenBy(holder)}, and not ${remote}`));
}

/** @type {(holder: Holder) => string} */
const writtenBy = ({ remotes, withdraws }) => (withdraws ? 'withdrawals' : remotes.join(', '));

/** @type {(store: FolderStore, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>} */
async function put(store, request, reply) {
  const path = pathOf(request) ?? '';
  const body = /** @type {Buffer | undefined} */ (request.body);
  /** @type {Holder} */
  const holder = request.getDecorator('holder');
  const sent = { headers: request.headers, body, holder };
  return isDocument(path) ? putDocument(store, path, sent, reply) : putFile(store, path, sent, reply);
}

/**
 * The decoded path of the request, with its dots; null if it cannot be decoded.
 * @type {(request: FastifyRequest) => string | null}
 */
function pathOf(request) {
  try {
    return decodeURIComponent(request.url.split('?')[0] ?? '').slice(1);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** @type {(store: FolderStore, path: string, sent: Sent, reply: FastifyReply) => Promise<FastifyReply>} */
async function putDocument(store, path, { headers, body, holder }, reply) {
  const tag = expectedTag(headers);
  if (tag === undefined)
    return reply
      .code(428)
      .send(problem('say with If-Match which version is replaced, or with If-None-Match: * that there is none'));
  const text = body?.toString('utf8') ?? '';
  const document = parseJson(text);
  if (typeof document !== 'object' || document === null) return reply.code(400).send(problem(`${path} is no JSON`));
  const refusal = path === 'registry.json' ? await refusalOf(store, document, tag, holder) : null;
  if (refusal !== null) return reply.code(403).send(problem(`registry.json cannot be replaced by this: ${refusal}`));
  return answering(reply, () => store.replace(path, text, tag));
}

/**
 * Why the holder may not replace the registry; null also if it no longer has `tag`, because the swap then fails.
 * @type {(store: FolderStore, document: Partial<RegistryDocument>, tag: string | null, holder: Holder) =>
 *   Promise<string | null>}
 */
async function refusalOf(store, document, tag, holder) {
  const present = await store.readText('registry.json');
  if ((present?.tag ?? null) !== tag) return null;
  return registryProblem(present && JSON.parse(present.text), document, holder);
}

/**
 * The tag in If-Match, without the name of an encoding; null for If-None-Match: *; undefined if neither is sent.
 * @type {(headers: FastifyRequest['headers']) => string | null | undefined}
 */
function expectedTag(headers) {
  if (headers['if-none-match'] === '*') return null;
  return /^"([0-9a-f]+)(?:-\w+)?"$/.exec(headers['if-match'] ?? '')?.[1];
}

/** @type {(store: FolderStore, path: string, sent: Sent, reply: FastifyReply) => Promise<FastifyReply>} */
async function putFile(store, path, { headers, body }, reply) {
  if (path.split('/').length < 3) return reply.code(403).send(problem('files lie in <remote>/<version>/'));
  if (typeOfFile(path) === null && !isSourceMap(path))
    return reply.code(403).send(problem(`a remote consists of files that end with ${knownEndings.join(', ')}`));
  if (headers['if-none-match'] !== '*')
    return reply.code(428).send(problem('a file is put once: send If-None-Match: *'));
  return answering(reply, () => store.addFile(path, body ?? Buffer.alloc(0)));
}

/** @type {(reply: FastifyReply, work: () => Promise<void>) => Promise<FastifyReply>} */
async function answering(reply, work) {
  try {
    await work();
    return await reply.code(204).send();
  } catch (error) {
    if (error instanceof StoreConflict) return reply.code(412).send(problem(error.message));
    throw error;
  }
}
