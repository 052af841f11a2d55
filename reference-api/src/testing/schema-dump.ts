import { sql, type Kysely } from 'kysely';
import type { Store } from '../core/store/store.ts';

/** A table's columns, a line each, by name: a column that was added later is at the end of its table. */
export type DumpedTables = Readonly<Record<string, readonly string[]>>;

interface Row {
  readonly name: string;
  readonly line: string;
}

/** Each returns rows of `name`, the table's, and `line`. */
const sqlite = {
  columns: sql<Row>`
    select t.name as name, c.name || ' ' || lower(c.type) || case when c."notnull" then ' not null' else '' end
      || case when c.dflt_value is null then '' else ' default ' || c.dflt_value end as line
    from sqlite_master t join pragma_table_xinfo(t.name) c where t.type = 'table'`,
  constraints: sql<Row>`
    select t.name as name, case i.origin when 'pk' then 'primary key (' else 'unique (' end
      || (select group_concat(c.name, ', ') from pragma_index_info(i.name) c) || ')' as line
    from sqlite_master t join pragma_index_list(t.name) i where t.type = 'table' and i.origin <> 'c'
    union all
    select t.name, 'foreign key (' || f."from" || ') references ' || f."table" || ' (' || f."to" || ')'
    from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table'
    union all
    select name, 'without rowid' from sqlite_master where type = 'table' and sql like '%) without rowid'
    union all
    select name, 'autoincrement' from sqlite_master where type = 'table' and sql like '% autoincrement%'`,
  others: sql<Row>`select name, sql as line from sqlite_master where type in ('index', 'trigger') and sql is not null`,
};

const postgres = {
  columns: sql<Row>`
    select t.relname as name, c.attname || ' ' || format_type(c.atttypid, c.atttypmod)
      || case when c.attnotnull then ' not null' else '' end
      || case c.attidentity when 'a' then ' generated always as identity' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = c.attnum
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'`,
  constraints: sql<Row>`
    select t.relname as name, lower(pg_get_constraintdef(c.oid)) as line
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.connamespace = current_schema()::regnamespace and c.contype in ('p', 'u', 'f')`,
  others: sql<Row>`
    select indexname as name, indexdef as line from pg_indexes where schemaname = current_schema()
      and indexname not in (select conname from pg_constraint where connamespace = current_schema()::regnamespace)
    union all
    select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select proname, prosrc from pg_proc where pronamespace = current_schema()::regnamespace`,
};

const isOurs = ({ name, line }: Row) => !/^(kysely_|sqlite_)/.test(name) && !/\bkysely_/.test(line);

function grouped(rows: readonly Row[]): Record<string, readonly string[]> {
  const tables: Record<string, string[]> = {};
  for (const { name, line } of rows.filter(isOurs)) (tables[name] ??= []).push(line.replaceAll(/\s+/g, ' ').trim());
  return Object.fromEntries(
    Object.entries(tables)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, lines]) => [name, lines.toSorted()]),
  );
}

const queriesOf = ({ dialect }: Store) => (dialect === 'sqlite' ? sqlite : postgres);

/** Columns alone. */
export async function dumpColumns(store: Store): Promise<DumpedTables> {
  return grouped((await queriesOf(store).columns.execute(store.db)).rows);
}

/** Everything that a schema consists of, as text. */
export async function dumpSchema(store: Store): Promise<string> {
  const { columns, constraints, others } = queriesOf(store);
  const rows = async (query: typeof columns) => grouped((await query.execute(store.db as Kysely<unknown>)).rows);
  const [tables, rules, rest] = [await rows(columns), await rows(constraints), await rows(others)];
  const blocks = Object.entries(tables).map(([name, lines]) =>
    [`table ${name}`, ...[...lines, ...(rules[name] ?? [])].map((line) => `  ${line}`)].join('\n'),
  );
  return `${[...blocks, Object.values(rest).flat().join('\n')].join('\n\n')}\n`;
}
