import { localHeader, zipDirectory, ZIP_LIMIT_BYTES, type ZipEntry } from '../headless/zip-records.ts';

/** A gzip stream has ten bytes before, and eight after, what a zip container holds: its check sum and length. */
const GZIP_HEAD = 10;
const GZIP_TAIL = 8;
/** So many chunks become one Blob, which the browser may put on disk. */
const CHUNKS_A_BLOB = 64;

const encoder = new TextEncoder();

function tooLarge(): Error {
  return new Error('The Excel file would be larger than Excel can open. Please export fewer rows, or a CSV file.');
}

/** A file of a container that is written and deflated piece by piece. */
export class ZipFile {
  readonly #gzip = new CompressionStream('gzip');
  readonly #input = this.#gzip.writable.getWriter();
  readonly #parts: Blob[] = [];
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #tail = new Uint8Array(0);
  #bytes = 0;
  readonly #reading = this.#read();

  constructor(readonly name: string) {}

  /** Resolves when more may come. Throws when the file would become too large. */
  async write(text: string): Promise<void> {
    const bytes = encoder.encode(text);
    this.#bytes += bytes.length;
    if (this.#bytes >= ZIP_LIMIT_BYTES) throw tooLarge();
    await this.#input.write(bytes);
  }

  /** The deflated content, and what its entry says of it. */
  async finish(): Promise<{ readonly content: Blob; readonly entry: Omit<ZipEntry, 'offset'> }> {
    await this.#input.close();
    await this.#reading;
    const whole = new Blob([...this.#parts, ...this.#chunks]);
    const content = whole.slice(GZIP_HEAD, whole.size - GZIP_TAIL);
    const crc = new DataView(this.#tail.buffer).getUint32(0, true);
    return { content, entry: { name: this.name, crc, packedBytes: content.size, bytes: this.#bytes } };
  }

  async #read(): Promise<void> {
    const output = this.#gzip.readable.getReader();
    for (let next = await output.read(); !next.done; next = await output.read()) {
      this.#chunks.push(next.value);
      this.#tail = Uint8Array.of(...this.#tail, ...next.value.subarray(-GZIP_TAIL)).slice(-GZIP_TAIL);
      if (this.#chunks.length >= CHUNKS_A_BLOB) this.#parts.push(new Blob(this.#chunks.splice(0)));
    }
  }
}

/** A zip container: its files one after another, then its directory. */
export class ZipContainer {
  readonly #entries: ZipEntry[] = [];
  readonly #parts: BlobPart[] = [];
  #offset = 0;

  /** Ends a file and puts it into the container. Throws when the container would become too large. */
  async add(file: ZipFile): Promise<void> {
    const { content, entry } = await file.finish();
    const placed = { ...entry, offset: this.#offset };
    const header = localHeader(placed);
    this.#entries.push(placed);
    this.#parts.push(header, content);
    this.#offset += header.length + content.size;
    if (this.#offset >= ZIP_LIMIT_BYTES) throw tooLarge();
  }

  /** The whole container, as a file of a type. */
  finish(type: string): Blob {
    return new Blob([...this.#parts, ...zipDirectory(this.#entries, this.#offset)], { type });
  }
}
