import type { FastifyInstance } from 'fastify';
import type { TokenAdmission } from '../security/refused-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token's owner, once known. */
    accountId: number | undefined;
    transactionId: string | undefined;
    /** How the token counts until it is accepted. */
    tokenAdmission: TokenAdmission | undefined;
  }
}

export type RequestObserver = (method: string, route: string, status: number, seconds: number) => void;

/** Keeps what is learnt of each request; at its end writes one line to the log, and tells `observe`. */
export function registerRequestFacts(app: FastifyInstance, observe: RequestObserver): void {
  app.decorateRequest('accountId', undefined);
  app.decorateRequest('transactionId', undefined);
  app.decorateRequest('tokenAdmission', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const { method, accountId, transactionId, ip: address } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    observe(method, route, reply.statusCode, reply.elapsedTime / 1000);
    // The log keeps floods out: their facts are recorded elsewhere.
    const level = reply.statusCode === 429 ? 'debug' : 'info';
    request.log[level]({ method, route, status: reply.statusCode, ms, accountId, transactionId, address }, 'request');
  });
}
