import { API_KEY_HEADER } from '@device-console/shared-lib/contract';
import type { FastifyRequest } from 'fastify';
import { isoTime, type Clock } from '../clock.ts';
import { hashSecret } from '../security/tokens.ts';
import type { Actor } from '../services/context.ts';
import { permissionNamesOf } from '../store/permissions.ts';
import { findKeyAccount, findSessionAccount } from '../store/sessions.ts';
import type { Database } from '../store/store.ts';
import { AuthorizationFailed } from './request-errors.ts';

/** The account behind the request's token or API key, with its rights as they are now (W3, D21). Throws AuthorizationFailed. */
export async function authenticate(db: Database, clock: Clock, request: FastifyRequest): Promise<Actor> {
  const token = request.headers[API_KEY_HEADER.toLowerCase()];
  if (typeof token !== 'string' || token === '') throw new AuthorizationFailed();
  const hash = hashSecret(token);
  const session = await findSessionAccount(db, hash, isoTime(clock.now()));
  const key = session ? undefined : await findKeyAccount(db, hash);
  const account = session ?? key;
  if (!account) throw new AuthorizationFailed();
  return {
    accountId: account.id, email: account.email, userlevel: account.role,
    permissions: await permissionNamesOf(db, account.id),
    via: session ? 'session' : 'key', credentialId: session?.session_id ?? key?.key_id ?? 0,
  };
}
