import type { CsvSource, ReadOptions } from './imei-file.ts';

/** The content could not be read, for example because the file was moved. Anything else that throws is a bug. */
export class UnreadableContent extends Error {}

/** The reading was called off. */
export class CancelledReading extends Error {}

/** Enough to recognise a file's kind. */
const HEAD_BYTES = 8;

async function* readable(content: CsvSource['content']): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new UnreadableContent(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Joins pieces of bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}

/** A content with its first bytes known; it can still be read from its start, once. */
export interface OpenedContent {
  readonly head: Uint8Array;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Looks at the first bytes of a content. Its chunks tell their progress, and let other work run in between. Both reject
 * with {@link UnreadableContent}, and the chunks with {@link CancelledReading}.
 */
export async function openContent(content: CsvSource['content'], options: ReadOptions): Promise<OpenedContent> {
  const rest = readable(content);
  const parts: Uint8Array[] = [];
  for (let length = 0; length < HEAD_BYTES;) {
    const next = await rest.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* parts;
    yield* rest;
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let bytesRead = 0;
    for await (const bytes of whole()) {
      if (options.isCancelled?.() === true) throw new CancelledReading();
      yield bytes;
      bytesRead += bytes.length;
      options.onProgress?.(bytesRead);
      await options.yieldNow();
    }
  }
  return { head: joined(parts).subarray(0, HEAD_BYTES), chunks: chunks() };
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
