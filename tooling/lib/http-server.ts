// The base of every file server.
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { folderStore } from './publishing/folder-store.ts';
import { type FolderStore, isDocument } from './publishing/store.ts';

/** What every server is told: its folder, and where it listens. */
export type Serving = { root: string; port: number; host?: string | undefined };

/** Whether systemd holds the socket of this process, at which callers wait while it starts anew. */
const hasGivenSocket = (): boolean =>
  process.env['LISTEN_FDS'] === '1' && process.env['LISTEN_PID'] === String(process.pid);

/** Where a server listens: at the socket that it is given, which is file 3 of the process, else at its port. */
export const placeOf = ({ port, host }: { port: number; host: string }) => ({
  host,
  ...(hasGivenSocket() ? { fd: 3 } : { port }),
});

/** `headers` are sent with requests rejected before routing, such as a malformed URL. */
export const createHttpServer = (headers: Readonly<Record<string, string>>, options: FastifyServerOptions = {}) =>
  Fastify({
    logger: false,
    // Where another process takes over its callers, what is being answered is answered.
    forceCloseConnections: hasGivenSocket() ? 'idle' : true,
    return503OnClosing: !hasGivenSocket(),
    frameworkErrors: ({ statusCode = 400 }, _request, reply: FastifyReply) =>
      void reply.code(statusCode).headers(headers).type('text/plain').send('The address cannot be read.'),
    ...options,
  });

const hashedName = /\.[0-9a-f]{12}\.(js|css|json|woff2)(\.(br|gz))?$/;

export const isHashed = (path: string): boolean => hashedName.test(path);

/**
 * Serves the files below `root`, preferring the build's compressed copies. Files with a hash in their name are cached
 * forever; all others are revalidated.
 */
export async function serveFiles(
  server: FastifyInstance,
  root: string,
  allowedPath: NonNullable<FastifyStaticOptions['allowedPath']>,
): Promise<void> {
  server.addHook('onSend', async (request, reply, payload) => {
    // Such a file is never revalidated, and on a slow line every header costs time.
    if (isHashed(request.url.split('?')[0] ?? '')) reply.removeHeader('ETag').removeHeader('Last-Modified');
    return payload;
  });
  await server.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    index: false,
    // A cloned or edited folder has hidden files that no build wrote.
    dotfiles: 'ignore',
    allowedPath,
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.setHeader('X-Content-Type-Options', 'nosniff');
    },
  });
}

type Encoding = keyof typeof encoders;

const encoders = { br: brotliCompressSync, gzip: gzipSync };
/** In order of preference. */
const encodings = ['br', 'gzip'] as const;

const accepted = (header: string | string[] | undefined = ''): Encoding | undefined =>
  encodings.find((encoding) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(String(header)));

/**
 * A fastify handler that sends the document at `path`: compressed if the caller accepts that, 304 if the caller has it,
 * 404 if there is none.
 */
export function liveDocument(
  folder: Pick<FolderStore, 'readText'>,
  path: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let made: { tag: string; encoded: Partial<Record<Encoding, Buffer>> } = { tag: '', encoded: {} };
  return async (request, reply) => {
    const found = await folder.readText(path);
    if (!found) {
      reply.callNotFound();
      return reply;
    }
    if (found.tag !== made.tag) made = { tag: found.tag, encoded: {} };
    const encoding = accepted(request.headers['accept-encoding']);
    const etag = `"${found.tag}${encoding ? `-${encoding}` : ''}"`;
    reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!encoding) return reply.send(found.text);
    made.encoded[encoding] ??= encoders[encoding](found.text);
    return reply.header('Content-Encoding', encoding).send(made.encoded[encoding]);
  };
}

/** A function that gives what `read` made of the files. It reads them again once one of them has changed. */
export function whenChanged<Value>(files: readonly string[], read: () => Value): () => Value {
  let made: { state: string; value: Value } | null = null;
  return () => {
    const state = files
      .map((file) => statSync(file, { throwIfNoEntry: false }))
      .map((stat) => `${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`)
      .join();
    if (state !== made?.state) made = { state, value: read() };
    return made.value;
  };
}

export function serveStoreDocuments(server: FastifyInstance, root: string): void {
  const store = folderStore(root);
  server.get('/registry.json', liveDocument(store, 'registry.json'));
  server.get('/history/:file', (request, reply) => {
    const path = `history/${(request.params as { file: string }).file}`;
    return isDocument(path) ? liveDocument(store, path)(request, reply) : reply.callNotFound();
  });
}
