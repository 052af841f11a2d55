import { yieldNow } from './yield-now.ts';

const PIECES_A_SLICE = 5;

/** A file's content from the pieces of a writer, put together in slices so that the page stays responsive. */
export async function csvBlob(pieces: Iterable<string>): Promise<Blob> {
  const parts: string[] = [];
  const blobs: Blob[] = [];
  for (const piece of pieces) {
    parts.push(piece);
    if (parts.length < PIECES_A_SLICE) continue;
    blobs.push(new Blob(parts.splice(0)));
    await yieldNow();
  }
  return new Blob([...blobs, ...parts], { type: 'text/csv;charset=utf-8' });
}
