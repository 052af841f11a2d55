import { API_KEY_HEADER } from '@device-console/shared-lib/contract';
import type { FastifyRequest } from 'fastify';

/** The session token or API key of a request, if it has one (W3). */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers[API_KEY_HEADER.toLowerCase()];
  return typeof token === 'string' && token !== '' ? token : undefined;
}
