import type { Insertable } from 'kysely';
import type { AuditTable } from './schema.ts';
import type { Database } from './store.ts';

type AuditEntry = Omit<Insertable<AuditTable>, 'id'>;

/** Appends to the audit table, which refuses every later change. */
export async function appendAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute();
}
