import type { FastifyError, FastifyInstance } from 'fastify';
import { RequestError } from '../errors/request-errors.ts';

/**
 * Errors that came before a call could seal them, in plain JSON (D2a). The cause goes to the log, never to the caller.
 */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | RequestError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof RequestError) {
      // A flood is refused often; what there is to know of it is said elsewhere, once.
      request.log[status === 429 ? 'debug' : 'info']({ status, reason: error.message }, 'refused');
      return reply
        .code(status)
        .headers(error.headers)
        .send({ status: 'error', message: error.message, ...error.fields });
    }
    if (status >= 500) {
      request.log.error({ err: error }, 'a request failed');
      return reply
        .code(500)
        .send({ status: 'error', message: `The server could not do this. Please try again; request ${request.id}.` });
    }
    request.log.info({ status, reason: error.code }, 'refused');
    const message = status === 413 ? 'The request is too large.' : 'The request could not be read.';
    return reply.code(status).send({ status: 'error', message });
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ status: 'error', message: `There is no call ${request.method} ${request.url.split('?')[0]}.` }),
  );
}
