// The base of every file server.
/** @import { FastifyError, FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify' */
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

/** @type {(error: FastifyError, reply: FastifyReply, headers: Readonly<Record<string, string>>) => void} */
function refuseAddress({ statusCode = 400 }, reply, headers) {
  void reply.code(statusCode).headers(headers).type('text/plain').send('The address cannot be read.');
}

/**
 * `headers` are sent with requests rejected before routing, such as a malformed URL.
 * @param {Readonly<Record<string, string>>} headers
 * @param {FastifyServerOptions} [options]
 */
export const createHttpServer = (headers, options = {}) =>
  Fastify({
    logger: false,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply, headers),
    ...options,
  });

const hashedName = /\.[0-9a-f]{12}\.(js|css|json|woff2)(\.(br|gz))?$/;

/** @type {(path: string) => boolean} */
export const isHashed = (path) => hashedName.test(path);

/**
 * Serves the files below `root`, preferring the build's compressed copies. Files with a hash in their name are cached
 * forever; all others are revalidated.
 * @type {(server: FastifyInstance, root: string, allowedPath:
 *   NonNullable<import('@fastify/static').FastifyStaticOptions['allowedPath']>) => Promise<void>}
 */
export async function serveFiles(server, root, allowedPath) {
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
