import { permissionNames } from '@device-console/shared-lib/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** The permission names of the specification's screens (D20); the CLI adds others. */
export async function seedPermissions(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('permissions')
    .values(permissionNames.map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
