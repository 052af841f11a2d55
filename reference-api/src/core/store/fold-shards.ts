import { sql } from 'kysely';
import type { Database } from './store.ts';

/** A table in which each connection adds to rows of its own; `shard` 0 has what is put together. */
export interface ShardedTable {
  readonly table: string;
  readonly keys: readonly string[];
  /** What is added up. */
  readonly names: readonly string[];
}

/** Rows that one statement puts together: their connections wait for no longer than that. */
const FOLDED = 1_000;

/** Puts together rows of connections that no transaction is at. True: there are more. */
async function foldSome(db: Database, { table, keys, names }: ShardedTable): Promise<boolean> {
  const refs = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
  const grown = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + excluded.${sql.ref(name)}`);
  const { rows } = await sql<{ folded: number }>`
    with own as materialized (
      select ${refs([...keys, 'shard'])} from ${sql.table(table)} where shard <> 0
      limit ${FOLDED} for update skip locked
    ), folded as (
      delete from ${sql.table(table)} using own
      where ${sql.join(
        [...keys, 'shard'].map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`own.${name}`)}`),
        sql` and `,
      )}
      returning ${sql.join([...keys, ...names].map((name) => sql.ref(`${table}.${name}`)))}
    ), kept as (
      insert into ${sql.table(table)} (${refs(keys)}, shard, ${refs(names)})
      select ${refs(keys)}, 0, ${sql.join(names.map((name) => sql`sum(${sql.ref(name)})`))} from folded
      group by ${refs(keys)} order by ${refs(keys)}
      on conflict (${refs(keys)}, shard) do update set ${sql.join(grown)}
    )
    select count(*) as folded from folded`.execute(db);
  return (rows[0]?.folded ?? 0) === FOLDED;
}

/** Puts the connections' rows of a table on PostgreSQL together; SQLite has one writer, and so one shard. */
export async function foldShards(db: Database, table: ShardedTable, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && (await foldSome(db, table)));
}
