import type { Database } from './store.ts';

export async function insertSession(
  db: Database,
  session: { accountId: number; tokenHash: string; at: string; expiresAt: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      token_hash: session.tokenHash,
      created_at: session.at,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** The active account behind an open session's token, at `now`. */
export function findSessionAccount(db: Database, tokenHash: string, now: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email', 'accounts.phone', 'accounts.role', 'sessions.id as session_id'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.status', '=', 'ACTIVE')
    .executeTakeFirst();
}

/** The active account behind an active API key (D21). */
export function findKeyAccount(db: Database, keyHash: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.phone',
      'accounts.role',
      'api_keys.id as key_id',
      'api_keys.opens',
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.status', '=', 'active')
    .where('accounts.status', '=', 'ACTIVE')
    .executeTakeFirst();
}

/**
 * Whose a session's token or an API key is or was, whether or not it still opens anything: for the audit of who was
 * refused.
 */
export async function findCredentialOwner(db: Database, hash: string) {
  const columns = ['accounts.id', 'accounts.email', 'accounts.status'] as const;
  const session = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(columns)
    .where('sessions.token_hash', '=', hash)
    .executeTakeFirst();
  if (session) return { ...session, via: 'session' as const };
  const key = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(columns)
    .where('api_keys.key_hash', '=', hash)
    .executeTakeFirst();
  return key && { ...key, via: 'key' as const };
}

export async function revokeSession(db: Database, sessionId: number, at: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every open session of an account; returns how many there were. */
export async function revokeSessionsOf(db: Database, accountId: number, at: string): Promise<number> {
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .execute();
  return rows.length;
}
