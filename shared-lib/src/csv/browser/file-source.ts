import type { CsvSource } from '../headless/imei-file.ts';

/** Bytes read at a time; the page can draw in between. */
const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file, slice by slice. */
export async function* slicesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    yield new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer());
  }
}

/** A chosen file as the reader takes it: read slice by slice, never whole. */
export function fileSource(file: File): CsvSource {
  return { name: file.name, type: file.type, size: file.size, content: slicesOf(file) };
}
