import { TRANSACTION_ID_HEADER, type CallDefinition } from '@device-console/shared-lib/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { finished } from 'node:stream';
import type { Actor } from '../calls/context.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { tokenOf } from './authenticate.ts';
import type { RouteParts } from './route-parts.ts';
import { runCall } from './run-call.ts';

const MEGABYTE = 1024 * 1024;

/** Read before the token is checked, so that a refusal can be sealed. */
const SMALL_BODY_BYTES = 16 * 1024;
/** Larger bodies share a limited amount of memory. */
const LARGE_BODY_BYTES = 256 * 1024;

/** A body that states no length counts as the largest that its call accepts. */
function announcedBytes({ headers, routeOptions: { bodyLimit: most } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return most;
  const length = Number(headers['content-length'] ?? 0);
  // Refuse before reading if the announced size is above the limit.
  return length > most ? 0 : length;
}

/** Refuses a network that sends too many invalid tokens. */
export function admitToken({ platform }: RouteParts): onRequestAsyncHookHandler {
  return async (request) => {
    try {
      request.tokenAdmission = platform.refusedTokens.admit(tokenOf(request), request.ip);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      // The first and each thousandth line of a flood: more would be a flood itself.
      if (error.excess === 1 || error.excess % 1000 === 0)
        request.log.warn({ address: request.ip, excess: error.excess }, 'too many refused tokens from one network');
      await platform.refusedTokens.holdBack();
      throw error;
    }
  };
}

interface Door {
  readonly call: CallDefinition;
  /** Throws NotAuthorised if the caller may not make the call, whatever its body. */
  authorise(actor: Actor): void;
}

/** Refuses floods and, before a larger body is read, callers without rights; the handler checks again after reading. */
export function beforeTheBody(
  parts: RouteParts,
  doorOf: (request: FastifyRequest) => Door,
): onRequestAsyncHookHandler[] {
  const admitLarge: onRequestAsyncHookHandler = async (request, reply) => {
    const { call, authorise } = doorOf(request);
    const bytes = announcedBytes(request);
    if (bytes <= SMALL_BODY_BYTES) return;
    const id = request.headers[TRANSACTION_ID_HEADER.toLowerCase()];
    await runCall(parts, request, { ...call, transactionId: typeof id === 'string' ? id : '' }, (actor) => ({
      body: {},
      once: false,
      audit: 'none',
      authorise: () => authorise(actor),
      run: () => Promise.resolve(),
    }));
    if (bytes <= LARGE_BODY_BYTES) return;
    const giveBack = await parts.platform.largeBodies.take(Math.ceil(bytes / MEGABYTE));
    finished(reply.raw, () => giveBack());
  };
  return [admitToken(parts), admitLarge];
}
