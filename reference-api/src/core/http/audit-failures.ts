import type { FastifyRequest } from 'fastify';
import { RequestError } from '../errors/request-errors.ts';
import { recordAction } from '../audit/audit.ts';
import { isoTime } from '../time/clock.ts';
import { findActor } from './authenticate.ts';
import type { RouteParts } from './route-parts.ts';
import { isSettled } from './settled-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path under which the audit keeps a call that needs a token. */
    readonly auditedAs?: string;
  }
}

/** A flood is refused with it; what there is to know of one is kept elsewhere. */
const TOO_MANY = 429;

function reasonOf(error: unknown, status: number): string {
  if (error instanceof RequestError) return error.message;
  return status >= 500 ? 'The server failed.' : `The request could not be read (${status}).`;
}

/**
 * Keeps in the audit a call of a known account that ended before its body was understood, or in a failure of the
 * server: who, which call and how it ended, and nothing of what was sent (A5).
 */
export async function auditFailure(
  { store, platform }: RouteParts,
  request: FastifyRequest,
  error: unknown,
  status: number,
): Promise<void> {
  const { auditedAs } = request.routeOptions.config;
  if (auditedAs === undefined || status === TOO_MANY || isSettled(error)) return;
  const actor = await findActor(store.db, platform, request);
  if (!actor) return;
  await recordAction(store.db, {
    at: isoTime(platform.clock.now()),
    actor,
    call: auditedAs,
    body: {},
    outcome: status >= 500 ? 'error' : 'refused',
    message: reasonOf(error, status),
    transactionId: request.transactionId ?? '',
    address: request.ip,
  });
}
