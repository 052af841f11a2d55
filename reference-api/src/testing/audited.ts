import type { Selectable } from 'kysely';
import * as v from 'valibot';
import type { Schema } from '../core/store/schema.ts';
import type { Store } from '../core/store/store.ts';

const detail = v.pipe(v.string(), v.parseJson(), v.looseObject({ message: v.optional(v.string(), '') }));

/** Returns the audit rows that match, oldest first, each with the content of its detail. */
export async function audited({ db }: Pick<Store, 'db'>, fits: Partial<Selectable<Schema['audit_log']>> = {}) {
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const wanted = Object.entries(fits);
  return rows
    .filter((row) => wanted.every(([name, value]) => row[name as keyof typeof row] === value))
    .map((row) => ({ ...row, said: v.parse(detail, row.detail) }));
}
