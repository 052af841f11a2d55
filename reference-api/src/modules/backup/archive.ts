import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { create, extract } from 'tar';
import { requirePrivate } from '../../core/configuration/private-file.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

/** What is backed up besides the database: names of the options, and of the folders in an archive. */
const folderNames = ['web', 'store', 'keys'] as const;
export type Folders = Readonly<Partial<Record<(typeof folderNames)[number], string>>>;

export function namedFolders(folders: Folders): readonly (readonly [string, string])[] {
  return folderNames.flatMap((name) => {
    const folder = folders[name];
    return folder === undefined ? [] : [[name, resolve(folder)] as const];
  });
}

export async function inStaging<Result>(beside: string, work: (staging: string) => Promise<Result>): Promise<Result> {
  await mkdir(beside, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(beside, '.backup-'));
  try {
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Hidden entries are publishers' locks and parts. Files first: the copy then has every release that a file names. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const all = await readdir(from, { withFileTypes: true }).catch((cause: unknown) => {
    throw new ConfigurationError(`The folder ${from} cannot be read.`, { cause });
  });
  const entries = all.filter(({ name }) => !name.startsWith('.'));
  const strange = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (strange)
    throw new ConfigurationError(`${join(from, strange.name)} is neither file nor folder, and cannot be backed up.`);
  await mkdir(to, { recursive: true });
  for (const entry of entries.filter((one) => one.isFile()))
    await cp(join(from, entry.name), join(to, entry.name), { preserveTimestamps: true });
  for (const entry of entries.filter((one) => one.isDirectory()))
    await copyFolder(join(from, entry.name), join(to, entry.name));
}

export async function isVacant(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).length === 0;
}

/** Replaces a folder with a copy of another by renaming: readers see no partial copy, and a failure changes nothing. */
export async function replaceFolder(copy: string, folder: string): Promise<void> {
  const [fresh, former] = [`${folder}.${randomUUID()}`, `${folder}.${randomUUID()}`];
  try {
    await copyFolder(copy, fresh);
    await mkdir(folder, { recursive: true });
    await rename(folder, former);
    try {
      await rename(fresh, folder);
    } catch (error) {
      await rename(former, folder);
      throw error;
    }
    await rm(former, { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const AGE_HEADER = Buffer.from('age-encryption.org/');
const GZIP_HEADER = Buffer.from([0x1f, 0x8b]);
/** The fastest level: databases compress well with it, and PostgreSQL's copies are already compressed. */
const GZIP_LEVEL = 1;

type Bytes = AsyncIterable<Uint8Array>;

const webStreamOf = (source: Bytes) => Readable.toWeb(Readable.from(source));

async function* encrypt(source: Bytes, { recipients }: BackupKeys): Bytes {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* (await encrypter.encrypt(webStreamOf(source))) as ReadableStream<Uint8Array>;
}

async function* decrypt(source: Bytes, { identities }: BackupKeys): Bytes {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  yield* (await decrypter.decrypt(webStreamOf(source))) as ReadableStream<Uint8Array>;
}

/** Packs a folder into one file that only its owner can read. It gets its name only when complete and on disk. */
export async function writeArchive(folder: string, file: string, keys: BackupKeys | undefined): Promise<void> {
  const part = `${file}.part`;
  const target = await open(part, 'wx', 0o600);
  try {
    const packed: Bytes = Readable.from(
      create({ cwd: folder, portable: true, strict: true, gzip: { level: GZIP_LEVEL } }, ['.']),
    );
    await pipeline(keys ? encrypt(packed, keys) : packed, target.createWriteStream({ flush: true }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export async function readArchive(file: string, folder: string, keys: BackupKeys | undefined): Promise<void> {
  const beginning = await buffer(createReadStream(file, { end: AGE_HEADER.length - 1 })).catch((cause: unknown) => {
    throw new ConfigurationError(`The backup ${file} cannot be opened.`, { cause });
  });
  const isEncrypted = beginning.equals(AGE_HEADER);
  if (!isEncrypted && !beginning.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER))
    throw new ConfigurationError(`${file} is no backup of Device Console.`);
  if (isEncrypted && (!keys || keys.identities.length === 0))
    throw new ConfigurationError(`The backup ${file} is encrypted. Name the key that opens it by --key-file.`);
  const decrypted = join(folder, '.decrypted');
  try {
    if (isEncrypted && keys) await pipeline(decrypt(createReadStream(file), keys), createWriteStream(decrypted));
    await extract({ file: isEncrypted ? decrypted : file, cwd: folder, strict: true, preserveOwner: false });
    await rm(decrypted, { force: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const key = isEncrypted ? ', or the key is not the one that opens it' : '';
    throw new ConfigurationError(
      `The backup ${file} cannot be read: it was cut off or altered${key} (${reason}). Nothing was restored.`,
      { cause },
    );
  }
}

export interface BackupKeys {
  /** Public: anybody who has one can make a backup, but nobody can read a backup with it. */
  readonly recipients: readonly string[];
  readonly identities: readonly string[];
}

/** Of age keys, one per line: recipients or identities. An identity also counts as a recipient. */
export async function readBackupKeys(file: string | undefined): Promise<BackupKeys | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigurationError(`The key file ${file} cannot be read.`, { cause });
  });
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const identities = keys.filter((key) => /^AGE-SECRET-KEY-/i.test(key));
  const recipients = keys.filter((key) => key.startsWith('age1'));
  if (keys.length === 0 || identities.length + recipients.length < keys.length)
    throw new ConfigurationError(
      `${file} is no key file. It holds lines that begin with age1 (they encrypt) or AGE-SECRET-KEY- (they open).`,
    );
  requirePrivate(file);
  return { recipients: [...recipients, ...(await Promise.all(identities.map(identityToRecipient)))], identities };
}

export async function writeBackupKey(file: string): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const content = `# recipient: ${recipient}\n${identity}\n`;
  await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true }).catch((cause: unknown) => {
    throw new ConfigurationError(`${file} cannot be made; a key is never written over another file.`, { cause });
  });
  return recipient;
}
