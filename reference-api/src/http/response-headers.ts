import { API_KEY_HEADER, TRANSACTION_ID_HEADER } from '@device-console/shared-lib/contract';
import type { FastifyInstance } from 'fastify';

const ALLOWED_HEADERS = ['Content-Type', API_KEY_HEADER, TRANSACTION_ID_HEADER].join(', ');

/**
 * Headers for browsers: nothing is cached, the Date header is readable (D4), and pages of the allowed origins may call.
 * Without origins only pages of the API's own origin can, which is how it stands behind the console's proxy.
 */
export function registerResponseHeaders(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Expose-Headers': 'Date',
    });
    const { origin } = request.headers;
    if (allowedOrigins.length > 0) void reply.header('Vary', 'Origin');
    if (origin !== undefined && allowedOrigins.includes(origin))
      void reply.header('Access-Control-Allow-Origin', origin);
  });
  app.options('/*', async (request, reply) => {
    if (reply.hasHeader('Access-Control-Allow-Origin')) {
      void reply.headers({
        'Access-Control-Allow-Methods': 'GET, POST, PUT',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': '600',
      });
    }
    return reply.code(204).send();
  });
}
