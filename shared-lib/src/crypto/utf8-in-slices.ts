import { pageClock, Slices } from '../async/index.ts';
import { utf8Bytes, type Bytes } from './platform.ts';

/**
 * UTF-8 bytes of the pieces of a text; of many in slices, so that a list of a million IMEIs does not hold the page up.
 */
export async function utf8BytesInSlices(pieces: Iterable<string>): Promise<Bytes> {
  const slices = new Slices(pageClock);
  const parts: Bytes[] = [];
  for (const piece of pieces) {
    parts.push(utf8Bytes(piece));
    await slices.pauseIfOver();
  }
  const [first] = parts;
  if (first && parts.length === 1) return first;
  await slices.pause();
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
    await slices.pauseIfOver();
  }
  await slices.pause();
  return whole;
}
