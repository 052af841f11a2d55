import { sql, type Insertable } from 'kysely';
import { heldNames } from './permissions.ts';
import type { Schema, SessionEnd } from './schema.ts';
import type { Database } from './store.ts';

/** Of a login at the identity provider: how strong it was, and its sealed ID token. */
export type SignOn = Pick<Insertable<Schema['sessions']>, 'signed_on' | 'id_token'>;

type NewSession = Pick<Insertable<Schema['sessions']>, 'account_id' | 'token_hash' | 'created_at' | 'expires_at'> &
  SignOn & { readonly address: string };

/** The holder has just proved their identity. */
export async function insertSession(db: Database, session: NewSession): Promise<void> {
  const { created_at: at, address } = session;
  const used = { revoked_at: null, last_used_at: at, last_address: address, authenticated_at: at };
  await db
    .insertInto('sessions')
    .values({ ...session, ...used })
    .execute();
}

export function findSessionAccount(db: Database, tokenHash: string, now: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.role',
      'accounts.first_password_until',
      'sessions.signed_on',
      'sessions.id as session_id',
      'sessions.last_used_at',
      'sessions.authenticated_at',
    ])
    .select(heldNames)
    .select(({ exists, selectFrom }) => {
      const factors = selectFrom('second_factors').whereRef('second_factors.account_id', '=', 'accounts.id');
      return exists(factors.select('second_factors.id').where('confirmed_at', 'is not', null)).as('has_factor');
    })
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.status', '=', 'ACTIVE')
    .executeTakeFirst();
}

export async function noteUse(
  db: Database,
  table: 'sessions' | 'api_keys',
  id: number,
  at: string,
  address: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set last_used_at = ${at}, last_address = ${address}
    where id = ${id} and (last_used_at is null or last_used_at < ${at})`.execute(db);
}

export async function noteAuthentication(db: Database, id: number, at: string): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: at }).where('id', '=', id).execute();
}

export async function revokeSession(db: Database, id: number, at: string, because: SessionEnd): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at, ended_because: because, id_token: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export function openSessions(
  db: Database,
  { at, usedSince = '' }: { readonly at: string; readonly usedSince: string | undefined },
) {
  return db
    .selectFrom('sessions')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '>', usedSince)]));
}

export function openSessionsOf(db: Database, accountId: number, open: Parameters<typeof openSessions>[1]) {
  return openSessions(db, open)
    .select(['id', 'created_at', 'expires_at', 'address', 'last_used_at', 'last_address'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
}

/** Also those that have reached their end, whose calls may be under way; returns how many were open. */
export async function revokeSessionsOf(
  db: Database,
  accountId: number,
  at: string,
  because: SessionEnd,
  exceptId = 0,
): Promise<number> {
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: at, ended_because: because, id_token: null })
    .where('account_id', '=', accountId)
    .where('id', '<>', exceptId)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .execute();
  return rows.filter(({ expires_at: end }) => end > at).length;
}
