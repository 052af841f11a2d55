import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { buildIndexes, type IndexList } from './indexes.ts';

/**
 * What the operator audit is read by, page by page and newest first: all of it, one device's, and what went wrong. What
 * went wrong is rare, so its indexes hold these rows alone and cost a successful action nothing.
 */
const indexes: IndexList = {
  audit_log_pages: 'audit_log (at, id)',
  audit_log_device_pages: 'audit_log (imei, at, id)',
  audit_log_error_pages: "audit_log (at, id) where outcome = 'error'",
  audit_log_refused_pages: "audit_log (at, id) where outcome = 'refused'",
};

/** The second begins with the same column. */
const replaced = ['audit_log_imei'];

/**
 * Indexes for reading the audit; and SQLite's REPLACE, which deletes the row in its way without telling the trigger of
 * deletions, is refused too.
 */
export async function indexOperatorAudit(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await buildIndexes(db, dialect, indexes, replaced);
  if (dialect !== 'sqlite') return;
  await sql`
    create trigger audit_log_no_replace before insert on audit_log
    when exists (select 1 from audit_log where id = new.id)
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
}
