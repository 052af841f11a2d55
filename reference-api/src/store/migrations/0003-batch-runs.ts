import { sql, type Kysely } from 'kysely';

/**
 * What the list of batch runs is read by: a batch's commands by their status, and the newest uploads of batches, of all
 * or of one account.
 */
export async function indexBatchRuns(db: Kysely<unknown>): Promise<void> {
  await sql`create index commands_batch on commands (batch_id, account_id, status) where batch_id is not null`.execute(
    db,
  );
  await sql`create index uploads_batch on uploads (id) where batch_id is not null`.execute(db);
  await sql`create index uploads_account_batch on uploads (account_id, id) where batch_id is not null`.execute(db);
}
