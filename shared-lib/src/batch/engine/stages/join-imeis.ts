import { forEachInSlices, range, type SliceClock } from '../../../async/slices.ts';
import { imeiText } from '../../../csv/headless/imei-cell.ts';

/** IMEIs that are joined between two looks at the clock. */
const LENGTH = 5_000;

/** The list of B5, comma-joined, made in slices so that a million IMEIs do not block the page. */
export async function joinImeis(imeis: Float64Array, clock: SliceClock): Promise<string> {
  const parts: string[] = [];
  const join = (start: number): void => {
    parts.push(Array.from(imeis.subarray(start, start + LENGTH), imeiText).join(','));
  };
  await forEachInSlices(range(imeis.length, LENGTH), join, clock);
  const list = parts.join(',');
  if (parts.length > 1) await clock.yieldNow();
  return list;
}
