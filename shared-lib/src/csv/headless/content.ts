import type { CsvSource, ReadOptions, Rejection } from './imei-file.ts';

/** Ends the reading of a file that cannot be used. Anything else that throws is a bug. */
export class Refused extends Error {
  constructor(readonly rejection: Rejection) {
    super(rejection.kind);
  }
}

/** The reading was called off. */
export class CancelledReading extends Error {}

/** Bytes read at a time; the page can draw in between. */
const CHUNK_BYTES = 256 * 1024;
/** Enough to recognise a file's kind. */
const HEAD_BYTES = 8;

async function bytesOf(source: CsvSource, start: number, length: number): Promise<Uint8Array> {
  try {
    return await source.read(start, start + length);
  } catch (error) {
    throw new Refused({ kind: 'unreadable', cause: error instanceof Error ? error.message : String(error) });
  }
}

/** The first bytes of a file. */
export const headOf = (source: CsvSource): Promise<Uint8Array> => bytesOf(source, 0, HEAD_BYTES);

/** The bytes of a file in pieces. Tells the progress, and lets other work run in between. */
export async function* chunksOf(
  source: CsvSource,
  { isCancelled, onProgress, yieldNow }: Pick<ReadOptions, 'isCancelled' | 'onProgress' | 'yieldNow'>,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < source.size;) {
    if (isCancelled?.() === true) throw new CancelledReading();
    const bytes = await bytesOf(source, start, CHUNK_BYTES);
    yield bytes;
    start += bytes.length;
    onProgress?.(start);
    await yieldNow();
  }
}

const beginsWith = (head: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** A file's kind by its first bytes: a zip (workbooks since 2007), Microsoft's older container, or text. */
export function containerOf(head: Uint8Array): 'zip' | 'compound' | 'text' {
  if (beginsWith(head, 0x50, 0x4b, 0x03, 0x04)) return 'zip';
  return beginsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) ? 'compound' : 'text';
}

/** A text's encoding by its first bytes: UTF-16 if a byte order mark says so, else UTF-8 (D10). */
export function encodingOf(head: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (beginsWith(head, 0xff, 0xfe)) return 'utf-16le';
  return beginsWith(head, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
}
