import type { Selectable } from 'kysely';
import * as v from 'valibot';
import type { Schema } from '../core/store/schema.ts';
import type { Store } from '../core/store/store.ts';
import { rowsOf } from './rows.ts';

const detail = v.pipe(v.string(), v.parseJson(), v.looseObject({ message: v.optional(v.string(), '') }));

/** Returns the audit rows that match, oldest first, each with the content of its detail. */
export async function audited(store: Pick<Store, 'db'>, fits: Partial<Selectable<Schema['audit_log']>> = {}) {
  return (await rowsOf(store, 'audit_log', fits)).map((row) => ({ ...row, said: v.parse(detail, row.detail) }));
}
