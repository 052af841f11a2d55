import { APPROVALS_PERMISSION, permissionNames } from '@device-console/shared-lib/contract';
import { sql, type Kysely } from 'kysely';
import { appendOnlyTriggers } from '../append-only.ts';
import type { TableSet } from '../columns.ts';
import type { StoreDialect } from '../dialect.ts';
import { buildIndexes } from './indexes.ts';

/** Ids are in the order of insertion. */
const types = {
  sqlite: { '<id>': 'integer primary key autoincrement', '<bytes>': 'blob' },
  postgres: { '<id>': 'bigint generated always as identity primary key', '<bytes>': 'bytea' },
} as const;

async function createTables(db: Kysely<unknown>, dialect: StoreDialect, set: TableSet): Promise<void> {
  const { '<id>': id, '<bytes>': bytes } = types[dialect];
  for (const [name, columns] of Object.entries(set.tables)) {
    const parts = Object.entries(columns).map(([column, { sql: type }]) => `"${column}" ${type}`);
    const inBrackets = [...parts, set.constraints?.[name]].filter(Boolean).join(', ');
    // An outcome's key is its place in the table, so a million rows are stored once.
    const end = dialect === 'sqlite' && name === 'batch_items' ? ' without rowid' : '';
    await sql
      .raw(`create table ${name} (${inBrackets.replace('<id>', id).replace('<bytes>', bytes)})${end}`)
      .execute(db);
  }
  await buildIndexes(db, dialect, set.indexes ?? {});
  for (const table of set.appendOnly ?? [])
    for (const statement of appendOnlyTriggers(table, dialect)) await sql.raw(statement).execute(db);
}

/** Every table, index and trigger of a new database, and its permissions (D20, C15). */
export async function createSchema(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  sets: readonly TableSet[],
): Promise<void> {
  for (const set of sets) await createTables(db, dialect, set);
  const names = [...permissionNames, APPROVALS_PERMISSION].map((name) => sql`(${name})`);
  await sql`insert into permissions (name) values ${sql.join(names)}`.execute(db);
}
