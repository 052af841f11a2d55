import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { appendOnlyTriggers } from '../append-only.ts';

/** The seals of the audit, to which rows are only added. */
export async function createAuditChain(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema
    .createTable('audit_seals')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey())
    .addColumn('statement', 'text', (column) => column.notNull())
    .addColumn('hashes', dialect === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('removed_through', 'bigint')
    .execute();
  for (const statement of appendOnlyTriggers('audit_seals', dialect)) await sql.raw(statement).execute(db);
}
