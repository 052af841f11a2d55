import { setImmediate } from 'node:timers/promises';

/**
 * Rows that are counted at once. SQLite counts on the thread of the server, which serves others between such pieces.
 */
const PIECE_ROWS = 50_000;

/** A list that can be counted from a place on. */
export interface Countable<Place> {
  /** How many rows follow a place, up to `most`. */
  count(after: Place, most: number): Promise<number>;
  /** Where the row stands that is the `number`th after a place, from 1; undefined when fewer follow. */
  placeOf(after: Place, number: number): Promise<Place | undefined>;
}

/** How many rows follow a place. Ends early once there are more than `most`, with some number above it. */
export async function countInPieces<Place>(
  list: Countable<Place>,
  from: Place,
  most = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  let after = from;
  for (let counted = 0; counted <= most; counted += PIECE_ROWS) {
    const place = await list.placeOf(after, PIECE_ROWS);
    if (place === undefined) return counted + (await list.count(after, PIECE_ROWS));
    after = place;
    await setImmediate();
  }
  return most + 1;
}
