import { readBackupKeys, writeBackupKey } from './archive.ts';
import { restoreBackup, verifyBackup, writeBackup } from './backup.ts';
import { countsOf } from './copied-database.ts';
import { auditCommand, fileCommand, flagOption, textOption, withStore } from '../../core/cli/cli-parts.ts';
import type { ApiModule } from '../../core/module.ts';

const key = { 'key-file': textOption } as const;
const folders = { web: textOption, store: textOption, keys: textOption } as const;
const [FOLDERS, KEY] = ['[--web <folder>] [--store <folder>] [--keys <folder>]', '[--key-file <file>]'];

const writeOne = fileCommand(
  `${FOLDERS} ${KEY}   (or a folder for it; the database, while servers run, and the folders that are named)`,
  { ...key, ...folders },
  async (named, parts, { 'key-file': keyFile, ...given }) => {
    const keys = await readBackupKeys(keyFile);
    const file = await writeBackup(named, { ...parts, folders: given, keys }, parts.clock.now());
    return [`The backup is written to ${file}${keys ? ', encrypted' : ', not encrypted'}.`];
  },
);

const verify = fileCommand(
  `${KEY}   (restores it into a database of the moment and counts)`,
  key,
  async (file, parts, { 'key-file': keyFile }) => {
    const { madeAt, rows } = await verifyBackup(file, { ...parts, keys: await readBackupKeys(keyFile) });
    return [`${file} of ${madeAt} is whole, and restored ${countsOf(rows)}.`];
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
  { ...key, ...folders, replace: flagOption },
  async (file, parts, { 'key-file': keyFile, replace, ...given }) => {
    const place = { ...parts, folders: given, keys: await readBackupKeys(keyFile) };
    const { madeAt, rows } = await restoreBackup(file, place, { replace }, parts.clock.now());
    await withStore(parts, ({ db }) => auditCommand(db, parts, 'restore', { file, madeAt }, 'restored'));
    return [
      `Restored ${countsOf(rows)} as they were at ${madeAt}.`,
      ...AFTERWARDS,
      ...((given.web ?? given.store) === undefined
        ? []
        : ['Raise registryEpoch in config.json by one, and let every team publish: open pages refuse older entries.']),
    ];
  },
);

const createKey = fileCommand('(a key that encrypts backups and opens them)', {}, async (file) => [
  `${file} opens backups: keep it where they are not. What makes them needs this line alone, in a file of its own:`,
  await writeBackupKey(file),
]);

export const backup = {
  name: 'backup',
  commandLine: { backup: writeOne, 'verify-backup': verify, restore, 'create-backup-key': createKey },
} as const satisfies ApiModule;
