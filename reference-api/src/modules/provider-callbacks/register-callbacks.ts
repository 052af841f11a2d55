import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../core/errors/request-errors.ts';
import { createCallbacks } from './callbacks.ts';
import type { WorkerParts } from '../../core/gateway/worker-parts.ts';
import { CALLBACK_BODY_BYTES } from '../../core/http/body-limits.ts';

export const CALLBACK_PATH = '/gateway/outcomes';

/** Registers the route where the provider reports outcomes; it answers 404 without secrets. */
export function registerCallbacks(
  app: FastifyInstance,
  parts: Pick<WorkerParts, 'store' | 'gateway' | 'clock' | 'tally'>,
  secrets: (() => readonly string[]) | undefined,
): void {
  const take = secrets && createCallbacks(parts, secrets);
  app.register(async (scope) => {
    // The signature covers the text as received.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(CALLBACK_PATH, { bodyLimit: CALLBACK_BODY_BYTES }, async (request) => {
      if (!take) throw new NotFound('This deployment takes no callbacks.');
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      const unknown = await take(String(request.body), headers);
      if (unknown.length > 0)
        request.log.warn({ keys: unknown.slice(0, 10) }, 'the provider told outcomes of unknown commands');
      return { unknown };
    });
  });
}
