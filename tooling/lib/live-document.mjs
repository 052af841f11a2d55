// Serves a JSON document that every page load reads and that seldom changes. Compresses it once for each state of the
// file.
/** @import { FastifyReply, FastifyRequest } from 'fastify' */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * @typedef {keyof typeof encoders} Encoding
 *
 * A state of the file, and what is sent of it.
 * @typedef {{ state: string, bytes: Buffer, etag: string, encoded: Partial<Record<Encoding, Buffer>> }} Made
 */

const encoders = { br: brotliCompressSync, gzip: gzipSync };
/** In order of preference. */
const encodings = /** @type {const} */ (['br', 'gzip']);

/** @type {(header: string | string[] | undefined) => Encoding | undefined} */
const accepted = (header = '') =>
  encodings.find((encoding) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(String(header)));

/**
 * A fastify handler that sends `file`: compressed if the caller accepts that, 304 if the caller has it, 404 if there is
 * no such file.
 * @type {(file: string) => (request: FastifyRequest, reply: FastifyReply) => unknown}
 */
export function liveDocument(file) {
  /** @type {Made} */
  let made = { state: '', bytes: Buffer.alloc(0), etag: '', encoded: {} };
  /** @type {(stat: import('node:fs').Stats) => void} */
  const refresh = (stat) => {
    const state = `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (state === made.state) return;
    const bytes = readFileSync(file);
    made = { state, bytes, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22), encoded: {} };
  };
  return (request, reply) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return reply.callNotFound();
    refresh(stat);
    const encoding = accepted(request.headers['accept-encoding']);
    const etag = `"${made.etag}${encoding ? `-${encoding}` : ''}"`;
    reply.headers({
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!encoding) return reply.send(made.bytes);
    made.encoded[encoding] ??= encoders[encoding](made.bytes);
    return reply.header('Content-Encoding', encoding).send(made.encoded[encoding]);
  };
}
