import { existsSync } from 'node:fs';
import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import { DatabaseAway } from '../core/errors/request-errors.ts';
import { migrationsOf, type MigrationList, type TableSet } from '../core/store/migrations/migration-list.ts';
import { coreSchema } from '../core/store/schema.ts';
import { openDatabase, type Store, type StoreLocation } from '../core/store/store.ts';
import { modules } from './modules.ts';
import type { ApiModule } from '../core/module.ts';

/** Modes of a file: its user's alone, and what others may do. */
const PRIVATE = 0o600;
const OTHERS = 0o077;

/** The core's tables first: those of modules refer to them. */
export const tableSets: readonly TableSet[] = [coreSchema, ...modules.flatMap(({ schema }: ApiModule) => schema ?? [])];

export const migrationList = migrationsOf(tableSets);

/** Tables to which rows are only added, each with the column that numbers them. */
export const appendOnly: Readonly<Record<string, string>> = Object.assign(
  {},
  ...tableSets.map((set) => set.appendOnly),
);

/** The names of this version's steps, the same on both databases. */
export const schemaSteps = migrationList('sqlite').map(({ name }) => name);

/** Also migrates; `list` is another version's steps, for tests. Throws if a newer server has left this one behind. */
export const openStore = (location: StoreLocation, list: MigrationList = migrationList): Promise<Store> =>
  openDatabase(location, list);

/** The system's or database's reason in one line; undefined for a fault of this program. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof DatabaseAway) return reasonOf(error.cause);
  if (error instanceof AggregateError) return error.errors.map(reasonOf).find((reason) => reason !== undefined);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.message.split('\n')[0] ?? '';
}

async function named<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof ConfigurationError ? undefined : reasonOf(error);
    if (reason === undefined) throw error;
    throw new ConfigurationError(`${what} cannot be used: ${reason}`, { cause: error });
  }
}

/** Takes from others what they may do with a file of this user, or of anybody for root. */
async function keepPrivate(file: string): Promise<void> {
  const { mode, uid } = await stat(file);
  const self = process.getuid?.();
  if ((mode & OTHERS) !== 0 && (self === uid || self === 0)) await chmod(file, mode & ~OTHERS);
}

/** A database holds people's data, whatever the umask; SQLite gives new files beside it the mode that it has. */
async function keepDatabasePrivate(file: string): Promise<void> {
  await (await open(file, 'a', PRIVATE)).close();
  for (const one of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(one)) await keepPrivate(one);
}

/** Opens and migrates the database. Throws ConfigurationError for faults that the administrator must fix. */
export async function openConfiguredStore(dataDir: string, location: StoreLocation): Promise<Store> {
  await named(`DATA_DIR="${dataDir}"`, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  const database = 'file' in location ? `The database ${location.file} in DATA_DIR` : 'The database of DATABASE_URL';
  return named(database, async () => {
    if ('file' in location) await keepDatabasePrivate(location.file);
    return openStore(location);
  });
}
