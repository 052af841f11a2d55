import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { DatabaseAway, isAudited, RequestError } from '../errors/request-errors.ts';
import type { RouteParts } from './route-parts.ts';
import { findActor } from './authenticate.ts';
import { recordCall, SERVER_FAILED } from '../audit/audit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Audit path of a call that needs a token. */
    readonly auditedAs?: string;
  }
}

/** The refusal of a flood; its facts are recorded elsewhere. */
const TOO_MANY = 429;

function reasonOf(error: unknown, status: number): string {
  if (error instanceof RequestError) return error.message;
  return status >= 500 ? SERVER_FAILED : `The request could not be read (${status}).`;
}

/** Audits a known account's call that was not understood or failed: who, which call and how, not what was sent (A5). */
async function auditFailure(parts: RouteParts, request: FastifyRequest, error: unknown, status: number): Promise<void> {
  const { auditedAs } = request.routeOptions.config;
  if (auditedAs === undefined || status === TOO_MANY || isAudited(error) || error instanceof DatabaseAway) return;
  const actor = await findActor(parts, request);
  if (!actor) return;
  const { store, platform } = parts;
  const { transactionId = '', ip: address } = request;
  const outcome = status >= 500 ? 'error' : 'refused';
  const context = { db: store.db, platform, actor, transactionId, address };
  await recordCall(context, { call: auditedAs, outcome, message: reasonOf(error, status) });
}

/** A database that is away is the server's failure, and its cause stays in the log. */
export function logRefusal({ log }: FastifyRequest, error: RequestError): void {
  const { statusCode: status, reason = error.message } = error;
  if (error instanceof DatabaseAway) log.error({ err: error.cause, status }, 'the database is away');
  else log[status === TOO_MANY ? 'debug' : 'info']({ status, reason }, 'refused');
}

const failure = (message: string, fields?: object) => ({ status: 'error', message, ...fields });

/** Errors before a call could seal them, in plain JSON (D2a). The cause goes to the log, never to the caller. */
export function registerErrorHandlers(app: FastifyInstance, parts: RouteParts): void {
  app.setErrorHandler(async (error: FastifyError | RequestError, request, reply) => {
    const status = error.statusCode ?? 500;
    const kept = auditFailure(parts, request, error, status).catch((reason: unknown) =>
      request.log.error({ err: reason }, 'a failure could not be audited'),
    );
    // A server failure may be the database's, so the answer does not wait for it.
    if (status >= 500) parts.platform.runInBackground(kept);
    else await kept;
    if (error instanceof RequestError) {
      logRefusal(request, error);
      return reply.code(status).headers(error.headers).send(failure(error.message, error.fields));
    }
    if (status >= 500) {
      request.log.error({ err: error }, 'a request failed');
      const message = `The server could not do this. Please try again; request ${request.id}.`;
      return reply.code(500).send(failure(message));
    }
    request.log.info({ status, reason: error.code }, 'refused');
    const message = status === 413 ? 'The request is too large.' : 'The request could not be read.';
    return reply.code(status).send(failure(message));
  });
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(404).send(failure(`There is no call ${method} ${url.split('?')[0]}.`)),
  );
}
