import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { deleteSetting, insertSetting } from '../../core/store/settings.ts';
import { dialectOf, inTransaction, type Database } from '../../core/store/store.ts';

const TRIAL = 'x'.repeat(64 * 1024);
/** Bytes that a disk must have free: on a full one SQLite still writes into freed pages. */
const LEAST_SPACE = 4 * 1024 * 1024;

/** Returns the free bytes on the disk of a file; undefined if the file system does not tell. */
async function spaceBeside(file: string): Promise<number | undefined> {
  const { blocks, bavail, bsize } = await statfs(file);
  return blocks === 0 ? undefined : bavail * bsize;
}

async function fileOf(db: Database): Promise<string | undefined> {
  if (dialectOf(db) === 'postgres') return undefined;
  const { rows } = await sql<{ readonly file: string }>`pragma database_list`.execute(db);
  return rows[0]?.file;
}

/** Writes and deletes a setting; rejects if the database accepts no writes, or soon will not, as on a full disk. */
export async function tryWriting(db: Database, spaceOf = spaceBeside): Promise<void> {
  const file = await fileOf(db);
  const space = file === undefined || file === '' ? undefined : await spaceOf(file);
  if (space !== undefined && space < LEAST_SPACE) throw new Error(`The disk of ${file} has ${space} bytes left.`);
  const name = `trial ${randomUUID()}`;
  await inTransaction(db, async (tx) => {
    await insertSetting(tx, name, TRIAL);
    await deleteSetting(tx, name);
  });
}
