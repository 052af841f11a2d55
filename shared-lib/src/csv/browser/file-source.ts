import type { CsvSource } from '../headless/imei-file.ts';

/** A chosen file as the reader takes it: read slice by slice, never whole. */
export function fileSource(file: File): CsvSource {
  const { name, type, size } = file;
  return { name, type, size, read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()) };
}
