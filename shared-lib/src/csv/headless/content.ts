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

/** The encodings of text files that are read. */
export type TextEncoding = 'utf-16le' | 'utf-16be' | 'utf-8' | 'windows-1252';

/** The first characters of a table are ASCII, of which UTF-16 has one byte that is zero. */
function isZeroAt(head: Uint8Array, place: 0 | 1): boolean {
  return head.length === HEAD_BYTES && head.every((byte, index) => (byte === 0) === (index % 2 === place));
}

/** A text's encoding: by a byte order mark, by the bytes of ASCII in UTF-16, else UTF-8 (D10). */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (beginsWith(head, 0xff, 0xfe) || isZeroAt(head, 1)) return 'utf-16le';
  return beginsWith(head, 0xfe, 0xff) || isZeroAt(head, 0) ? 'utf-16be' : 'utf-8';
}

/** The file is not in UTF-8, though nothing says that it has another encoding. */
export class NotUtf8 extends Error {}

const NULS = /\0+/g;

/**
 * Decodes a text that comes in pieces; without bytes, its end. Leaves out NUL, with which some programs pad files.
 * Throws {@link NotUtf8} instead of losing a character.
 */
export function textDecoder(encoding: TextEncoding): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined }).replaceAll(NULS, '');
    } catch (cause) {
      throw new NotUtf8('The file is not in UTF-8.', { cause });
    }
  };
}
