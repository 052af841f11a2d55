import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

type Database = Kysely<Schema>;

/** Random, made with the database; a restore replaces it, so that the provider is asked before anything is sent. */
export const EPOCH_SETTING = 'deployment_epoch';

export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** False if it exists. */
export async function insertSetting(db: Database, name: string, value: string): Promise<boolean> {
  const row = await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** A setting that never changes: the stored value, else `value`, whichever of several servers writes first. */
export async function findOrInsertSetting(db: Database, name: string, value: string): Promise<string> {
  if (await insertSetting(db, name, value)) return value;
  return (await readSetting(db, name)) ?? value;
}

export async function putSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteSetting(db: Database, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/** Reads a setting, and holds it until the transaction ends. */
export async function holdSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).forUpdate().executeTakeFirst();
  return row?.value;
}
