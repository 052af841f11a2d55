import { configure, ZipWriter } from '@zip.js/zip.js';

// Already in a worker, or on a page that cannot have one.
configure({ useWebWorkers: false });

/** The plain zip format's limit, for each file and the whole container. */
const ZIP_LIMIT_BYTES = 0xffff_ffff;
/** Chunks per Blob, which the browser may put on disk. */
const CHUNKS_A_BLOB = 64;

/** Of every file: a plain zip, whose times have no meaning here. */
const OPTIONS = { zip64: false, extendedTimestamp: false, lastModDate: new Date(1980, 0, 1) };

const encoder = new TextEncoder();

interface OpenFile {
  readonly input: WritableStreamDefaultWriter<Uint8Array>;
  /** Resolves once the container has the whole file. */
  readonly added: Promise<unknown>;
  bytes: number;
}

/** A zip container, whose files are written one after another, piece by piece, and deflated by the browser. */
export class ZipContainer {
  readonly #parts: Blob[] = [];
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;
  readonly #zip = new ZipWriter(
    new WritableStream<Uint8Array<ArrayBuffer>>({ write: (chunk) => this.#take(chunk) }),
    OPTIONS,
  );
  #open: OpenFile | undefined;

  /** Ends the previous file and begins one with this name. */
  async begin(name: string): Promise<void> {
    await this.#end();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#open = { input: writable.getWriter(), added: this.#zip.add(name, readable), bytes: 0 };
  }

  /** Adds text to the last file, once it can take more. Throws if file or container would become too large. */
  async write(text: string): Promise<void> {
    if (!this.#open) throw new Error('No file of the container was begun.');
    const bytes = encoder.encode(text);
    this.#open.bytes += bytes.length;
    if (Math.max(this.#open.bytes, this.#bytes) >= ZIP_LIMIT_BYTES)
      throw new Error('The Excel file would be larger than Excel can open. Please export fewer rows, or a CSV file.');
    await this.#open.input.write(bytes);
  }

  async finish(type: string): Promise<Blob> {
    await this.#end();
    await this.#zip.close();
    return new Blob([...this.#parts, ...this.#chunks], { type });
  }

  async #end(): Promise<void> {
    if (this.#open) await Promise.all([this.#open.input.close(), this.#open.added]);
    this.#open = undefined;
  }

  #take(chunk: Uint8Array<ArrayBuffer>): void {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length >= CHUNKS_A_BLOB) this.#parts.push(new Blob(this.#chunks.splice(0)));
  }
}
