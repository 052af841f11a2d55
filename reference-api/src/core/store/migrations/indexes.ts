import { sql, type Kysely } from 'kysely';
import type { StoreDialect } from '../dialect.ts';

/** By name, the text after `on`; of a unique index under `unique`. */
export type IndexList = Readonly<Record<string, string | { readonly unique: string }>>;

type Builder = Kysely<unknown>;

/** Writers continue while PostgreSQL builds an index outside of a transaction. */
const mayGoOn = (db: Builder, dialect: StoreDialect): boolean => dialect === 'postgres' && !db.isTransaction;

const exclusively = sql``;
const concurrently = sql`concurrently`;
const index = sql`index`;
const uniqueIndex = sql`unique index`;

/** An interrupted build leaves an invalid index: it costs every write, and no query uses it. */
async function dropInvalid(db: Builder, name: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    where pg_class.relname = ${name} and pg_table_is_visible(pg_class.oid) and not pg_index.indisvalid`.execute(db);
  if (rows.length > 0) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
}

/** May be run again after an interruption. */
export async function buildIndexes(db: Builder, dialect: StoreDialect, list: IndexList): Promise<void> {
  const how = mayGoOn(db, dialect) ? concurrently : exclusively;
  for (const [name, on] of Object.entries(list)) {
    if (how === concurrently) await dropInvalid(db, name);
    const [kind, place] = typeof on === 'string' ? [index, on] : [uniqueIndex, on.unique];
    await sql`create ${kind} ${how} if not exists ${sql.ref(name)} on ${sql.raw(place)}`.execute(db);
  }
}
