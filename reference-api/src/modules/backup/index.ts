import { existsSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { auditCommand, command, fileCommand, flagOption, textOption, withStore } from '../../core/cli/cli-parts.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { ApiModule } from '../../core/module.ts';
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
  readBackupKeys,
  replaceFolder,
  writeArchive,
  writeBackupKey,
} from './archive.ts';
import {
  type CopiedDatabase,
  countsOf,
  databaseAt,
  markRestored,
  rowsOf,
  tryOut,
  withDatabase,
} from './copied-database.ts';

const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
const copies = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;

function targetOf(named: string, at: Date, keys: BackupKeys | undefined): string {
  const path = resolve(named);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const time = isoTime(at).slice(0, 19).replaceAll(':', '-');
  return join(path, `device-console-${time}.tar.gz${keys ? '.age' : ''}`);
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

async function requireKnownSchema({ file, copy }: Unpacked, database: CopiedDatabase, known: readonly string[]) {
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

const keyOption = { 'key-file': textOption } as const;
const folderOptions = { web: textOption, store: textOption, keys: textOption } as const;
const [FOLDERS, KEY] = ['[--web <folder>] [--store <folder>] [--keys <folder>]', '[--key-file <file>]'];

const write = fileCommand(
  `${FOLDERS} ${KEY}   (or a folder for it; the database, while servers run, and the folders that are named)`,
  { ...keyOption, ...folderOptions },
  async (named, { location, clock }, { 'key-file': keyFile, ...folders }) => {
    const keys = await readBackupKeys(keyFile);
    if (folders.keys !== undefined && !keys)
      throw new ConfigurationError('A backup with --keys needs --key-file: private keys are never copied unencrypted.');
    const file = targetOf(named, clock.now(), keys);
    if (existsSync(file)) throw new ConfigurationError(`${file} is there already. A backup replaces no other.`);
    await inStaging(dirname(file), async (staging) => {
      const database = databaseAt(location);
      await database.copyTo(join(staging, copies[database.kind]));
      for (const [name, folder] of namedFolders(folders)) await copyFolder(folder, join(staging, name));
      await writeArchive(staging, file, keys);
    });
    return [`The backup is written to ${file}${keys ? ', encrypted' : ', not encrypted'}.`];
  },
);

const verify = fileCommand(
  `${KEY}   (restores it into a database of the moment and counts)`,
  keyOption,
  async (file, { location, dataDir }, { 'key-file': keyFile }) => {
    const keys = await readBackupKeys(keyFile);
    return inStaging(dataDir, async (staging) => {
      const { database, copy, madeAt } = await unpack(file, staging, keys);
      if (database === 'postgres' && 'file' in location)
        throw new ConfigurationError(
          `${file} holds a PostgreSQL database. Set DATABASE_URL to a server where a database may be made for the ` +
            'trial.',
        );
      const rows = await tryOut(copy, 'url' in location && database === 'postgres' ? location.url : undefined);
      return [`${file} of ${madeAt} is whole, and restored ${countsOf(rows)}.`];
    });
  },
);

const AFTERWARDS = [
  'Every session, API key and open password reset has ended; accounts and passwords are those of the backup.',
  'Nothing is sent to phones: dispatch is paused until the provider was asked what it has and somebody resumes.',
  'Next: start the servers, log in as a superadmin, cancel under Operations what is queued and not wanted any more, ' +
    'then resume dispatch. Make the API keys anew.',
];

const restore = fileCommand(
  `[--replace] ${FOLDERS} ${KEY}   (while no server runs)`,
  { ...keyOption, ...folderOptions, replace: flagOption },
  async (file, parts, { 'key-file': keyFile, replace, ...folders }) => {
    const { location, dataDir, schemaSteps, clock } = parts;
    const keys = await readBackupKeys(keyFile);
    const { madeAt, rows } = await inStaging(dataDir, async (staging) => {
      const unpacked = await unpack(file, staging, keys);
      const database = databaseAt(location);
      requireSameKind(unpacked, database);
      await requireFolders(unpacked, folders, replace);
      await requireFree(database, location, replace);
      await requireKnownSchema(unpacked, database, schemaSteps);
      for (const [name, folder] of namedFolders(folders)) await replaceFolder(join(staging, name), folder);
      await database.restore(unpacked.copy, clock.now());
      return { ...unpacked, rows: await withDatabase(location, rowsOf) };
    });
    await withStore(parts, ({ db }) => auditCommand(db, parts, 'restore', { file, madeAt }, 'restored'));
    return [
      `Restored ${countsOf(rows)} as they were at ${madeAt}.`,
      ...AFTERWARDS,
      ...((folders.web ?? folders.store) === undefined
        ? []
        : ['Raise registryEpoch in config.json by one, and let every team publish: open pages refuse older entries.']),
    ];
  },
);

/** After a snapshot, PITR, pgBackRest or a copied file: what `restore` does to a database besides bringing it back. */
const mark = command(
  '  (after the database was brought back by other means than restore; while no server runs)',
  {},
  async (_, parts) => {
    const database = databaseAt(parts.location);
    if (!database.isThere()) throw new ConfigurationError('There is no database. Is DATA_DIR or DATABASE_URL right?');
    await database.refuseUsed();
    await withStore(parts, async ({ db }) => {
      await markRestored(db, parts.clock.now());
      await auditCommand(db, parts, 'mark-restored', {}, 'restored by other means');
    });
    return ['The database counts as restored.', ...AFTERWARDS];
  },
);

const createKey = fileCommand('(a key that encrypts backups and opens them)', {}, async (file) => [
  `${file} opens backups: keep it where they are not. What makes them needs this line alone, in a file of its own:`,
  await writeBackupKey(file),
]);

export const backup = {
  name: 'backup',
  commandLine: {
    backup: write,
    'verify-backup': verify,
    restore,
    'mark-restored': mark,
    'create-backup-key': createKey,
  },
} as const satisfies ApiModule;
