import type { FastifyInstance } from 'fastify';
import type { TokenAdmission } from '../security/refused-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token's owner, once known. */
    accountId: number | undefined;
    /** The transactionId, once read (D2). */
    transactionId: string | undefined;
    /** How the token counts until it is accepted. */
    tokenAdmission: TokenAdmission | undefined;
  }
}

/** Called for each finished request, by route. */
type RequestObserver = (method: string, route: string, status: number, seconds: number) => void;

/**
 * Makes room on each request for what is learnt of it, and writes one line a request that says how it ended; so is
 * `observe` told.
 */
export function registerRequestFacts(app: FastifyInstance, observe?: RequestObserver): void {
  app.decorateRequest('accountId', undefined);
  app.decorateRequest('transactionId', undefined);
  app.decorateRequest('tokenAdmission', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const { method, accountId, transactionId, ip: address } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    observe?.(method, route, reply.statusCode, reply.elapsedTime / 1000);
    // Floods are refused before they cost anything; the log keeps only what is recorded elsewhere about them.
    const level = reply.statusCode === 429 ? 'debug' : 'info';
    request.log[level]({ method, route, status: reply.statusCode, ms, accountId, transactionId, address }, 'request');
  });
}
