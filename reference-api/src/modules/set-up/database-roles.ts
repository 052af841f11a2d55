import { sql } from 'kysely';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { dialectOf } from '../../core/store/dialect.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

/** The schema's own tables, which servers only read, and those of the audit, to which they also append. */
const READ_ALONE = ['kysely_migration', 'kysely_migration_lock'];
const ADDED_TO = ['audit_log', 'audit_seals'];

/** Throws ConfigurationError if the role is missing, or owns the tables or is a superuser. */
async function requireServerRole(db: Database, role: string): Promise<void> {
  const { rows } = await sql<{ owns: boolean }>`
    select rolsuper or pg_has_role(rolname, tableowner, 'member') as owns from pg_roles, pg_tables
    where rolname = ${role} and schemaname = 'public' and tablename = 'audit_log'`.execute(db);
  const [found] = rows;
  if (!found) throw new ConfigurationError(`There is no role "${role}". Make it first: createuser ${role}`);
  if (found.owns)
    throw new ConfigurationError(
      `The role "${role}" owns the tables or is a superuser, which no grant bounds. Name another for the servers, ` +
        'and run this as the owner.',
    );
}

/**
 * Grants a PostgreSQL role what servers need and no more: every table, but the audit and its seals only to read and
 * append (A10). The tables' owner must run it, after each migration. Throws ConfigurationError.
 */
export async function grantToServers(db: Database, role: string): Promise<void> {
  if (dialectOf(db) === 'sqlite')
    throw new ConfigurationError(
      'SQLite has no roles: whoever reads the file may change it. --grant is for PostgreSQL.',
    );
  await requireServerRole(db, role);
  const to = sql.id(role);
  const namesOf = (tables: readonly string[]) => sql.join(tables.map((table) => sql.id('public', table)));
  await inTransaction(db, async (tx) => {
    await sql`grant usage on schema public to ${to}`.execute(tx);
    await sql`revoke all on all tables in schema public from ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(tx);
    await sql`revoke update, delete on ${namesOf(ADDED_TO)} from ${to}`.execute(tx);
    await sql`revoke insert, update, delete on ${namesOf(READ_ALONE)} from ${to}`.execute(tx);
  });
}

/** True if this connection can read and append to the audit, and the database refuses it any change (A10). */
export async function isAuditProtected(db: Database): Promise<boolean> {
  if (dialectOf(db) === 'sqlite') return false;
  const { rows } = await sql<{ mayChange: boolean }>`
    select bool_or(
      pg_has_role(tableowner, 'member')
      or has_table_privilege(format('%I.%I', schemaname, tablename), 'update, delete, truncate, trigger')
    ) as "mayChange"
    from pg_tables where schemaname = 'public' and tablename in (${sql.join(ADDED_TO)})`.execute(db);
  return rows[0]?.mayChange === false;
}
