import { sql, type Kysely } from 'kysely';

/**
 * What the operator audit is read by, page by page and newest first: all of it, one device's, and what went wrong. What went
 * wrong is rare, so its indexes hold these rows alone and cost a successful action nothing.
 */
export async function indexOperatorAudit(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_pages on audit_log (at, id)`.execute(db);
  await sql`create index audit_log_device_pages on audit_log (imei, at, id)`.execute(db);
  await sql`create index audit_log_error_pages on audit_log (at, id) where outcome = 'error'`.execute(db);
  await sql`create index audit_log_refused_pages on audit_log (at, id) where outcome = 'refused'`.execute(db);
  // The second begins with the same column.
  await sql`drop index audit_log_imei`.execute(db);
}
