import Libsql from 'libsql';
import { existsSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { openStore } from '../../core/store/store.ts';
import { markRestored } from './mark-restored.ts';
import { factsOf, type DatabaseFacts } from './database-facts.ts';

/** Milliseconds to wait for a transaction of the server. */
const BUSY_TIMEOUT = 5000;
const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";

type Row = Readonly<Record<string, unknown>>;

async function withDatabase<Result>(file: string, work: (database: Libsql.Database) => Promise<Result>) {
  const database = new Libsql(file, { timeout: BUSY_TIMEOUT });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Reads what a SQLite file holds, without migrating it. */
export function sqliteFacts(file: string): Promise<DatabaseFacts> {
  return withDatabase(file, (database) =>
    factsOf((text) => Promise.resolve(database.prepare(text).all() as Row[]), TABLES),
  );
}

/** Copies the database to a file. The server may keep running: the copy is a consistent snapshot. */
export async function copySqlite(file: string, copy: string): Promise<void> {
  if (!existsSync(file)) throw new ConfigurationError(`There is no database ${file}. Is DATA_DIR right?`);
  await withDatabase(file, async (database) => {
    database.prepare('vacuum into ?').run(copy);
  });
  await chmod(copy, 0o600);
}

/** Returns what a copy holds. Throws ConfigurationError if SQLite finds it damaged. */
export async function checkSqlite(copy: string): Promise<DatabaseFacts> {
  await withDatabase(copy, async (database) => {
    const [row] = database.prepare('pragma integrity_check(1)').all() as Row[];
    const found = String(row?.['integrity_check']);
    if (found !== 'ok') throw new ConfigurationError(`The database in the backup is damaged: ${found}.`);
  });
  return sqliteFacts(copy);
}

/** Throws ConfigurationError if another program has the database open: its write-ahead log can then not be removed. */
export async function refuseUsedSqlite(file: string): Promise<void> {
  await withDatabase(file, async (database) => {
    try {
      database.prepare('pragma journal_mode = delete').all();
    } catch (cause) {
      throw new ConfigurationError(`The database ${file} is in use. Stop every server of it first.`, { cause });
    }
  });
}

/** Replaces a database with a copy, which is migrated and marked as restored first. */
export async function restoreSqlite(copy: string, file: string, at: Date): Promise<void> {
  const store = await openStore({ file: copy });
  try {
    await markRestored(store.db, at);
  } finally {
    await store.close();
  }
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
  await rename(copy, file);
}
