// A static store behind HTTP. Anybody may read. A team's token may add files of its own remotes, but not overwrite
// them, and change registry and histories by compare-and-swap.
import { mkdirSync } from 'node:fs';
import { createHttpServer, serveFiles } from './http-server.ts';
import { parseJson } from './json.ts';
import { serveStoreDocuments } from './live-document.ts';
import { securityHeaders } from './publishing/rules.ts';
import { folderStore } from './publishing/folder-store.ts';
import {
  type FolderStore,
  isDocument,
  isStorePath,
  knownEndings,
  StoreConflict,
  typeOfFile,
} from './publishing/store.ts';
import { isPrivate, isSourceMap } from './publishing/source-maps.ts';
import { registryProblem, remoteOfPath } from './store-rules.ts';
import { type TokenItem, holderOf, tokensOf } from './store-tokens.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RegistryDocument } from './publishing/registry.ts';

/** The list item of the token that a caller writes with. */
type Holder = Required<TokenItem>;

/** A PUT request: its headers, its body, and who sent it. */
type Sent = { headers: FastifyRequest['headers']; body: Buffer | undefined; holder: Holder };

const largestFile = 20_000_000;

/**
 * Serves the store in `root`. Consoles of any origin may read it. The list in `tokensFile` says who may write what;
 * without one, nobody may write.
 */
export async function serveStore({
  root,
  port,
  host = '127.0.0.1',
  tokensFile,
}: {
  root: string;
  port: number;
  host?: string;
  tokensFile?: string | undefined;
}) {
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

/** Source maps are "not found" for callers without a token of their remote. */
const mayRead =
  (tokens: () => Holder[]): ((path: string, request: FastifyRequest) => boolean) =>
  (path, request) => {
    if (!isPrivate(path)) return isStorePath(path) && typeOfFile(path) !== null;
    const holder = isStorePath(path) ? holderOf(request.headers.authorization, tokens()) : null;
    return holder?.remotes.includes(remoteOfPath(path) ?? '') ?? false;
  };

const problem = (message: string): { message: string } => ({ message });

/** Refuses a caller without a token, or with a token of another remote, before the body is read. */
function authorise(request: FastifyRequest, reply: FastifyReply, tokens: () => Holder[]): FastifyReply | undefined {
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

const writtenBy = ({ remotes, withdraws }: Holder): string => (withdraws ? 'withdrawals' : remotes.join(', '));

async function put(store: FolderStore, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOf(request) ?? '';
  const body = request.body as Buffer | undefined;
  const holder: Holder = request.getDecorator('holder');
  const sent = { headers: request.headers, body, holder };
  return isDocument(path) ? putDocument(store, path, sent, reply) : putFile(store, path, sent, reply);
}

/** The decoded path of the request, with its dots; null if it cannot be decoded. */
function pathOf(request: FastifyRequest): string | null {
  try {
    return decodeURIComponent(request.url.split('?')[0] ?? '').slice(1);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

async function putDocument(
  store: FolderStore,
  path: string,
  { headers, body, holder }: Sent,
  reply: FastifyReply,
): Promise<FastifyReply> {
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

/** Why the holder may not replace the registry; null also if it no longer has `tag`, because the swap then fails. */
async function refusalOf(
  store: FolderStore,
  document: Partial<RegistryDocument>,
  tag: string | null,
  holder: Holder,
): Promise<string | null> {
  const present = await store.readText('registry.json');
  if ((present?.tag ?? null) !== tag) return null;
  return registryProblem(present && JSON.parse(present.text), document, holder);
}

/** The tag in If-Match, without the name of an encoding; null for If-None-Match: *; undefined if neither is sent. */
function expectedTag(headers: FastifyRequest['headers']): string | null | undefined {
  if (headers['if-none-match'] === '*') return null;
  return /^"([0-9a-f]+)(?:-\w+)?"$/.exec(headers['if-match'] ?? '')?.[1];
}

async function putFile(
  store: FolderStore,
  path: string,
  { headers, body }: Sent,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (path.split('/').length < 3) return reply.code(403).send(problem('files lie in <remote>/<version>/'));
  if (typeOfFile(path) === null && !isSourceMap(path))
    return reply.code(403).send(problem(`a remote consists of files that end with ${knownEndings.join(', ')}`));
  if (headers['if-none-match'] !== '*')
    return reply.code(428).send(problem('a file is put once: send If-None-Match: *'));
  return answering(reply, () => store.addFile(path, body ?? Buffer.alloc(0)));
}

async function answering(reply: FastifyReply, work: () => Promise<void>): Promise<FastifyReply> {
  try {
    await work();
    return await reply.code(204).send();
  } catch (error) {
    if (error instanceof StoreConflict) return reply.code(412).send(problem(error.message));
    throw error;
  }
}
