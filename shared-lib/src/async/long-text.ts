import { pageClock } from './yield-now.ts';
import { Slices } from './slices.ts';

/** Characters of a text processed at once; more would block the page. */
const PIECE = 128 * 1024;

export const isLongText = (text: string): boolean => text.length > PIECE;

/** The pieces of a text; no character is divided. */
export function* textPieces(text: string): Generator<string, undefined> {
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + PIECE - 1);
    const isDivided = last >= 0xd800 && last <= 0xdbff;
    const end = start + PIECE + (isDivided ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
  return undefined;
}

/** A blob of texts, built in slices so that the page stays responsive. */
export async function blobInSlices(pieces: Iterable<string>, type: string): Promise<Blob> {
  const parts: string[] = [];
  const blobs: Blob[] = [];
  const slices = new Slices(pageClock);
  for (const piece of pieces) {
    parts.push(piece);
    if (!slices.isOver()) continue;
    blobs.push(new Blob(parts.splice(0)));
    await slices.pause();
  }
  return new Blob([...blobs, ...parts], { type });
}
