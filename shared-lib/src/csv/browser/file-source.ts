import { CHUNK_BYTES } from '../headless/decode.ts';
import type { CsvSource } from '../headless/imei-file.ts';

function bytesOf(slice: Blob): Promise<ArrayBuffer> {
  if (typeof slice.arrayBuffer === 'function') return slice.arrayBuffer();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const { result } = reader;
      if (result === null || typeof result === 'string') reject(new Error('The file gave no bytes.'));
      else resolve(result);
    };
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsArrayBuffer(slice);
  });
}

async function* slicesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    yield new Uint8Array(await bytesOf(file.slice(start, start + CHUNK_BYTES)));
  }
}

/** A chosen file as the reader takes it: read slice by slice, never whole. */
export function fileSource(file: File): CsvSource {
  return { name: file.name, type: file.type, size: file.size, content: slicesOf(file) };
}
