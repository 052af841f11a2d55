import { isLongText, pageClock, Slices, textPieces } from '../async/index.ts';
import { utf8Bytes, type Bytes } from './platform.ts';

/** UTF-8 bytes of a text; of a long one in slices, so that a list of a million IMEIs does not hold the page up. */
export async function utf8BytesInSlices(text: string): Promise<Bytes> {
  if (!isLongText(text)) return utf8Bytes(text);
  const slices = new Slices(pageClock);
  const parts: Bytes[] = [];
  for (const piece of textPieces(text)) {
    parts.push(utf8Bytes(piece));
    await slices.pauseIfOver();
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  await slices.pause();
  return whole;
}
