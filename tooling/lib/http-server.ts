// The base of every file server.
import type { FastifyStaticOptions } from '@fastify/static';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';

function refuseAddress(
  { statusCode = 400 }: FastifyError,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  void reply.code(statusCode).headers(headers).type('text/plain').send('The address cannot be read.');
}

/** `headers` are sent with requests rejected before routing, such as a malformed URL. */
export const createHttpServer = (headers: Readonly<Record<string, string>>, options: FastifyServerOptions = {}) =>
  Fastify({
    logger: false,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply, headers),
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
