import { blobInSlices } from '../../async/index.ts';
import { slicesOf } from './file-source.ts';

/** A file's content from a writer's pieces, joined in slices so that the page stays responsive. */
export const csvBlob = (pieces: Iterable<string>): Promise<Blob> => blobInSlices(pieces, 'text/csv;charset=utf-8');

/** No text contains characters up to this one. */
const LAST_CONTROL = 8;
const NO_TEXT = '\ufffd';

/** A chosen file unchanged, as CSV; null if it is not plain text in UTF-8, or can no longer be read. */
export async function plainCsv(file: File): Promise<Blob | null> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of slicesOf(file)) {
      if (bytes.some((byte) => byte <= LAST_CONTROL)) return null;
      if (decoder.decode(bytes, { stream: true }).includes(NO_TEXT)) return null;
    }
  } catch (error) {
    // Moved or changed since it was read: use what was read.
    if (error instanceof DOMException) return null;
    throw error;
  }
  return decoder.decode().includes(NO_TEXT) ? null : new Blob([file], { type: 'text/csv' });
}
