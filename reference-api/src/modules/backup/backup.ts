import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { StoreLocation } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { readArchive, writeArchive } from './archive.ts';
import type { BackupKeys } from './backup-key.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { copyPostgres, postgresFacts, refuseUsedPostgres, restorePostgres, tryPostgres } from './postgres-copy.ts';
import { differenceOf, isEmpty, type DatabaseFacts } from './row-counts.ts';
import { checkSqlite, copySqlite, refuseUsedSqlite, restoreSqlite, sqliteFacts } from './sqlite-copy.ts';
import { copyFolder, inStaging, isVacant, namedFolders, replaceFolder, type Folders } from './staging.ts';

/** What backups are made of, and brought back to. */
export interface BackupPlace {
  readonly location: StoreLocation;
  /** The API's own folder, in which copies are unpacked. */
  readonly dataDir: string;
  readonly folders: Folders;
  readonly keys: BackupKeys | undefined;
}

const copies = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;

/** Where a backup is written: the file that is named, or a new one in the folder that is named. */
function targetOf(named: string, at: Date, keys: BackupKeys | undefined): string {
  const path = resolve(named);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const time = isoTime(at).slice(0, 19).replaceAll(':', '-');
  return join(path, `device-console-${time}.tar.gz${keys ? '.age' : ''}`);
}

/** Writes a backup; returns its file and what it holds. */
export async function writeBackup(
  named: string,
  { location, folders, keys }: BackupPlace,
  at: Date,
): Promise<{ readonly file: string; readonly rows: DatabaseFacts['rows'] }> {
  if (folders.keys !== undefined && !keys)
    throw new ConfigurationError('A backup with --keys needs --key-file: private keys are never copied unencrypted.');
  const file = targetOf(named, at, keys);
  if (existsSync(file)) throw new ConfigurationError(`${file} is there already. A backup replaces no other.`);
  return inStaging(dirname(file), async (staging) => {
    const database = 'file' in location ? ('sqlite' as const) : ('postgres' as const);
    const copy = join(staging, copies[database]);
    const facts = 'file' in location ? await copySqlite(location.file, copy) : await copyPostgres(location.url, copy);
    const named = namedFolders(folders);
    for (const [name, folder] of named) await copyFolder(folder, join(staging, name));
    await writeManifest(staging, {
      madeAt: isoTime(at),
      database,
      ...facts,
      folders: named.map(([name]) => name),
    });
    await writeArchive(staging, file, keys);
    return { file, rows: facts.rows };
  });
}

/** Unpacks a backup and compares every file with its manifest. */
async function unpack(file: string, staging: string, keys: BackupKeys | undefined): Promise<Manifest> {
  await readArchive(file, staging, keys);
  return readManifest(staging, file);
}

function requireSame(file: string, wanted: DatabaseFacts, found: DatabaseFacts): void {
  const difference = differenceOf(wanted.rows, found.rows);
  if (difference !== undefined)
    throw new ConfigurationError(`The database of ${file} does not hold what its manifest says: ${difference}.`);
}

async function tryDatabase(file: string, copy: string, manifest: Manifest, location: StoreLocation): Promise<void> {
  if (manifest.database === 'sqlite') {
    await checkSqlite(copy);
    requireSame(file, manifest, await sqliteFacts(copy));
    return;
  }
  if ('file' in location)
    throw new ConfigurationError(
      `${file} holds a PostgreSQL database. Set DATABASE_URL to a server where a database may be made for the trial.`,
    );
  requireSame(file, manifest, await tryPostgres(location.url, copy, manifest.rows));
}

/** Restores a backup into a database of the moment; what it holds is what it says. Throws ConfigurationError. */
export function verifyBackup(
  file: string,
  { location, dataDir, keys }: Omit<BackupPlace, 'folders'>,
): Promise<Manifest> {
  return inStaging(dataDir, async (staging) => {
    const manifest = await unpack(file, staging, keys);
    await tryDatabase(file, join(staging, copies[manifest.database]), manifest, location);
    return manifest;
  });
}

function requireKnownSchema(file: string, { migrations }: Manifest, known: readonly string[]): void {
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${file} is of a newer version: this one does not know step ${unknown} of its database. Restore it by the ` +
        'version that made it, or a later one.',
    );
}

function requireSameKind(file: string, { database }: Manifest, location: StoreLocation): void {
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
  const here = 'file' in location ? 'sqlite' : 'postgres';
  if (database !== here)
    throw new ConfigurationError(
      `${file} holds a ${names[database]} database, and this is ${names[here]}. Set ` +
        (here === 'sqlite' ? 'DATABASE_URL to the PostgreSQL database.' : 'DATA_DIR, without DATABASE_URL.'),
    );
}

async function requireFolders(file: string, manifest: Manifest, folders: Folders, replace: boolean): Promise<void> {
  for (const [name, folder] of namedFolders(folders)) {
    if (!manifest.folders.includes(name)) throw new ConfigurationError(`${file} was made without --${name}.`);
    if (!replace && !(await isVacant(folder)))
      throw new ConfigurationError(`${folder} is not empty. Give --replace to put what the backup has in its place.`);
  }
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

/** How a backup is restored. */
export interface RestoreOptions {
  /** What is there may go. */
  readonly replace: boolean;
  /** Steps of the schema that this version knows. */
  readonly migrations: readonly string[];
}

/**
 * Brings a backup back, whole or not at all: everything is looked at before anything is changed. The database is marked
 * as restored.
 */
export function restoreBackup(
  file: string,
  { location, dataDir, folders, keys }: BackupPlace,
  { replace, migrations }: RestoreOptions,
  at: Date,
): Promise<Manifest> {
  return inStaging(dataDir, async (staging) => {
    const manifest = await unpack(file, staging, keys);
    const copy = join(staging, copies[manifest.database]);
    requireSameKind(file, manifest, location);
    requireKnownSchema(file, manifest, migrations);
    await requireFolders(file, manifest, folders, replace);
    await requireFree(location, replace);
    if ('file' in location) await tryDatabase(file, copy, manifest, location);
    for (const [name, folder] of namedFolders(folders)) await replaceFolder(join(staging, name), folder);
    if ('file' in location) await restoreSqlite(copy, location.file, at);
    else await restorePostgres(location.url, copy, manifest.rows, at);
    return manifest;
  });
}
