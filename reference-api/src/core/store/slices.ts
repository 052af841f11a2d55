import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Read slice by slice: SQLite does nothing else during a statement, and the server serves others between two. */
export interface Sliced<Place> {
  readonly rows: number;
  /** Where the slice after a place ends; undefined for the last one. */
  endOf(after: Place): Promise<Place | undefined>;
  count(after: Place, end: Place | undefined): Promise<number>;
}

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
  /** An index gives the wanted rows alone, so that they need no slices. */
  readonly isIndexed?: boolean;
  rowsOf(after: Place, limit: number): Promise<readonly Row[]>;
  placeOf(row: Row): Place;
}

/** `rest`: where further rows may be; undefined after the last. */
export async function findSliced<Place, Row>(
  list: Sliced<Place>,
  { start, limit, most, isIndexed = false, rowsOf, placeOf }: Page<Place, Row>,
) {
  const rows: Row[] = [];
  let rest: Place | undefined = start;
  const slices = isIndexed ? { ...list, endOf: () => Promise.resolve(undefined) } : list;
  for await (const { after, end } of slicesOf(slices, start, most)) {
    rows.push(...(await rowsOf(after, limit + 1 - rows.length)));
    rest = end;
    // One more than shown: there are more.
    if (rows.length <= limit) continue;
    rows.pop();
    const last = rows.at(-1);
    rest = last && placeOf(last);
    break;
  }
  return { rows, rest };
}

/** A part to look for, in lower case; undefined: none. */
export const searchText = (text = ''): string | undefined => text.trim().toLowerCase() || undefined;

/** True if a text contains `part`, in lower case; no index helps. */
export const holdsPart = (text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> =>
  sql`lower(${text}) like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;
