import { sql, type Kysely, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';

type Value = string | number | null;
type ColumnType = 'text' | 'integer' | 'bigint';

/** Rows as a table `given`, in the order of `position`, and its columns by name. */
export interface GivenRows<Name extends string> {
  readonly given: RawBuilder<unknown>;
  readonly column: Readonly<Record<Name, RawBuilder<unknown>>>;
}

/** Items as a table in one parameter: the statement's text is the same for any number, and prepared once. */
export function givenRows<const Name extends string>(
  db: Kysely<Schema>,
  items: readonly Readonly<Record<NoInfer<Name>, Value>>[],
  types: Readonly<Record<Name, ColumnType>>,
): GivenRows<Name> {
  const names = Object.keys(types) as Name[];
  const json = JSON.stringify(items.map((item) => names.map((name) => item[name])));
  const columns = names.map((name, place) => {
    const value = sql`value ->> ${sql.lit(place)}`;
    return [name, types[name] === 'text' ? value : sql`cast(${value} as ${sql.raw(types[name])})`] as const;
  });
  return {
    given:
      dialectOf(db) === 'sqlite'
        ? sql`(select key as position, value from json_each(${json})) as given`
        : sql`json_array_elements(cast(${json} as json)) with ordinality as given (value, position)`,
    column: Object.fromEntries(columns) as Record<Name, RawBuilder<unknown>>,
  };
}

/** The names and the values of `insert into … (names) select values`: each value is beside its name. */
export function insertedAs<Table extends keyof Schema>(
  columns: Readonly<Partial<Record<keyof Schema[Table], unknown>>>,
) {
  return {
    names: sql.join(Object.keys(columns).map((name) => sql.ref(name))),
    values: sql.join(Object.values(columns)),
  };
}

/** Texts for `in (…)`, as {@link givenRows}. */
export function givenTexts(db: Kysely<Schema>, texts: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(texts);
  return dialectOf(db) === 'sqlite'
    ? sql`(select value from json_each(${json}))`
    : sql`(select json_array_elements_text(cast(${json} as json)))`;
}

export function givenIds(db: Kysely<Schema>, ids: readonly number[]): RawBuilder<number> {
  const rows = ids.map((id) => ({ id }));
  const { given, column } = givenRows(db, rows, { id: 'bigint' });
  return sql`(select ${column.id} from ${given})`;
}
