/** Bytes handed on at a time; the page may breathe after each. */
export const CHUNK_BYTES = 256 * 1024;

/** Cuts a source's content into chunks of at most {@link CHUNK_BYTES}. */
export async function* chunksOf(content: AsyncIterable<Uint8Array> | ArrayBuffer): AsyncGenerator<Uint8Array> {
  if (content instanceof ArrayBuffer) {
    for (let start = 0; start < content.byteLength; start += CHUNK_BYTES) {
      yield new Uint8Array(content, start, Math.min(CHUNK_BYTES, content.byteLength - start));
    }
    return;
  }
  for await (const bytes of content) {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) yield bytes.subarray(start, start + CHUNK_BYTES);
  }
}

function encodingOf(first: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * Turns bytes into text as they come: UTF-16 where a byte order mark says so, else UTF-8, with or without its mark
 * (D10). A character cut in two by a chunk's end comes out whole; a byte that is no text becomes U+FFFD. Never throws.
 */
export class TextStream {
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  #first = new Uint8Array(0);

  read(bytes: Uint8Array): string {
    if (this.#decoder) return this.#decoder.decode(bytes, { stream: true });
    const first = new Uint8Array(this.#first.length + bytes.length);
    first.set(this.#first);
    first.set(bytes, this.#first.length);
    if (first.length < 2) {
      this.#first = first;
      return '';
    }
    this.#decoder = new TextDecoder(encodingOf(first));
    return this.#decoder.decode(first, { stream: true });
  }

  end(): string {
    return this.#decoder ? this.#decoder.decode() : new TextDecoder().decode(this.#first);
  }
}
