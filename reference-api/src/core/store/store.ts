import type { Kysely } from 'kysely';
import { ConfigurationError } from '../errors/expected-errors.ts';
import type { StoreDialect } from './dialect.ts';
import type { Schema } from './schema.ts';
import { migrateToLatest, schemaStateOf, type SchemaState } from './migrate.ts';
import type { MigrationList } from './migrations/migration-list.ts';
import { openPostgres, openPostgresForMigrations } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { hasCode } from './statements.ts';

export { dialectOf } from './dialect.ts';

/** The database, or a transaction on it. */
export type Database = Kysely<Schema>;

export interface Store {
  readonly dialect: StoreDialect;
  readonly db: Database;
  readonly schema: SchemaState;
  /** Connections to PostgreSQL; undefined for SQLite, which has one. */
  readonly pool?: ReturnType<typeof openPostgres>['pool'] | undefined;
  close(): Promise<void>;
}

export type StoreLocation = { readonly file: string } | { readonly url: string };

const NOT_THE_OWNER =
  'The database is not of this version yet, and its role in DATABASE_URL may not bring it there. Run the command ' +
  '"migrate --grant <that role>" with the address of the role that owns the tables, then start again.';

async function openPostgresStore(url: string, list: MigrationList): Promise<Store> {
  const steps = list('postgres');
  const migrating = openPostgresForMigrations(url);
  try {
    await migrateToLatest(migrating, 'postgres', steps);
  } catch (error) {
    throw isNotPermitted(error) ? new ConfigurationError(NOT_THE_OWNER, { cause: error }) : error;
  } finally {
    await migrating.destroy();
  }
  const { db, pool } = openPostgres(url);
  const schema = await schemaStateOf(db, 'postgres', steps);
  return { dialect: 'postgres', db, schema, pool, close: () => db.destroy() };
}

async function openSqliteStore(file: string, list: MigrationList): Promise<Store> {
  const db = openSqlite(file);
  const steps = list('sqlite');
  try {
    await migrateToLatest(db, 'sqlite', steps);
    return { dialect: 'sqlite', db, schema: await schemaStateOf(db, 'sqlite', steps), close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens the database and migrates it. Throws ConfigurationError if a newer server has left this version behind. */
export function openDatabase(location: StoreLocation, list: MigrationList): Promise<Store> {
  return 'file' in location ? openSqliteStore(location.file, list) : openPostgresStore(location.url, list);
}

/** Inside a transaction `work` joins that one. */
export function inTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Directly or as the cause of another. */
function isNotPermitted(error: unknown): boolean {
  return [error, error instanceof Error && error.cause].some((one) => hasCode(one, INSUFFICIENT_PRIVILEGE));
}
