import { sql } from 'kysely';
import { type Database, dialectOf } from '../store/store.ts';

/** True if this connection can read and append to the audit, and the database refuses it any change (A10). */
export async function isAuditProtected(db: Database, appendOnly: readonly string[]): Promise<boolean> {
  if (dialectOf(db) === 'sqlite') return false;
  const { rows } = await sql<{ mayChange: boolean }>`
    select bool_or(
      pg_has_role(tableowner, 'member')
      or has_table_privilege(format('%I.%I', schemaname, tablename), 'update, delete, truncate, trigger')
    ) as "mayChange"
    from pg_tables where schemaname = 'public' and tablename in (${sql.join(appendOnly)})`.execute(db);
  return rows[0]?.mayChange === false;
}
