import type { Kysely } from 'kysely';
import type { Schema, StoreDialect } from './schema.ts';
import { migrateToLatest } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export { dialectOf } from './dialect.ts';

/** The database, or a transaction on it: the store's functions take either. */
export type Database = Kysely<Schema>;

/** An open, migrated database. */
export interface Store {
  readonly dialect: StoreDialect;
  readonly db: Database;
  close(): Promise<void>;
}

/** Where the database is: a SQLite file, or a PostgreSQL address. */
export type StoreLocation = { readonly file: string } | { readonly url: string };

/** Opens the database and brings its schema up to date. */
export async function openStore(location: StoreLocation): Promise<Store> {
  const dialect: StoreDialect = 'file' in location ? 'sqlite' : 'postgres';
  const db = 'file' in location ? openSqlite(location.file) : openPostgres(location.url);
  try {
    await migrateToLatest(db, dialect);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { dialect, db, close: () => db.destroy() };
}

/** Runs `work` in one transaction; inside a transaction it joins that one. */
export function inTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
