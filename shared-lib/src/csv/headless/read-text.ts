import { encodingOf, type OpenedContent } from './content.ts';
import { findHeader } from './header.ts';
import { ListLines } from './list-lines.ts';
import { RowReader, type RowSink } from './rows.ts';
import type { ReadOptions } from './imei-file.ts';

/** How the reading of a text ends; `headers` with the line that stands in the place of the wanted one. */
export type TextEnding =
  | { readonly kind: 'rows' }
  | { readonly kind: 'headers'; readonly found: string }
  | { readonly kind: 'cancelled' };

/** What takes the text of a file as it comes. */
interface TextReader {
  /** Returns the header that was found instead of the wanted one, or null when all is well. */
  take(text: string, ended: boolean): string | null;
  end(): void;
}

/** A CSV file: its header decides how the rest is divided (B1, D10). */
class CsvText implements TextReader {
  #reader: RowReader | null = null;
  #head = '';

  constructor(
    private readonly columns: readonly string[],
    private readonly rows: RowSink,
  ) {}

  take(text: string, ended: boolean): string | null {
    if (this.#reader) {
      this.#reader.read(text);
      return null;
    }
    this.#head += text;
    const header = findHeader(this.#head, this.columns, ended);
    if (header.kind === 'unmatched') return header.found;
    if (header.kind === 'matched') {
      this.#head = '';
      this.#reader = new RowReader(header.delimiter, header.newline, this.rows, header.line + 1);
      this.#reader.read(header.rest);
    }
    return null;
  }

  end(): void {
    this.#reader?.end();
  }
}

/** A character cut in two by a chunk's end comes out whole; a byte that is no text becomes U+FFFD. */
async function readText(
  { head, chunks }: OpenedContent,
  options: ReadOptions,
  reader: TextReader,
): Promise<TextEnding> {
  const decoder = new TextDecoder(encodingOf(head));
  let bytesRead = 0;
  for await (const bytes of chunks) {
    if (options.isCancelled?.() === true) return { kind: 'cancelled' };
    bytesRead += bytes.length;
    const found = reader.take(decoder.decode(bytes, { stream: true }), false);
    if (found !== null) return { kind: 'headers', found };
    options.onProgress?.(bytesRead);
    await options.yieldNow();
  }
  const found = reader.take(decoder.decode(), true);
  if (found !== null) return { kind: 'headers', found };
  reader.end();
  return { kind: 'rows' };
}

/** Reads the text of a CSV file into rows, 256 KB at a time. */
export function readCsvText(
  content: OpenedContent,
  options: ReadOptions,
  columns: readonly string[],
  rows: RowSink,
): Promise<TextEnding> {
  return readText(content, options, new CsvText(columns, rows));
}

/** Reads a pasted list into rows, 256 KB at a time. */
export function readListText(content: OpenedContent, options: ReadOptions, rows: RowSink): Promise<TextEnding> {
  return readText(content, options, new ListLines(rows));
}
