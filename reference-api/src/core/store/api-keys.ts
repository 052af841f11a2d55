import type { Insertable } from 'kysely';
import { heldNames } from './permissions.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

export async function insertApiKey(
  db: Database,
  key: Omit<Insertable<Schema['api_keys']>, 'id' | 'status'>,
): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({ ...key, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** API keys that are active at `now`, with their limits and active accounts (D21, K2). */
export const usableKeys = (db: Database, now: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.role',
      'api_keys.id as key_id',
      'api_keys.opens',
      'api_keys.commands',
      'api_keys.networks',
      'api_keys.per_minute',
      'api_keys.last_used_at',
    ])
    .select(heldNames)
    .where('api_keys.status', '=', 'active')
    .where('api_keys.revoked_at', 'is', null)
    .where((where) => where.or([where('api_keys.expires_at', 'is', null), where('api_keys.expires_at', '>', now)]))
    .where('accounts.status', '=', 'ACTIVE');

const keysWithOwner = (db: Database) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['accounts.role', 'accounts.email']);

/** Except those of closed accounts, newest first, each with its owner. */
export function listApiKeys(db: Database) {
  return keysWithOwner(db).where('accounts.closed_at', 'is', null).orderBy('api_keys.id', 'desc').execute();
}

export function findApiKey(db: Database, id: number) {
  return keysWithOwner(db).where('api_keys.id', '=', id).executeTakeFirst();
}

export async function setApiKeyStatus(db: Database, id: number, status: 'active' | 'inactive'): Promise<void> {
  await db.updateTable('api_keys').set({ status }).where('id', '=', id).execute();
}

/** Revokes for good; returns the number of keys. */
export async function revokeApiKeysOf(db: Database, accountId: number, at: string): Promise<number> {
  const rows = await db
    .updateTable('api_keys')
    .set({ revoked_at: at, status: 'inactive' })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}
