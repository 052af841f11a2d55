import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CompiledQuery, sql } from 'kysely';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { executedSteps } from '../../core/store/migrate.ts';
import { openPostgresForMigrations } from '../../core/store/postgres.ts';
import { openSqlite } from '../../core/store/sqlite.ts';
import { inTransaction, type Database, type StoreLocation } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';

/** Tables that get rows only when people use the database; a server fills the others when it starts. */
const WORKED_WITH = ['accounts', 'devices', 'commands', 'uploads', 'audit_log'] as const;

export interface CopiedDatabase {
  readonly kind: 'sqlite' | 'postgres';
  isThere(): boolean;
  /** Copies it to a file. Servers may keep running: the copy is a consistent snapshot. */
  copyTo(copy: string): Promise<void>;
  /** Throws ConfigurationError while another program is connected to it. */
  refuseUsed(): Promise<void>;
  /** The steps of the schema in a copy. Throws ConfigurationError if the copy is damaged. */
  migrationsIn(copy: string): Promise<readonly string[]>;
  /** Replaces what it holds with a copy that is marked as restored: all of it or nothing. */
  restore(copy: string, at: Date): Promise<void>;
}

/** Without migrating it. Throws ConfigurationError if it cannot be reached. */
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

/** The database may be empty. */
export async function rowsOf(db: Database): Promise<Readonly<Record<(typeof WORKED_WITH)[number], number>>> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const rows = { accounts: 0, devices: 0, commands: 0, uploads: 0, audit_log: 0 };
  for (const table of WORKED_WITH) if (there.has(table)) rows[table] = await countRows(db.selectFrom(table));
  return rows;
}

export function countsOf(rows: Awaited<ReturnType<typeof rowsOf>>): string {
  return WORKED_WITH.map((table) => `${rows[table]} ${table === 'audit_log' ? 'audit rows' : table}`).join(', ');
}

/** All values are made by this program and hold no quotation mark. */
function writeSetting(name: string, value: string): string {
  return (
    `insert into settings (name, value) values ('${name}', '${value}') ` +
    'on conflict (name) do update set value = excluded.value'
  );
}

/**
 * Marks a copy of the database as restored: a new epoch, in which no earlier command is sent by itself; dispatch paused
 * until somebody has checked what the provider says; all sessions, API keys and password resets ended. As text, because
 * psql runs it in the transaction that restores the tables. It fits every version of the schema.
 */
function restoredStatements(at: Date): readonly string[] {
  const time = isoTime(at);
  const dispatch = { state: 'paused', why: 'restored', at: time, by: 'restore' };
  return [
    writeSetting('deployment_epoch', randomUUID()),
    writeSetting('dispatch', JSON.stringify(dispatch)),
    `update sessions set revoked_at = '${time}' where revoked_at is null`,
    "update api_keys set status = 'inactive' where status <> 'inactive'",
    `update password_resets set used_at = '${time}' where used_at is null`,
  ];
}

/** Marks this database as restored, in one transaction. */
export const markRestored = (db: Database, at: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const statement of restoredStatements(at)) await tx.executeQuery(CompiledQuery.raw(statement));
  });

async function requireWhole(db: Database): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
  const found = rows[0]?.integrity_check;
  if (found !== 'ok') throw new ConfigurationError(`The database in the backup is damaged: ${found}.`);
}

const sqliteAt = (file: string): CopiedDatabase => ({
  kind: 'sqlite',
  isThere: () => existsSync(file),
  async copyTo(copy) {
    if (!existsSync(file)) throw new ConfigurationError(`There is no database ${file}. Is DATA_DIR right?`);
    await withDatabase({ file }, (db) => sql`vacuum into ${copy}`.execute(db));
    await chmod(copy, 0o600);
  },
  refuseUsed: () =>
    withDatabase({ file }, async (db) => {
      // A write-ahead log that another program has open cannot be removed.
      await sql`pragma journal_mode = delete`.execute(db).catch((cause: unknown) => {
        throw new ConfigurationError(`The database ${file} is in use. Stop every server of it first.`, { cause });
      });
    }),
  migrationsIn: (copy) =>
    withDatabase({ file: copy }, async (db) => {
      await requireWhole(db);
      return executedSteps(db, 'sqlite');
    }),
  async restore(copy, at) {
    await withDatabase({ file: copy }, (db) => markRestored(db, at));
    for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await rename(copy, file);
  },
});

const ONLY = ['--schema=public', '--no-owner', '--no-privileges'];

function refuseUsedPostgres(url: string): Promise<void> {
  return withDatabase({ url }, async (db) => {
    // PostgreSQL hides the type of other roles' connections; its own workers have no user.
    const { rows } = await sql<{ name: string }>`
      select coalesce(nullif(application_name, ''), 'a program without a name') as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend' limit 1`.execute(db);
    const [other] = rows;
    if (other)
      throw new ConfigurationError(`The database is in use (by ${other.name}). Stop every server of it first.`);
  });
}

