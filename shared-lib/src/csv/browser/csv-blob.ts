import { blobInSlices } from '../../async/index.ts';
import { slicesOf } from './file-source.ts';

/** A file's content from the pieces of a writer, put together in slices so that the page stays responsive. */
export const csvBlob = (pieces: Iterable<string>): Promise<Blob> => blobInSlices(pieces, 'text/csv;charset=utf-8');

/** Up to here characters are in no text. */
const LAST_CONTROL = 8;
const NO_TEXT = '\ufffd';

/** A chosen file as it is, as CSV; null where it is no plain text in UTF-8, or cannot be read any more. */
export async function plainCsv(file: File): Promise<Blob | null> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of slicesOf(file)) {
      if (bytes.some((byte) => byte <= LAST_CONTROL)) return null;
      if (decoder.decode(bytes, { stream: true }).includes(NO_TEXT)) return null;
    }
  } catch (error) {
    // Moved or changed since it was read: what was read of it is still there.
    if (error instanceof DOMException) return null;
    throw error;
  }
  return decoder.decode().includes(NO_TEXT) ? null : new Blob([file], { type: 'text/csv' });
}
