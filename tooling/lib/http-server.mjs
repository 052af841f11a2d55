// What every server of files has in common.
/** @import { FastifyError, FastifyReply, FastifyServerOptions } from 'fastify' */
import Fastify from 'fastify';

/** @type {(error: FastifyError, reply: FastifyReply, headers: Readonly<Record<string, string>>) => void} */
function refuseAddress({ statusCode = 400 }, reply, headers) {
  void reply.code(statusCode).headers(headers).type('text/plain').send('The address cannot be read.');
}

/**
 * A server; `headers` go with what it refuses before a request has a route, such as an address that cannot be read.
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
