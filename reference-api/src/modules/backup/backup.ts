import { existsSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { migrationList } from '../../core/store/migrations/migration-list.ts';
import type { StoreLocation } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { type BackupKeys, readArchive, writeArchive } from './archive.ts';
import {
  copyPostgres,
  migrationsInCopy,
  postgresFacts,
  refuseUsedPostgres,
  restorePostgres,
  tryPostgres,
} from './postgres-copy.ts';
import { isEmpty, type DatabaseFacts } from './database-facts.ts';
import { checkSqlite, copySqlite, refuseUsedSqlite, restoreSqlite, sqliteFacts } from './sqlite-copy.ts';
import { copyFolder, inStaging, isVacant, namedFolders, replaceFolder, type Folders } from './staging.ts';

export interface BackupPlace {
  readonly location: StoreLocation;
  /** The API's own folder; backups are unpacked in it. */
  readonly dataDir: string;
  readonly folders: Folders;
  readonly keys: BackupKeys | undefined;
}

const copies = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;

/** Returns where a backup is written: the named file, or a new one in the named folder. */
function targetOf(named: string, at: Date, keys: BackupKeys | undefined): string {
  const path = resolve(named);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const time = isoTime(at).slice(0, 19).replaceAll(':', '-');
  return join(path, `device-console-${time}.tar.gz${keys ? '.age' : ''}`);
}

export async function writeBackup(named: string, { location, folders, keys }: BackupPlace, at: Date): Promise<string> {
  if (folders.keys !== undefined && !keys)
    throw new ConfigurationError('A backup with --keys needs --key-file: private keys are never copied unencrypted.');
  const file = targetOf(named, at, keys);
  if (existsSync(file)) throw new ConfigurationError(`${file} is there already. A backup replaces no other.`);
  return inStaging(dirname(file), async (staging) => {
    if ('file' in location) await copySqlite(location.file, join(staging, copies.sqlite));
    else await copyPostgres(location.url, join(staging, copies.postgres));
    for (const [name, folder] of namedFolders(folders)) await copyFolder(folder, join(staging, name));
    await writeArchive(staging, file, keys);
    return file;
  });
}

interface Unpacked {
  readonly file: string;
  readonly database: 'sqlite' | 'postgres';
  readonly copy: string;
  readonly madeAt: string;
  /** Names of the database's copy and of the folders. */
  readonly names: readonly string[];
}

async function unpack(file: string, staging: string, keys: BackupKeys | undefined): Promise<Unpacked> {
  await readArchive(file, staging, keys);
  const names = await readdir(staging);
  const database = (['sqlite', 'postgres'] as const).find((kind) => names.includes(copies[kind]));
  if (!database) throw new ConfigurationError(`${file} is no backup of Device Console: it holds no database.`);
  const copy = join(staging, copies[database]);
  return { file, database, copy, madeAt: isoTime((await stat(copy)).mtime), names };
}

export interface BackupFacts extends DatabaseFacts {
  readonly madeAt: string;
}

/** Restores a backup into a temporary database; returns its contents. Throws ConfigurationError. */
export function verifyBackup(
  named: string,
  { location, dataDir, keys }: Omit<BackupPlace, 'folders'>,
): Promise<BackupFacts> {
  return inStaging(dataDir, async (staging) => {
    const { file, database, copy, madeAt } = await unpack(named, staging, keys);
    if (database === 'sqlite') return { madeAt, ...(await checkSqlite(copy)) };
    if ('file' in location)
      throw new ConfigurationError(
        `${file} holds a PostgreSQL database. Set DATABASE_URL to a server where a database may be made for the trial.`,
      );
    return { madeAt, ...(await tryPostgres(location.url, copy)) };
  });
}

function requireSameKind({ file, database }: Unpacked, location: StoreLocation): void {
  const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
  const here = 'file' in location ? 'sqlite' : 'postgres';
  if (database !== here)
    throw new ConfigurationError(
      `${file} holds a ${titles[database]} database, and this is ${titles[here]}. Set ` +
        (here === 'sqlite' ? 'DATABASE_URL to the PostgreSQL database.' : 'DATA_DIR, without DATABASE_URL.'),
    );
}

async function requireFolders({ file, names }: Unpacked, folders: Folders, replace: boolean): Promise<void> {
  for (const [name, folder] of namedFolders(folders)) {
    if (!names.includes(name)) throw new ConfigurationError(`${file} was made without --${name}.`);
    if (!replace && !(await isVacant(folder)))
      throw new ConfigurationError(`${folder} is not empty. Give --replace to put what the backup has in its place.`);
  }
}

/** Throws ConfigurationError if a copy is damaged, or has a migration that this version does not know. */
async function requireKnownSchema({ file, copy }: Unpacked, location: StoreLocation): Promise<void> {
  const { migrations } =
    'file' in location ? await checkSqlite(copy) : { migrations: await migrationsInCopy(location.url, copy) };
  const known = new Set(migrationList('sqlite').map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${file} is of a newer version: this one does not know step ${unknown} of its database. Restore it by the ` +
        'version that made it, or a later one.',
    );
}

async function requireFree(location: StoreLocation, replace: boolean): Promise<void> {
  const isThere = !('file' in location) || existsSync(location.file);
  if (!isThere) return;
  if ('file' in location) await refuseUsedSqlite(location.file);
  else await refuseUsedPostgres(location.url);
  const facts = 'file' in location ? await sqliteFacts(location.file) : await postgresFacts(location.url);
  if (!replace && !isEmpty(facts))
    throw new ConfigurationError(
      'The database is not empty. Give --replace to put the backup in its place; what it holds now is then gone, so ' +
        'back it up first.',
    );
}

/** Restores a backup and marks it as restored. Checks everything first; refuses existing data without `replace`. */
export function restoreBackup(
  file: string,
  { location, dataDir, folders, keys }: BackupPlace,
  { replace }: { readonly replace: boolean },
  at: Date,
): Promise<BackupFacts> {
  return inStaging(dataDir, async (staging) => {
    const unpacked = await unpack(file, staging, keys);
    const { copy, madeAt } = unpacked;
    requireSameKind(unpacked, location);
    await requireFolders(unpacked, folders, replace);
    await requireFree(location, replace);
    await requireKnownSchema(unpacked, location);
    for (const [name, folder] of namedFolders(folders)) await replaceFolder(join(staging, name), folder);
    if (!('file' in location)) return { madeAt, ...(await restorePostgres(location.url, copy, at)) };
    await restoreSqlite(copy, location.file, at);
    return { madeAt, ...(await sqliteFacts(location.file)) };
  });
}
