import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
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

/** Runs `work` with a folder that nobody else can read, and always removes the folder afterwards. */
export async function inStaging<Result>(beside: string, work: (staging: string) => Promise<Result>): Promise<Result> {
  await mkdir(beside, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(beside, '.backup-'));
  try {
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Copies a folder without hidden entries: locks and partial files of publishers at work. Files are copied before
 * folders: releases are only added, so the copy has every release that a copied file names.
 */
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

/** True if a folder is missing or empty. */
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
