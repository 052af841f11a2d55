import type { Database } from './store.ts';

export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Writes a setting that must not exist yet; false when it does. */
export async function insertSetting(db: Database, name: string, value: string): Promise<boolean> {
  const row = await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A setting that never changes once it is there: what stands there, else `value`, whichever of several servers writes
 * first.
 */
export async function findOrInsertSetting(db: Database, name: string, value: string): Promise<string> {
  if (await insertSetting(db, name, value)) return value;
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
