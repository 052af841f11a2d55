import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { type CopiedDatabase, restoredStatements, rowsOf, withDatabase } from './database-facts.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The console's own schema only, without owners and privileges. */
const ONLY = ['--schema=public', '--no-owner', '--no-privileges'];

/** Throws ConfigurationError while another program is connected to the database. */
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

/** Replaces the contents of a database with a copy changed by `marks`, in one transaction: all of it or nothing. */
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

/** Restores a copy into a temporary database on the same server; returns what it then holds. */
export function tryPostgres(url: string, copy: string) {
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

/** Passes the password in the environment: everybody on the machine can read a program's arguments. */
function connectionOf(url: string): { readonly address: string; readonly env: Record<string, string> } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('password');
  return { address: address.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

const ERROR_LENGTH = 2000;

/**
 * Starts a PostgreSQL program, on the database at `url` if there is one. `ended` rejects with a ConfigurationError, and
 * what the program wrote about its error, if it failed.
 */
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
