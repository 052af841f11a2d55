import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { openPostgresForMigrations } from '../../core/store/postgres.ts';
import { openSqlite } from '../../core/store/sqlite.ts';
import type { Database, StoreLocation } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';

/** Tables that get rows only when people use the database; a server fills the others when it starts. */
const WORKED_WITH = ['accounts', 'devices', 'commands', 'uploads', 'audit_log'] as const;

/** A database that is backed up and restored, by the programs of its kind. */
export interface CopiedDatabase {
  readonly kind: 'sqlite' | 'postgres';
  isThere(): boolean;
  /** Copies it to a file. Servers may keep running: the copy is a consistent snapshot. */
  copyTo(copy: string): Promise<void>;
  /** Throws ConfigurationError while another program uses it. */
  refuseUsed(): Promise<void>;
  /** Names the steps of the schema in a copy. Throws ConfigurationError if the copy is damaged. */
  migrationsIn(copy: string): Promise<readonly string[]>;
  /** Replaces what it holds with a copy that is marked as restored: all of it or nothing. */
  restore(copy: string, at: Date): Promise<void>;
}

/** Works on a database without migrating it. Throws ConfigurationError if it cannot be reached. */
export async function withDatabase<Result>(location: StoreLocation, work: (db: Database) => Promise<Result>) {
  const db = 'file' in location ? openSqlite(location.file) : openPostgresForMigrations(location.url);
  try {
    await sql`select 1`.execute(db).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigurationError(`The database cannot be reached: ${reason}.`, { cause });
    });
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Counts the rows of a database, which may be empty. */
export async function rowsOf(db: Database): Promise<Readonly<Record<(typeof WORKED_WITH)[number], number>>> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const rows = { accounts: 0, devices: 0, commands: 0, uploads: 0, audit_log: 0 };
  for (const table of WORKED_WITH) if (there.has(table)) rows[table] = await countRows(db.selectFrom(table));
  return rows;
}

export function countsOf(rows: Awaited<ReturnType<typeof rowsOf>>): string {
  return WORKED_WITH.map((table) => `${rows[table]} ${table === 'audit_log' ? 'audit rows' : table}`).join(', ');
}

/** Quotes a text. All values here are made by the program, so that quoting is enough. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function writeSetting(name: string, value: string): string {
  return (
    `insert into settings (name, value) values (${literal(name)}, ${literal(value)}) ` +
    'on conflict (name) do update set value = excluded.value'
  );
}

/**
 * Returns statements that mark a copy of the database as restored. They set a new epoch, in which no earlier command is
 * sent by itself; pause dispatch until somebody has checked what the provider says; and end all sessions, API keys and
 * password resets. They are text, because on PostgreSQL psql runs them in the transaction that restores the tables.
 * They fit every version of the schema.
 */
export function restoredStatements(at: Date): readonly string[] {
  const time = literal(isoTime(at));
  const dispatch = { state: 'paused', why: 'restored', at: isoTime(at), by: 'restore' };
  return [
    writeSetting('deployment_epoch', randomUUID()),
    writeSetting('dispatch', JSON.stringify(dispatch)),
    `update sessions set revoked_at = ${time} where revoked_at is null`,
    "update api_keys set status = 'inactive' where status <> 'inactive'",
    `update password_resets set used_at = ${time} where used_at is null`,
  ];
}
