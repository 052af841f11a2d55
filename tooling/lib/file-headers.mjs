// The headers that every server sends with a file.

const hashedName = /\.[0-9a-f]{12}\.(js|css|json|woff2)(\.(br|gz))?$/;

/**
 * True for a file whose name holds the hash of its content.
 * @type {(path: string) => boolean}
 */
export const isHashed = (path) => hashedName.test(path);

/**
 * Headers of every file: files with a hash in their name never change, all others are revalidated.
 * @type {(response: { setHeader(name: string, value: string): unknown }, path: string) => void}
 */
export function setFileHeaders(response, path) {
  response.setHeader('Cache-Control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/**
 * Removes the headers by which a browser asks whether a file has changed, for files that never change: on a slow line
 * each header delays what follows. `url` is the request's.
 * @type {(reply: import('fastify').FastifyReply, url: string) => void}
 */
export function dropValidators(reply, url) {
  if (isHashed(url.split('?')[0] ?? '')) reply.removeHeader('ETag').removeHeader('Last-Modified');
}
