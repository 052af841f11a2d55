// Serves JSON documents that every page load reads and that seldom change. Compresses each text once.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { folderStore } from './publishing/folder-store.ts';
import { type FolderStore, isDocument } from './publishing/store.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

export function serveStoreDocuments(server: FastifyInstance, root: string): void {
  const store = folderStore(root);
  server.get('/registry.json', liveDocument(store, 'registry.json'));
  server.get('/history/:file', (request, reply) => {
    const path = `history/${(request.params as { file: string }).file}`;
    return isDocument(path) ? liveDocument(store, path)(request, reply) : reply.callNotFound();
  });
}
