import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * A list read slice by slice: with SQLite nothing else runs during a statement, and the server serves others between
 * two.
 */
export interface Sliced<Place> {
  readonly rows: number;
  /** Where the slice after a place ends; undefined for the last one. */
  endOf(after: Place): Promise<Place | undefined>;
  /** Counted rows between two places. */
  count(after: Place, end: Place | undefined): Promise<number>;
}

/** The slices after a place that hold `most` rows together. */
async function* slicesOf<Place>({ rows, endOf }: Omit<Sliced<Place>, 'count'>, start: Place, most: number) {
  let after: Place | undefined = start;
  for (let examined = 0; after !== undefined && examined < most; examined += rows) {
    const end: Place | undefined = await endOf(after);
    yield { after, end };
    after = end;
    await setImmediate();
  }
}

/** Null if more than `most` rows would have to be examined. */
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

interface Page<Place, Row> {
  readonly start: Place;
  readonly limit: number;
  /** Rows examined: a longer search continues with the next page. */
  readonly most: number;
  /** The wanted rows of the slice after a place. */
  rowsOf(after: Place, limit: number): Promise<readonly Row[]>;
  placeOf(row: Row): Place;
}

/** The first wanted rows after a place; `rest`: where further ones may be, undefined if there are none. */
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
    // One more than shown: there are more.
    if (rows.length > limit && last !== undefined) return { rows: rows.slice(0, limit), rest: placeOf(last) };
  }
  return { rows, rest };
}

/** A part to look for, in lower case; undefined: none. */
export const partOf = (text = ''): string | undefined => text.trim().toLowerCase() || undefined;

/** True if a text contains `part`, in lower case; no index helps. */
export const holdsPart = (text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> =>
  sql`lower(${text}) like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;
