import { sql, type Kysely, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Values by position: `value ->> 0` is the first. */
type GivenRow = readonly (string | number | null)[];

/** Items as a table `given` in one parameter: the statement's text is the same for any number, and prepared once. */
export function givenRows<Item>(
  db: Kysely<Schema>,
  items: readonly Item[],
  toRow: (item: Item) => GivenRow,
): RawBuilder<unknown> {
  const json = JSON.stringify(items.map(toRow));
  return dialectOf(db) === 'sqlite'
    ? sql`(select key as position, value from json_each(${json})) as given`
    : sql`json_array_elements(cast(${json} as json)) with ordinality as given (value, position)`;
}

/** Texts for `in (…)`, as {@link givenRows}. */
export function givenTexts(db: Kysely<Schema>, texts: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(texts);
  return dialectOf(db) === 'sqlite'
    ? sql`(select value from json_each(${json}))`
    : sql`(select json_array_elements_text(cast(${json} as json)))`;
}

export function givenIds(db: Kysely<Schema>, ids: readonly number[]): RawBuilder<number> {
  return sql`(select cast(value ->> 0 as bigint) from ${givenRows(db, ids, (id) => [id])})`;
}
