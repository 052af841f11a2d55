import { Zip, ZipPassThrough } from 'fflate';

/** The plain zip format's limit, for each file and the whole container. */
const ZIP_LIMIT_BYTES = 0xffff_ffff;
const DEFLATED = 8;
/** Chunks per Blob, which the browser may put on disk. */
const CHUNKS_A_BLOB = 64;

const encoder = new TextEncoder();

function tooLarge(): Error {
  return new Error('The Excel file would be larger than Excel can open. Please export fewer rows, or a CSV file.');
}

/** A file in a container, written piece by piece and deflated by the browser. */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATED;
  /** Constant: a file's time has no meaning here. */
  override readonly mtime = new Date(1980, 0, 1);
  readonly #deflate = new CompressionStream('deflate-raw');
  readonly #input = this.#deflate.writable.getWriter();
  #taken: Promise<void> = Promise.resolve();

  override process(chunk: Uint8Array<ArrayBuffer>): void {
    this.#taken = this.#input.write(chunk);
  }

  /** Resolves when it can take more. Throws if the file would become too large. */
  async write(text: string): Promise<void> {
    const bytes = encoder.encode(text);
    if (this.size + bytes.length >= ZIP_LIMIT_BYTES) throw tooLarge();
    this.push(bytes);
    await this.#taken;
  }

  async end(): Promise<void> {
    this.push(new Uint8Array(0), true);
    await this.#input.close();
  }

  /** Gives the deflated chunks to the container until the file has ended. */
  async flow(): Promise<void> {
    const output = this.#deflate.readable.getReader();
    for (let next = await output.read(); !next.done; next = await output.read()) this.ondata(null, next.value, false);
    this.ondata(null, new Uint8Array(0), true);
  }
}

/** A zip container, whose files are written one after another. */
export class ZipContainer {
  readonly #parts: Blob[] = [];
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;
  #failure: Error | undefined;
  readonly #zip = new Zip((error, chunk) => this.#take(error, chunk));
  #open: { readonly file: DeflatedFile; readonly flowing: Promise<void> } | undefined;

  /** Ends the previous file and begins one with this name. */
  async begin(name: string): Promise<void> {
    await this.#end();
    const file = new DeflatedFile(name);
    this.#zip.add(file);
    const failed = (error: unknown): void => {
      this.#failure ??= error instanceof Error ? error : new Error('A file could not be deflated.', { cause: error });
    };
    this.#open = { file, flowing: file.flow().catch(failed) };
  }

  /** Adds text to the last file. Throws if the file or the container would become too large. */
  async write(text: string): Promise<void> {
    if (!this.#open) throw new Error('No file of the container was begun.');
    await this.#open.file.write(text);
    this.#check();
  }

  async finish(type: string): Promise<Blob> {
    await this.#end();
    this.#zip.end();
    this.#check();
    return new Blob([...this.#parts, ...this.#chunks], { type });
  }

  async #end(): Promise<void> {
    if (!this.#open) return;
    await this.#open.file.end();
    await this.#open.flowing;
    this.#open = undefined;
    this.#check();
  }

  #take(error: Error | null, chunk: Uint8Array<ArrayBuffer>): void {
    if (error) {
      this.#failure ??= error;
      return;
    }
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length >= CHUNKS_A_BLOB) this.#parts.push(new Blob(this.#chunks.splice(0)));
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
    if (this.#bytes >= ZIP_LIMIT_BYTES) throw tooLarge();
  }
}
