import type { Kysely } from 'kysely';

type Builder = Kysely<unknown>;

async function addTexts(db: Builder, table: string, names: readonly string[]): Promise<void> {
  for (const name of names) await db.schema.alterTable(table).addColumn(name, 'text').execute();
}

/**
 * What a session and an API key are known by and bounded to, and what becomes of accounts. A server of the version
 * before leaves all of it null: its sessions are not idle, and its keys have no bounds.
 */
export async function describeSessionsAndKeys(db: Builder): Promise<void> {
  await addTexts(db, 'sessions', ['address', 'last_used_at', 'last_address', 'authenticated_at', 'ended_because']);
  await addTexts(db, 'api_keys', ['expires_at', 'revoked_at', 'last_used_at', 'last_address', 'commands', 'networks']);
  await db.schema.alterTable('api_keys').addColumn('per_minute', 'integer').execute();
  await addTexts(db, 'accounts', ['invited_at', 'closed_at', 'closed_email']);
  await db.schema
    .alterTable('password_resets')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('reset'))
    .execute();
}
