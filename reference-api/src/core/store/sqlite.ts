import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SelectQueryNode,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import Libsql from 'libsql';
import { DatabaseAway } from '../errors/request-errors.ts';
import { hasCode, isWriting } from './statements.ts';
import type { Schema } from './schema.ts';

/** Milliseconds to wait for another process, such as the CLI, to finish its transaction. */
const BUSY_TIMEOUT = 5000;

// An acknowledged command survives a killed process and a power cut: WAL with a sync at every commit.
const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', `busy_timeout = ${BUSY_TIMEOUT}`];

const BEGIN = 'begin immediate';

/** Takes the write lock first: no transaction fails half-way because another process wrote after it had read. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }
}

/** A failed migration leaves the database as it was, and two processes migrate one after the other. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A writing transaction has the whole file: SQLite has no row locks, and needs none. */
class UnlockedSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery({ endModifiers: _locks, ...query }: SelectQueryNode): void {
    super.visitSelectQuery(query);
  }
}

/** Prepared statements to keep; longer texts are lists of rows, which do not repeat. */
const KEPT_STATEMENTS = 200;
const KEPT_LENGTH = 2000;

/** Waits for other processes. Throws DatabaseAway if one of them holds the lock for too long. */
function begin(database: Libsql.Database): void {
  try {
    database.exec(BEGIN);
  } catch (error) {
    throw hasCode(error, 'SQLITE_BUSY') ? new DatabaseAway(error) : error;
  }
}

/** Only BEGIN, never kept prepared, waits for the lock: a waiting prepared statement stays open, and blocks commits. */
function inOwnTransaction<Result>(database: Libsql.Database, write: () => Result): Result {
  if (database.inTransaction) return write();
  begin(database);
  try {
    const result = write();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

function prepare(database: Libsql.Database, text: string): SqliteStatement {
  const statement = database.prepare(text);
  const isWrite = isWriting(text);
  const done = <Result>(work: () => Result): Result => (isWrite ? inOwnTransaction(database, work) : work());
  return {
    reader: statement.reader,
    all: (parameters) => done(() => statement.all(parameters)),
    run: (parameters) => {
      if (text === BEGIN) {
        begin(database);
        return { changes: 0, lastInsertRowid: 0 };
      }
      const { changes, lastInsertRowid } = done(() => statement.run(parameters));
      return { changes, lastInsertRowid };
    },
    iterate: (parameters) => statement.iterate(parameters) as IterableIterator<unknown>,
  };
}

function open(file: string): SqliteDatabase {
  const database = new Libsql(file, { timeout: BUSY_TIMEOUT });
  for (const pragma of PRAGMAS) database.prepare(`pragma ${pragma}`).all();
  const kept = new Map<string, SqliteStatement>();
  return {
    close() {
      kept.clear();
      // Kept statements hold the file until they are collected; this leaves nothing in the write-ahead log meanwhile.
      database.prepare('pragma wal_checkpoint(truncate)').all();
      database.close();
    },
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const statement = prepare(database, text);
      if (kept.size >= KEPT_STATEMENTS) kept.clear();
      if (text.length <= KEPT_LENGTH) kept.set(text, statement);
      return statement;
    },
  };
}

/** Creates a missing file; its folder must exist. */
export function openSqlite(file: string): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new ImmediateSqliteDriver({ database: open(file) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new UnlockedSqliteCompiler(),
  };
  return new Kysely<Schema>({ dialect });
}
