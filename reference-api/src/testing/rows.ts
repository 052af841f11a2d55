import { sql, type Selectable } from 'kysely';
import * as v from 'valibot';
import type { Schema } from '../core/store/schema.ts';
import type { Store } from '../core/store/store.ts';

/** Returns the rows of a table that match, in the order of its first column. */
export async function rowsOf<Name extends keyof Schema>(
  { db }: Pick<Store, 'db'>,
  table: Name,
  fits: Partial<Selectable<Schema[Name]>> = {},
): Promise<readonly Selectable<Schema[Name]>[]> {
  const { rows } = await sql<Selectable<Schema[Name]>>`select * from ${sql.table(table)} order by 1`.execute(db);
  const wanted = Object.entries(fits);
  return rows.filter((row) => wanted.every(([name, value]) => row[name as keyof typeof row] === value));
}

const detail = v.pipe(v.string(), v.parseJson(), v.looseObject({ message: v.optional(v.string(), '') }));

/** Returns the audit rows that match, oldest first, each with the content of its detail. */
export async function audited(store: Pick<Store, 'db'>, fits: Partial<Selectable<Schema['audit_log']>> = {}) {
  return (await rowsOf(store, 'audit_log', fits)).map((row) => ({ ...row, said: v.parse(detail, row.detail) }));
}
