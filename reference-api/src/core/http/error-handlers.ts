import type { FastifyError, FastifyInstance } from 'fastify';
import { RequestError } from '../errors/request-errors.ts';
import { auditFailure } from './audit-failures.ts';
import type { RouteParts } from './route-parts.ts';

/**
 * Errors that came before a call could seal them, in plain JSON (D2a). The cause goes to the log, never to the caller;
 * that a known account's call ended so, to the audit.
 */
export function registerErrorHandlers(app: FastifyInstance, parts: RouteParts): void {
  app.setErrorHandler(async (error: FastifyError | RequestError, request, reply) => {
    const status = error.statusCode ?? 500;
    const kept = auditFailure(parts, request, error, status).catch((reason: unknown) =>
      request.log.error({ err: reason }, 'a failure could not be audited'),
    );
    // A failure of the server may be one of the database, which the answer does not wait for.
    if (status >= 500) parts.platform.runInBackground(kept);
    else await kept;
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
