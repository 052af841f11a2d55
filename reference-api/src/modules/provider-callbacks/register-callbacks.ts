import type { FastifyInstance } from 'fastify';
import { MalformedRequest, NotFound, RequestError } from '../../core/errors/request-errors.ts';
import { createCallbacks } from './callbacks.ts';
import type { WorkerParts } from '../../core/gateway/worker-parts.ts';
import { CALLBACK_BODY_BYTES } from '../../core/http/body-limits.ts';

/** Where the provider reports outcomes. */
export const CALLBACK_PATH = '/gateway/outcomes';

/** 401: the callback is not signed by a known secret, or not recently. */
class UnsignedCallback extends RequestError {
  override readonly statusCode = 401;

  constructor() {
    super('The callback is not signed by a secret of this deployment, or its time is more than five minutes away.');
  }
}

/** The provider's own way to report outcomes; without secrets there is none. */
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
      const received = await take(String(request.body), headers);
      if (received.kind === 'unsigned') throw new UnsignedCallback();
      if (received.kind === 'malformed')
        throw new MalformedRequest(`The callback does not fit the protocol: ${received.message}`);
      if (received.unknown.length > 0)
        request.log.warn({ keys: received.unknown.slice(0, 10) }, 'the provider told outcomes of unknown commands');
      return { unknown: received.unknown };
    });
  });
}
