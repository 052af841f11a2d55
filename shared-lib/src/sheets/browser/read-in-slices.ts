import { pageClock, Slices } from '../../async/index.ts';
import type { WriteOptions } from '../sheet.ts';

/** They take much less time than a slice. */
const ROWS_AT_ONCE = 250;

/** Reads rows and passes them on for a few milliseconds at a time, yielding in between; returns their number. */
export async function readInSlices(
  rows: Iterable<readonly string[]>,
  take: (rows: readonly (readonly string[])[]) => Promise<void> | void,
  { signal, onProgress }: WriteOptions,
  before = 0,
): Promise<number> {
  const slices = new Slices(pageClock);
  let count = 0;
  let open: (readonly string[])[] = [];
  for (const row of rows) {
    open.push(row);
    count += 1;
    if (open.length < ROWS_AT_ONCE) continue;
    await take(open);
    open = [];
    if (!slices.isOver()) continue;
    onProgress?.(before + count);
    await slices.pause();
    signal?.throwIfAborted();
  }
  if (open.length > 0) await take(open);
  onProgress?.(before + count);
  return count;
}
