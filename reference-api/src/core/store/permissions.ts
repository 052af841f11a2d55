import { sql } from 'kysely';
import type { Database } from './store.ts';

export function listPermissions(db: Database) {
  return db.selectFrom('permissions').select(['id', 'name']).orderBy('id').execute();
}

/** D20; false if it exists. */
export async function insertPermission(db: Database, name: string): Promise<boolean> {
  const row = await db
    .insertInto('permissions')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const held = (text: string) => sql<string | null>`(
  select string_agg(${sql.raw(text)}, ${sql.lit('\n')}) from (
    select permissions.id, name from account_permissions join permissions on permissions.id = permission_id
    where account_id = accounts.id order by permissions.id) as held)`;

/** Permissions of a statement's `accounts.id`, and their ids, for {@link namesIn}. */
export const heldNames = held('name').as('held_names');
export const heldIds = held('cast(id as text)').as('held_ids');

export const namesIn = (held: string | null): string[] => held?.split('\n') ?? [];

export function permissionsOf(db: Database, accountId: number) {
  return db
    .selectFrom('account_permissions')
    .innerJoin('permissions', 'permissions.id', 'account_permissions.permission_id')
    .select(['permissions.id', 'permissions.name'])
    .where('account_id', '=', accountId)
    .orderBy('permissions.id')
    .execute();
}

export async function replacePermissions(
  db: Database,
  accountId: number,
  permissionIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('account_permissions').where('account_id', '=', accountId).execute();
  const rows = [...new Set(permissionIds)].map((id) => ({ account_id: accountId, permission_id: id }));
  if (rows.length > 0) await db.insertInto('account_permissions').values(rows).execute();
}

/** By their names. */
export async function permitOnly(db: Database, accountId: number, names: readonly string[]): Promise<void> {
  const ids = (await listPermissions(db)).flatMap(({ id, name }) => (names.includes(name) ? [id] : []));
  await replacePermissions(db, accountId, ids);
}
