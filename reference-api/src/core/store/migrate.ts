import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { ConfigurationError } from '../errors/expected-errors.ts';
import type { StoreMigration } from './migrations/migration-list.ts';
import type { StoreDialect } from './dialect.ts';
import type { Schema } from './schema.ts';
import { putSetting, readSetting } from './settings.ts';
import { hasCode } from './statements.ts';

/** Setting: the oldest version whose servers may work on the database. */
const WORKS_SINCE = 'schema_works_since';

const LOCK_NOT_AVAILABLE = '55P03';
/** How long a step waits for a table while everyone else waits behind it; then it lets them go first. */
const LONGEST_LOCK = '5s';
const LOCK_TRIES = 24;
const LOCK_PAUSE = 1000;

/** `ahead`: steps of a newer server; this version still works. */
export type SchemaState = Awaited<ReturnType<typeof schemaStateOf>>;

export async function executedSteps(db: Kysely<Schema>, dialect: StoreDialect): Promise<readonly string[]> {
  const tables = await (
    dialect === 'postgres'
      ? sql`select 1 where to_regclass('kysely_migration') is not null`
      : sql`select 1 from sqlite_master where name = 'kysely_migration'`
  ).execute(db);
  if (tables.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function readWorksSince(db: Kysely<Schema>): Promise<string> {
  return (await readSetting(db, WORKS_SINCE)) ?? '';
}

/** Why a server's version may not work on a database; else undefined. */
export function misfitOf(version: string, worksSince: string): string | undefined {
  if (worksSince !== '' && version >= worksSince) return undefined;
  return (
    `The database has been brought to a newer version, on which only servers from ${worksSince || 'that version'} on ` +
    `work; this one is of ${version}. Start the newer server. To go back, restore the backup from before the upgrade.`
  );
}

/** Steps in one transaction: all of a new database, else all that need one, else a single step. */
function nextGroup(pending: readonly StoreMigration[], isNew: boolean): readonly StoreMigration[] {
  if (isNew) return pending;
  const [first] = pending;
  if (first?.kind === 'indexes') return [first];
  const end = pending.findIndex(({ kind }) => kind === 'indexes');
  return end === -1 ? pending : pending.slice(0, end);
}

function withBounds(dialect: StoreDialect, step: StoreMigration, before: string): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (dialect === 'postgres' && db.isTransaction)
        await sql`set local lock_timeout = ${sql.lit(LONGEST_LOCK)}`.execute(db);
      await step.up(db);
      const version = step.worksSince ?? before;
      if (version > (await readWorksSince(db))) await putSetting(db, WORKS_SINCE, version);
    },
  };
}

/** False if there are none. Another server may take them meanwhile. */
async function takeSteps(
  db: Kysely<Schema>,
  dialect: StoreDialect,
  list: readonly StoreMigration[],
  taken: string[],
): Promise<boolean> {
  const executed = await executedSteps(db, dialect);
  const pending = list.filter(({ name }) => !executed.includes(name));
  if (pending.length === 0) return false;
  const isNew = executed.length === 0;
  const group = nextGroup(pending, isNew);
  const steps = new Map<string, Migration>(executed.map((name) => [name, { up: () => Promise.resolve() }]));
  for (const step of group) {
    const before = list[list.indexOf(step) - 1]?.name ?? step.name;
    steps.set(step.name, withBounds(dialect, step, before));
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(steps)) },
    disableTransactions: dialect === 'postgres' && !isNew && group[0]?.kind === 'indexes',
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error && (await executedSteps(db, dialect)).length === executed.length) {
    if (hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'set-up';
    throw new Error(`Migration ${failed} failed; the database is as it was before that step.`, { cause: error });
  }
  taken.push(...(results ?? []).filter(({ status }) => status === 'Success').map((result) => result.migrationName));
  return true;
}

/** Throws ConfigurationError if a server of these steps may not work on the database. */
export async function schemaStateOf(db: Kysely<Schema>, dialect: StoreDialect, list: readonly StoreMigration[]) {
  const names = list.map(({ name }) => name);
  const version = names.toSorted().at(-1) ?? '';
  const ahead = (await executedSteps(db, dialect)).filter((name) => !names.includes(name));
  const misfit = ahead.length === 0 ? undefined : misfitOf(version, await readWorksSince(db));
  if (misfit !== undefined) throw new ConfigurationError(misfit);
  return { version, ahead };
}

/** Takes each missing step once; returns their names. Throws the first failure, or as {@link schemaStateOf} does. */
export async function migrateToLatest(
  db: Kysely<Schema>,
  dialect: StoreDialect,
  list: readonly StoreMigration[],
): Promise<readonly string[]> {
  await schemaStateOf(db, dialect, list);
  const taken: string[] = [];
  for (let tries = 1; ; tries += 1) {
    try {
      while (await takeSteps(db, dialect, list, taken));
      return taken;
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE) || tries >= LOCK_TRIES) throw error;
      await setTimeout(LOCK_PAUSE);
    }
  }
}
