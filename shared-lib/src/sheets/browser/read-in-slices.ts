import { pageClock, Slices } from '../../async/index.ts';
import type { WriteOptions } from '../sheet.ts';

const ROWS_A_LOOK = 250;

/** What is done with rows as they are read. */
export interface RowReader {
  row(row: readonly string[]): void;
  /** Called after some rows, and after the last. */
  slice(): Promise<void> | void;
}

/** What writing rejects with when it was called off. */
export const abortError = (): DOMException => new DOMException('Writing the file was called off.', 'AbortError');

/** Throws an AbortError once writing was called off. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError();
}

/** Reads rows in stretches of a few milliseconds and yields between; returns how many there were. */
export async function readInSlices(
  rows: Iterable<readonly string[]>,
  reader: RowReader,
  { signal, onProgress }: WriteOptions,
  before = 0,
): Promise<number> {
  const slices = new Slices(pageClock);
  let count = 0;
  let open = 0;
  for (const row of rows) {
    reader.row(row);
    count += 1;
    open += 1;
    if (open % ROWS_A_LOOK !== 0 || !slices.isOver()) continue;
    open = 0;
    await reader.slice();
    onProgress?.(before + count);
    await slices.pause();
    throwIfAborted(signal);
  }
  if (open > 0) await reader.slice();
  onProgress?.(before + count);
  return count;
}
