const ROWS_A_SLICE = 1_000;

/** What filtering needs from its surroundings. */
export interface FilterOptions {
  /** Lets others run; awaited after every thousand rows. */
  readonly yieldNow: () => Promise<void>;
  readonly isCancelled: () => boolean;
}

/** The indices from 0 to before `count` that match, in order, found slice by slice; null when it was cancelled. */
export async function filterRows(
  count: number,
  matches: (index: number) => boolean,
  { yieldNow, isCancelled }: FilterOptions,
): Promise<readonly number[] | null> {
  const found: number[] = [];
  for (let start = 0; start < count; start += ROWS_A_SLICE) {
    if (isCancelled()) return null;
    for (let index = start; index < Math.min(start + ROWS_A_SLICE, count); index += 1)
      if (matches(index)) found.push(index);
    await yieldNow();
  }
  return isCancelled() ? null : found;
}
