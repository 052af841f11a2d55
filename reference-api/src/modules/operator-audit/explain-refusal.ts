import type { AuditedActor, Platform } from '../../core/calls/context.ts';
import { NOBODY } from '../../core/http/authenticate.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../core/store/schema.ts';

type Owner = Pick<Selectable<Schema['accounts']>, 'id' | 'email' | 'status' | 'closed_email'>;
type Key = Pick<Selectable<Schema['api_keys']>, 'expires_at' | 'revoked_at' | 'status'>;

const columns = ['accounts.id', 'accounts.email', 'accounts.status', 'accounts.closed_email'] as const;

function accountReason({ status, closed_email: closed }: Owner): string | undefined {
  if (closed !== null) return 'the account is closed';
  return status === 'ACTIVE' ? undefined : 'the account is disabled';
}

function actorOf(owner: Owner, via: 'session' | 'key'): AuditedActor {
  return { accountId: owner.id, email: owner.closed_email ?? owner.email, via };
}

function keyReason({ status, expires_at: expiresAt, revoked_at: revokedAt }: Key, now: string) {
  if (revokedAt !== null) return 'the API key was revoked';
  if (expiresAt !== null && expiresAt <= now) return 'the API key has expired';
  return status === 'active' ? 'the API key may not be used from this address' : 'the API key is not active';
}

/** Explains an invalid token for the audit: whose it is or was, and why it is invalid. */
export const explainRefusal: Platform['explainRefusal'] = async (db, hash, now) => {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([...columns, 'sessions.ended_because'])
    .where('sessions.token_hash', '=', hash)
    .executeTakeFirst();
  if (session) {
    const { ended_because: end } = session;
    const over = end === null ? 'the session is over' : `the session ended: ${end}`;
    return { actor: actorOf(session, 'session'), reason: accountReason(session) ?? over };
  }
  const key = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([...columns, 'api_keys.status as key_status', 'api_keys.expires_at', 'api_keys.revoked_at'])
    .where('api_keys.key_hash', '=', hash)
    .executeTakeFirst();
  if (!key) return { actor: NOBODY, reason: 'an unknown token' };
  return {
    actor: actorOf(key, 'key'),
    reason: accountReason(key) ?? keyReason({ ...key, status: key.key_status }, now),
  };
};
