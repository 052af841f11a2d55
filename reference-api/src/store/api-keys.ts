import type { KeyOpens } from './schema-people.ts';
import type { Database } from './store.ts';

interface NewApiKey {
  readonly accountId: number;
  readonly name: string;
  readonly keyHash: string;
  readonly opens: KeyOpens;
  readonly at: string;
}

/** Keeps an active key; returns its id. */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({
      account_id: key.accountId,
      name: key.name,
      key_hash: key.keyHash,
      status: 'active',
      opens: key.opens,
      created_at: key.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** All keys, newest first, with the role of the account that made each. */
export function listApiKeys(db: Database) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.status', 'api_keys.created_at', 'accounts.role'])
    .orderBy('api_keys.id', 'desc')
    .execute();
}

export function findApiKey(db: Database, id: number) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.status', 'accounts.role'])
    .where('api_keys.id', '=', id)
    .executeTakeFirst();
}

export async function setApiKeyStatus(db: Database, id: number, status: 'active' | 'inactive'): Promise<void> {
  await db.updateTable('api_keys').set({ status }).where('id', '=', id).execute();
}
