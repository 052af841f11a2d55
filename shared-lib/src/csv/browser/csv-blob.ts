import { pageClock, Slices } from '../../async/index.ts';

/** A file's content from the pieces of a writer, put together in slices so that the page stays responsive. */
export async function csvBlob(pieces: Iterable<string>): Promise<Blob> {
  const parts: string[] = [];
  const blobs: Blob[] = [];
  const slices = new Slices(pageClock);
  for (const piece of pieces) {
    parts.push(piece);
    if (!slices.isOver()) continue;
    blobs.push(new Blob(parts.splice(0)));
    await slices.pause();
  }
  return new Blob([...blobs, ...parts], { type: 'text/csv;charset=utf-8' });
}
