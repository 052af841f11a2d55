import { sql, type Kysely, type RawBuilder } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';

/** What a statement is given of one row, by position: `value ->> 0` is the first. */
type GivenRow = readonly (string | number | null)[];

/**
 * Rows for one statement, as a table `given` with `position` and `value`. They are one parameter, so that the text of
 * the statement is the same for one row and for five hundred: it is made, read and kept once.
 */
export function givenRows(db: Kysely<Schema>, rows: readonly GivenRow[]): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
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
