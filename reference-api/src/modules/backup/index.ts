import { parseArgs } from 'node:util';
import { readBackupKeys, writeBackupKey } from './archive.ts';
import { restoreBackup, verifyBackup, writeBackup } from './backup.ts';
import { countsOf } from './database-facts.ts';
import { folderNames } from './staging.ts';
import { requirePrivate } from '../../core/configuration/private-file.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { auditCommand, withStore, type CliCommand, type CliParts } from '../../core/cli/cli-parts.ts';
import type { ApiModule } from '../../core/module.ts';

const key = { 'key-file': { type: 'string' } } as const;
const folders = { web: { type: 'string' }, store: { type: 'string' }, keys: { type: 'string' } } as const;

const backupUsage = [
  `backup <file or folder> [${folderNames.map((name) => `--${name} <folder>`).join('] [')}] [--key-file <file>]   ` +
    '(the database, while servers run, and the folders that are named)',
  'verify-backup <file> [--key-file <file>]   (restores it into a database of the moment and counts)',
  'restore <file> [--replace] [--web <folder>] [--store <folder>] [--keys <folder>] [--key-file <file>]   (while no ' +
    'server runs)',
  'create-backup-key <file>   (a key that encrypts backups and opens them)',
];

function oneFile(positionals: readonly string[], command: string): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new ConfigurationError(`${command} needs one file.`);
  return file;
}

async function placeOf({ location, dataDir, schemaSteps }: CliParts, values: Readonly<Record<string, unknown>>) {
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const keyFile = textOf('key-file');
  const keys = keyFile === undefined ? undefined : await readBackupKeys(keyFile);
  if (keyFile !== undefined) requirePrivate(keyFile);
  return {
    location,
    dataDir,
    folders: Object.fromEntries(folderNames.map((name) => [name, textOf(name)])),
    keys,
    schemaSteps,
  };
}

const writeOne: CliCommand = async (args, parts) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...key, ...folders },
    allowPositionals: true,
  });
  const place = await placeOf(parts, values);
  const file = await writeBackup(oneFile(positionals, 'backup'), place, parts.clock.now());
  return [`The backup is written to ${file}${place.keys ? ', encrypted' : ', not encrypted'}.`];
};

const verify: CliCommand = async (args, parts) => {
  const { values, positionals } = parseArgs({ args: [...args], options: key, allowPositionals: true });
  const file = oneFile(positionals, 'verify-backup');
  const facts = await verifyBackup(file, await placeOf(parts, values));
  return [`${file} of ${facts.madeAt} is whole, and restored ${countsOf(facts.rows)}.`];
};

const AFTERWARDS = [
  'Every session, API key and open password reset has ended; accounts and passwords are those of the backup.',
  'Nothing is sent to phones: dispatch is paused until the provider was asked what it has and somebody resumes.',
  'Next: start the servers, log in as a superadmin, cancel under Operations what is queued and not wanted any more, ' +
    'then resume dispatch. Make the API keys anew.',
];

const restore: CliCommand = async (args, parts) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...key, ...folders, replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const file = oneFile(positionals, 'restore');
  const place = await placeOf(parts, values);
  const facts = await restoreBackup(file, place, { replace: values.replace }, parts.clock.now());
  await withStore(parts, ({ db }) => auditCommand(db, parts, 'restore', { file, madeAt: facts.madeAt }, 'restored'));
  const registry = values.web ?? values.store;
  return [
    `Restored ${countsOf(facts.rows)} as they were at ${facts.madeAt}.`,
    ...AFTERWARDS,
    ...(registry === undefined
      ? []
      : ['Raise registryEpoch in config.json by one, and let every team publish: open pages refuse older entries.']),
  ];
};

const createKey: CliCommand = async (args) => {
  const file = oneFile(args, 'create-backup-key');
  const recipient = await writeBackupKey(file);
  return [
    `${file} opens backups: keep it where they are not. What makes them needs this line alone, in a file of its own:`,
    recipient,
  ];
};

/** Backs up and restores the database and folders. */
export const backup = {
  name: 'backup',
  commandLine: {
    usage: backupUsage,
    commands: { backup: writeOne, 'verify-backup': verify, restore, 'create-backup-key': createKey },
  },
} as const satisfies ApiModule;
