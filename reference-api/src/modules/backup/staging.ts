import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

/** What is backed up beside the database, by the name of its option and of its folder in an archive. */
export const folderNames = ['web', 'store', 'keys'] as const;
export type Folders = Readonly<Partial<Record<(typeof folderNames)[number], string>>>;

/** The folders that are named, in the order of their names. */
export function namedFolders(folders: Folders): readonly (readonly [string, string])[] {
  return folderNames.flatMap((name) => {
    const folder = folders[name];
    return folder === undefined ? [] : [[name, resolve(folder)] as const];
  });
}

/** Works in a folder that nobody else can read, which is gone afterwards, whatever happens. */
export async function inStaging<Result>(beside: string, work: (staging: string) => Promise<Result>): Promise<Result> {
  await mkdir(beside, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(beside, '.backup-'));
  try {
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.'));
  } catch (cause) {
    throw new ConfigurationError(`The folder ${folder} cannot be read.`, { cause });
  }
}

/**
 * Copies a folder, without what is hidden: locks and halves of files of publishers at work. Files go before folders:
 * what names a published release is then copied before the releases, of which there may be more by then, and never
 * fewer.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const entries = await entriesOf(from);
  const strange = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (strange)
    throw new ConfigurationError(`${join(from, strange.name)} is neither file nor folder, and cannot be backed up.`);
  await mkdir(to, { recursive: true });
  for (const entry of entries.filter((one) => one.isFile()))
    await cp(join(from, entry.name), join(to, entry.name), { preserveTimestamps: true });
  for (const entry of entries.filter((one) => one.isDirectory()))
    await copyFolder(join(from, entry.name), join(to, entry.name));
}

/** True for a folder that is not there, or holds nothing. */
export async function isVacant(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

/** Puts a copy of a folder into the place of another, which goes; readers see the one or the other. */
export async function replaceFolder(copy: string, folder: string): Promise<void> {
  const [fresh, former] = [`${folder}.${randomUUID()}`, `${folder}.${randomUUID()}`];
  try {
    await copyFolder(copy, fresh);
    if (!(await isVacant(folder))) await rename(folder, former);
    else await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(former, { recursive: true, force: true });
  }
}
