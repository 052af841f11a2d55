import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../dialect.ts';

/** What the dialects say in different words. Ids are in the order of insertion. */
export const columnTypes = {
  sqlite: { id: 'integer primary key autoincrement', bytes: 'blob', withoutRowid: ' without rowid' },
  postgres: { id: 'bigint generated always as identity primary key', bytes: 'bytea', withoutRowid: '' },
} as const;

export type ColumnTypes = Readonly<Record<keyof (typeof columnTypes)['sqlite'], string>>;

/** The statements of the first step: the core's, or a module's own. Frozen text: it never changes. */
export type FirstStep = (dialect: StoreDialect, types: ColumnTypes) => readonly string[];

/** Makes the tables of a new database. */
export async function takeFirstStep(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  parts: readonly FirstStep[],
): Promise<void> {
  for (const part of parts) {
    for (const statement of part(dialect, columnTypes[dialect])) await sql.raw(statement).execute(db);
  }
}