/** Empties the schema: restoring an older copy would otherwise leave tables of a newer version behind. */
const CLEARING = `
set client_min_messages = warning;
do $$ declare found record; begin
  for found in select tablename from pg_tables where schemaname = 'public' loop
    execute format('drop table public.%I cascade', found.tablename);
  end loop;
  for found in select p.oid::regprocedure as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('drop function %s cascade', found.signature);
  end loop;
end $$;
`;

/** In one transaction: all of it or nothing. */
async function refill(url: string, copy: string, marks: readonly string[]): Promise<void> {
  const psql = startProgram('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'], url);
  async function* script(): AsyncIterable<string | Buffer> {
    yield `begin;\n${CLEARING}`;
    // The schema itself is never removed, so only its contents are restored.
    const read = startProgram('pg_restore', [...ONLY, '--file=-', copy]);
    yield* read.output as AsyncIterable<Buffer>;
    await read.ended;
    yield '\nset search_path = public;\n';
    for (const mark of marks) yield `${mark};\n`;
    yield 'commit;\n';
  }
  // A failure ends the script before its commit, so that nothing is changed.
  const [filled, ended] = await Promise.allSettled([pipeline(script(), psql.input), psql.ended]);
  if (filled.status === 'rejected' && filled.reason instanceof ConfigurationError) throw filled.reason;
  if (ended.status === 'rejected') throw ended.reason;
  if (filled.status === 'rejected') throw filled.reason;
}

async function migrationsInCopy(copy: string): Promise<readonly string[]> {
  const read = startProgram('pg_restore', ['--data-only', '--table=kysely_migration', '--file=-', copy]);
  const [rows] = await Promise.all([text(read.output), read.ended]);
  return [...rows.matchAll(/^([\w-]+)\t/gm)].map(([, name = '']) => name);
}

export const postgresAt = (url: string): CopiedDatabase => ({
  kind: 'postgres',
  isThere: () => true,
  copyTo: (copy) => startProgram('pg_dump', ['--format=custom', ...ONLY, `--file=${copy}`], url).ended,
  refuseUsed: () => refuseUsedPostgres(url),
  migrationsIn: migrationsInCopy,
  restore: (copy, at) => refill(url, copy, restoredStatements(at)),
});

function tryPostgres(url: string, copy: string) {
  return withDatabase({ url }, async (db) => {
    const name = `device_console_verify_${randomUUID().replaceAll('-', '')}`;
    await sql`create database ${sql.id(name)}`.execute(db).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigurationError(
        `A database to restore into cannot be made: ${reason}. Set DATABASE_URL to a server where you may make one; ` +
          'the database that it names is only connected to.',
        { cause },
      );
    });
    try {
      const temporary = new URL(url);
      temporary.pathname = `/${name}`;
      await refill(temporary.href, copy, []);
      return await withDatabase({ url: temporary.href }, rowsOf);
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(db);
    }
  });
}

/** Restores a copy into a database of the moment, for PostgreSQL on the server at `url`, and counts. */
export function tryOut(copy: string, url: string | undefined) {
  if (url !== undefined) return tryPostgres(url, copy);
  return withDatabase({ file: copy }, async (db) => {
    await requireWhole(db);
    return rowsOf(db);
  });
}

/** Passes the password in the environment: everybody on the machine can read a program's arguments. */
function connectionOf(url: string): { readonly address: string; readonly env: Record<string, string> } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('password');
  return { address: address.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

const ERROR_LENGTH = 2000;

/** If it fails, `ended` rejects with a ConfigurationError that has what the program wrote. */
function startProgram(name: 'pg_dump' | 'pg_restore' | 'psql', args: readonly string[], url?: string) {
  const { address, env } = url === undefined ? { address: '', env: {} } : connectionOf(url);
  const folder = process.env['POSTGRES_BIN'];
  const child = spawn(
    folder === undefined ? name : join(folder, name),
    [...(url === undefined ? [] : [`--dbname=${address}`]), ...args],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env, PGAPPNAME: 'device-console-backup' } },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-ERROR_LENGTH);
  });
  const ended = once(child, 'close').then(
    () => {
      if (child.exitCode !== 0) throw new ConfigurationError(`${name} failed. ${errors.trim()}`.trim());
    },
    (cause: unknown) => {
      throw new ConfigurationError(
        `${name} cannot be started. Install PostgreSQL's client programs, or name their folder by POSTGRES_BIN.`,
        { cause },
      );
    },
  );
  // Who has failed meanwhile does not wait for it.
  ended.catch(() => undefined);
  return { input: child.stdin, output: child.stdout, ended };
}

export const databaseAt = (location: StoreLocation): CopiedDatabase =>
  'file' in location ? sqliteAt(location.file) : postgresAt(location.url);
