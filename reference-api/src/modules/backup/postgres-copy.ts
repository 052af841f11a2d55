import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { restoredStatements } from './mark-restored.ts';
import { type CopiedDatabase, type DatabaseFacts, factsOf } from './database-facts.ts';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The console's own schema only, without owners and privileges. */
const ONLY = ['--schema=public', '--no-owner', '--no-privileges'];
const TABLES = "select tablename as name from pg_tables where schemaname = 'public'";

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'device-console-backup' });
  // A lost connection already fails its queries. Without a listener, this event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(`The database of DATABASE_URL cannot be reached: ${reason}.`, { cause });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function postgresFacts(url: string): Promise<DatabaseFacts> {
  return withClient(url, (client) =>
    factsOf(async (text) => (await client.query<Record<string, unknown>>(text)).rows, TABLES),
  );
}

/** Throws ConfigurationError while another program is connected to the database. */
function refuseUsedPostgres(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select coalesce(nullif(application_name, ''), 'a program without a name') as name from pg_stat_activity " +
        // PostgreSQL hides the type of other roles' connections; its own workers have no user.
        'where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null ' +
        "and coalesce(backend_type, 'client backend') = 'client backend' limit 1",
    );
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
  const psql = startProgram('psql', url, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-']);
  async function* script(): AsyncIterable<string | Buffer> {
    yield `begin;\n${CLEARING}`;
    // The schema itself is never removed, so only its contents are restored.
    const read = startProgram('pg_restore', url, [...ONLY, '--file=-', copy], 'offline');
    const ended = finished(read);
    yield* read.stdout as AsyncIterable<Buffer>;
    await ended;
    yield '\nset search_path = public;\n';
    for (const mark of marks) yield `${mark};\n`;
    yield 'commit;\n';
  }
  // A failure ends the script before its commit, so that nothing is changed.
  const [filled, ended] = await Promise.allSettled([pipeline(script(), psql.stdin), finished(psql)]);
  if (filled.status === 'rejected' && filled.reason instanceof ConfigurationError) throw filled.reason;
  if (ended.status === 'rejected') throw ended.reason;
  if (filled.status === 'rejected') throw filled.reason;
}

async function migrationsInCopy(url: string, copy: string): Promise<readonly string[]> {
  const only = ['--data-only', '--table=kysely_migration', '--file=-', copy];
  const read = startProgram('pg_restore', url, only, 'offline');
  const [rows] = await Promise.all([text(read.stdout), finished(read)]);
  return [...rows.matchAll(/^([\w-]+)\t/gm)].map(([, name = '']) => name);
}

export const postgresAt = (url: string): CopiedDatabase => ({
  kind: 'postgres',
  isThere: () => true,
  facts: () => postgresFacts(url),
  copyTo: (copy) => finished(startProgram('pg_dump', url, ['--format=custom', ...ONLY, `--file=${copy}`])),
  refuseUsed: () => refuseUsedPostgres(url),
  migrationsIn: (copy) => migrationsInCopy(url, copy),
  restore: (copy, at) => refill(url, copy, restoredStatements(at)),
});

/** Restores a copy into a temporary database on the same server; returns what it then holds. */
export function tryPostgres(url: string, copy: string): Promise<DatabaseFacts> {
  return withClient(url, async (client) => {
    const name = `device_console_verify_${randomUUID().replaceAll('-', '')}`;
    try {
      await client.query(`create database ${name}`);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigurationError(
        `A database to restore into cannot be made: ${reason}. Set DATABASE_URL to a server where you may make one; ` +
          'the database that it names is only connected to.',
        { cause },
      );
    }
    try {
      const temporary = new URL(url);
      temporary.pathname = `/${name}`;
      await refill(temporary.href, copy, []);
      return await postgresFacts(temporary.href);
    } finally {
      await client.query(`drop database ${name} with (force)`);
    }
  });
}

interface PostgresProgram extends ChildProcessByStdio<Writable, Readable, Readable> {
  readonly programName: string;
}

/** Passes the password in the environment: everybody on the machine can read a program's arguments. */
function connectionOf(url: string): { readonly address: string; readonly env: Record<string, string> } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('password');
  return { address: address.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

/** Starts a PostgreSQL program on the database at `url`; with `offline` it works on files alone. */
function startProgram(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  url: string,
  args: readonly string[],
  where: 'database' | 'offline' = 'database',
): PostgresProgram {
  const { address, env } = connectionOf(url);
  const folder = process.env['POSTGRES_BIN'];
  const child = spawn(
    folder === undefined ? name : join(folder, name),
    [...(where === 'database' ? [`--dbname=${address}`] : []), ...args],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env, PGAPPNAME: 'device-console-backup' } },
  );
  return Object.assign(child, { programName: name });
}

const ERROR_LENGTH = 2000;

/** Waits until a program has ended. If it failed, throws ConfigurationError with its error output. */
async function finished(program: PostgresProgram): Promise<void> {
  let errors = '';
  program.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-ERROR_LENGTH);
  });
  try {
    await once(program, 'close');
  } catch (cause) {
    throw new ConfigurationError(
      `${program.programName} cannot be started. Install PostgreSQL's client programs, or name their folder by ` +
        'POSTGRES_BIN.',
      { cause },
    );
  }
  if (program.exitCode !== 0) throw new ConfigurationError(`${program.programName} failed. ${errors.trim()}`.trim());
}
