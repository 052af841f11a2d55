// What every server of files says of them.

const hashedName = /\.[0-9a-f]{12}\.(js|css|json|woff2)(\.(br|gz))?$/;

/**
 * True for a file whose name holds the hash of its content.
 * @type {(path: string) => boolean}
 */
export const isHashed = (path) => hashedName.test(path);

/**
 * Headers of every file: hashed names never change, everything else is asked for again.
 * @type {(response: { setHeader(name: string, value: string): unknown }, path: string) => void}
 */
export function setFileHeaders(response, path) {
  response.setHeader('Cache-Control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}
