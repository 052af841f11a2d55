import Libsql from 'libsql';
import { existsSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { restoredStatements } from './mark-restored.ts';
import { factsOf, type CopiedDatabase, type DatabaseFacts } from './database-facts.ts';

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

function sqliteFacts(file: string): Promise<DatabaseFacts> {
  return withDatabase(file, (database) =>
    factsOf((text) => Promise.resolve(database.prepare(text).all() as Row[]), TABLES),
  );
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

export const sqliteAt = (file: string): CopiedDatabase => ({
  kind: 'sqlite',
  isThere: () => existsSync(file),
  facts: () => sqliteFacts(file),
  async copyTo(copy) {
    if (!existsSync(file)) throw new ConfigurationError(`There is no database ${file}. Is DATA_DIR right?`);
    await withDatabase(file, async (database) => {
      database.prepare('vacuum into ?').run(copy);
    });
    await chmod(copy, 0o600);
  },
  refuseUsed: () =>
    withDatabase(file, async (database) => {
      try {
        // A write-ahead log that another program has open cannot be removed.
        database.prepare('pragma journal_mode = delete').all();
      } catch (cause) {
        throw new ConfigurationError(`The database ${file} is in use. Stop every server of it first.`, { cause });
      }
    }),
  migrationsIn: async (copy) => (await checkSqlite(copy)).migrations,
  async restore(copy, at) {
    await withDatabase(copy, async (database) => {
      database.exec(['begin', ...restoredStatements(at), 'commit'].join(';\n'));
    });
    for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await rename(copy, file);
  },
});
