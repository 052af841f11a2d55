import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * A list that is looked through slice by slice: with SQLite nothing else runs during a statement, and the server serves
 * others between two.
 */
export interface Sliced<Place> {
  /** Rows of a slice. */
  readonly rows: number;
  /** Where the slice after a place ends; undefined for the last one. */
  endOf(after: Place): Promise<Place | undefined>;
  /** How many rows of the slice between two places count. */
  count(after: Place, end: Place | undefined): Promise<number>;
}

/** The slices after a place, as many as hold `most` rows. */
async function* slicesOf<Place>({ rows, endOf }: Omit<Sliced<Place>, 'count'>, start: Place, most: number) {
  let after: Place | undefined = start;
  for (let examined = 0; after !== undefined && examined < most; examined += rows) {
    const end: Place | undefined = await endOf(after);
    yield { after, end };
    after = end;
    await setImmediate();
  }
}

/** How many rows after a place count; null if more than `most` would have to be examined. */
export async function countSliced<Place>(
  list: Sliced<Place>,
  start: Place,
  most = Number.POSITIVE_INFINITY,
): Promise<number | null> {
  let counted = 0;
  let rest: Place | undefined;
  for await (const { after, end } of slicesOf(list, start, most)) {
    counted += await list.count(after, end);
    rest = end;
  }
  return rest === undefined ? counted : null;
}

/** What to look for in a list. */
interface Page<Place, Row> {
  readonly start: Place;
  readonly limit: number;
  /** How many rows are examined at most: a longer search continues with the next page. */
  readonly most: number;
  /** The wanted rows of the slice after a place, at most so many. */
  rowsOf(after: Place, limit: number): Promise<readonly Row[]>;
  placeOf(row: Row): Place;
}

/** The first wanted rows after a place; `rest` is where further ones may be, undefined where none are. */
export async function findSliced<Place, Row>(
  list: Omit<Sliced<Place>, 'count'>,
  { start, limit, most, rowsOf, placeOf }: Page<Place, Row>,
): Promise<{ readonly rows: readonly Row[]; readonly rest: Place | undefined }> {
  const rows: Row[] = [];
  let rest: Place | undefined = start;
  for await (const { after, end } of slicesOf(list, start, most)) {
    rows.push(...(await rowsOf(after, limit + 1 - rows.length)));
    rest = end;
    const last = rows[limit - 1];
    // One more than shown tells that there are more.
    if (rows.length > limit && last !== undefined) return { rows: rows.slice(0, limit), rest: placeOf(last) };
  }
  return { rows, rest };
}

/** True for a text that holds a part, which is in lower case; no index tells that. */
export const holdsPart = (text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> =>
  sql`lower(${text}) like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;
