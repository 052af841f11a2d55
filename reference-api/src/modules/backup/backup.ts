import { existsSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { StoreLocation } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import {
  type BackupKeys,
  copyFolder,
  type Folders,
  inStaging,
  isVacant,
  namedFolders,
  readArchive,
  replaceFolder,
  writeArchive,
} from './archive.ts';
import { type CopiedDatabase, databaseAt, requireWhole, rowsOf, tryPostgres, withDatabase } from './copied-database.ts';

interface BackupPlace {
  readonly location: StoreLocation;
  /** The API's own folder; backups are unpacked in it. */
  readonly dataDir: string;
  readonly folders: Folders;
  readonly keys: BackupKeys | undefined;
  readonly schemaSteps: readonly string[];
}

const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
const copies = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;

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
    const database = databaseAt(location);
    await database.copyTo(join(staging, copies[database.kind]));
    for (const [name, folder] of namedFolders(folders)) await copyFolder(folder, join(staging, name));
    await writeArchive(staging, file, keys);
    return file;
  });
}

type Unpacked = Awaited<ReturnType<typeof unpack>>;

async function unpack(file: string, staging: string, keys: BackupKeys | undefined) {
  await readArchive(file, staging, keys);
  const names = await readdir(staging);
  const database = (['sqlite', 'postgres'] as const).find((kind) => names.includes(copies[kind]));
  if (!database) throw new ConfigurationError(`${file} is no backup of Device Console: it holds no database.`);
  const copy = join(staging, copies[database]);
  return { file, database, copy, madeAt: isoTime((await stat(copy)).mtime), names };
}

export function verifyBackup(named: string, { location, dataDir, keys }: Omit<BackupPlace, 'folders' | 'schemaSteps'>) {
  return inStaging(dataDir, async (staging) => {
    const { file, database, copy, madeAt } = await unpack(named, staging, keys);
    if (database === 'sqlite') {
      const rows = await withDatabase({ file: copy }, async (db) => {
        await requireWhole(db);
        return rowsOf(db);
      });
      return { madeAt, rows };
    }
    if ('file' in location)
      throw new ConfigurationError(
        `${file} holds a PostgreSQL database. Set DATABASE_URL to a server where a database may be made for the trial.`,
      );
    return { madeAt, rows: await tryPostgres(location.url, copy) };
  });
}

function requireSameKind({ file, database }: Unpacked, { kind: here }: CopiedDatabase): void {
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

async function requireKnownSchema(
  { file, copy }: Unpacked,
  database: CopiedDatabase,
  known: readonly string[],
): Promise<void> {
  const unknown = (await database.migrationsIn(copy)).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${file} is of a newer version: this one does not know step ${unknown} of its database. Restore it by the ` +
        'version that made it, or a later one.',
    );
}

async function requireFree(database: CopiedDatabase, location: StoreLocation, replace: boolean): Promise<void> {
  if (!database.isThere()) return;
  await database.refuseUsed();
  const rows = await withDatabase(location, rowsOf);
  if (!replace && Object.values(rows).some((count) => count > 0))
    throw new ConfigurationError(
      'The database is not empty. Give --replace to put the backup in its place; what it holds now is then gone, so ' +
        'back it up first.',
    );
}

/** Checks everything first; refuses existing data without `replace`. */
export function restoreBackup(
  file: string,
  { location, dataDir, folders, keys, schemaSteps }: BackupPlace,
  { replace }: { readonly replace: boolean },
  at: Date,
) {
  return inStaging(dataDir, async (staging) => {
    const unpacked = await unpack(file, staging, keys);
    const { copy, madeAt } = unpacked;
    const database = databaseAt(location);
    requireSameKind(unpacked, database);
    await requireFolders(unpacked, folders, replace);
    await requireFree(database, location, replace);
    await requireKnownSchema(unpacked, database, schemaSteps);
    for (const [name, folder] of namedFolders(folders)) await replaceFolder(join(staging, name), folder);
    await database.restore(copy, at);
    return { madeAt, rows: await withDatabase(location, rowsOf) };
  });
}
