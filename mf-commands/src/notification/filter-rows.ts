import { forEachInSlices, range, type SliceClock } from '@device-console/shared-lib/csv';

/** The indices from 0 to before `count` that match, in order, found in slices; null when it was cancelled. */
export async function filterRows(
  count: number,
  matches: (index: number) => boolean,
  clock: SliceClock,
  isCancelled: () => boolean,
): Promise<readonly number[] | null> {
  const found: number[] = [];
  const look = (index: number): void => {
    if (matches(index)) found.push(index);
  };
  return (await forEachInSlices(range(count), look, clock, isCancelled)) ? found : null;
}
