import type { Kysely } from 'kysely';

/** By table, the columns that this step adds. */
const texts = {
  accounts: ['first_password_until'],
  sessions: ['signed_on', 'id_token'],
  single_sign_ons: ['acr', 'amr', 'id_token'],
} as const;

/**
 * Until when a password counts that an admin has given, and what the identity provider has said of a login (S27 to
 * S30). A server of the version before leaves all of it null: it takes such a password for its owner's own.
 */
export async function describeFirstPasswords(db: Kysely<unknown>): Promise<void> {
  for (const [table, names] of Object.entries(texts))
    for (const name of names) await db.schema.alterTable(table).addColumn(name, 'text').execute();
  await db.schema.alterTable('single_sign_ons').addColumn('session_id', 'bigint').execute();
}
