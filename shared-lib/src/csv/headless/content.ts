import { chunksOf } from './decode.ts';
import type { CsvSource } from './imei-file.ts';

/** The content itself failed, for example because the file was moved. Anything else that throws is a bug. */
export class UnreadableContent extends Error {}

/** As many bytes as tell what a file is. */
const HEAD_BYTES = 8;

async function* readable(content: CsvSource['content']): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(content);
  } catch (cause) {
    throw new UnreadableContent(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Puts pieces of bytes together. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}

/** A content whose first bytes are known, and that can still be read from its beginning, once. */
export interface OpenedContent {
  readonly head: Uint8Array;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes of a content; rejects with {@link UnreadableContent}, and so do its chunks. */
export async function openContent(content: CsvSource['content']): Promise<OpenedContent> {
  const rest = readable(content);
  const parts: Uint8Array[] = [];
  for (let length = 0; length < HEAD_BYTES;) {
    const next = await rest.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* parts;
    yield* rest;
  }
  return { head: joined(parts).subarray(0, HEAD_BYTES), chunks: chunks() };
}

/** What a file is by its first bytes: a zip (workbooks since 2007), Microsoft's older container, or text. */
export function containerOf(head: Uint8Array): 'zip' | 'compound' | 'text' {
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'zip';
  return begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) ? 'compound' : 'text';
}
