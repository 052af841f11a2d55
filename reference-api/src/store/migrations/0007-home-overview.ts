import { sql, type Kysely } from 'kysely';

/**
 * What Home is read by: the commands of a day by how far they are, of everyone and of one account, and the newest
 * commands that an account sent by hand. Each holds all that its question needs, so that no row is looked up to count.
 */
export async function indexHomeOverview(db: Kysely<unknown>): Promise<void> {
  await sql`create index commands_days on commands (created_at, status, report)`.execute(db);
  await sql`create index commands_account_days on commands (account_id, created_at, status, report)`.execute(db);
  await sql`create index commands_by_hand on commands (account_id, id) where batch_id is null`.execute(db);
}
