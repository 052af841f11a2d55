import { imeiText } from '../../../csv/headless/imei-cell.ts';
import type { BatchClock } from '../ports.ts';

const SLICE = 20_000;

/** The list of B5, comma-joined, made in slices so that a million IMEIs do not block the page. */
export async function joinImeis(imeis: Float64Array, clock: BatchClock): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < imeis.length; start += SLICE) {
    if (start > 0) await new Promise<void>((resolve) => clock.delay(0, resolve));
    parts.push(Array.from(imeis.subarray(start, start + SLICE), imeiText).join(','));
  }
  return parts.join(',');
}
