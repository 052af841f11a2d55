import { chunksOf, TextStream } from './decode.ts';
import { findHeader } from './header.ts';
import { ImeiRows } from './imei-rows.ts';
import { unpackAnswer, type PackedAnswer } from './packed-answer.ts';
import { RowReader } from './rows.ts';
import { INCORRECT_FORMAT, INVALID_HEADERS, NOT_A_CSV_FILE } from './texts.ts';
import type { CsvSource, ImeiFileAnswer, ReadOptions } from './imei-file.ts';

const columns = ['sno', 'imei1'] as const;
const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', '']);

/** True for a `.csv` name with the type text/csv, the one that Windows with Excel reports, or none (B1, D10). */
export function isCsvFile(name: string, type: string): boolean {
  return /\.csv$/i.test(name) && csvTypes.has((type.split(';')[0] ?? '').trim().toLowerCase());
}

type Ending =
  | { readonly kind: 'rows' }
  | { readonly kind: 'headers'; readonly found: string }
  | { readonly kind: 'unreadable'; readonly cause: string }
  | { readonly kind: 'cancelled' };

/** The content itself failed, for example because the file was moved. Anything else that throws is a bug. */
class UnreadableContent extends Error {}

async function* readable(content: CsvSource['content']): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(content);
  } catch (cause) {
    throw new UnreadableContent(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

class Reading {
  readonly rows = new ImeiRows();
  #reader: RowReader | null = null;
  #head = '';

  /** Takes the next text; answers the header that was found instead of the wanted one, or null when all is well. */
  take(text: string, ended: boolean): string | null {
    if (this.#reader) {
      this.#reader.read(text);
      return null;
    }
    this.#head += text;
    const header = findHeader(this.#head, columns, ended);
    if (header.kind === 'unmatched') return header.found;
    if (header.kind === 'matched') {
      this.#head = '';
      this.rows.delimitedBy(header.delimiter);
      this.#reader = new RowReader(header.delimiter, header.newline, this.rows, header.line + 1);
      this.#reader.read(header.rest);
    }
    return null;
  }

  end(): void {
    this.#reader?.end();
  }
}

async function readAll(source: CsvSource, options: ReadOptions, reading: Reading): Promise<Ending> {
  const stream = new TextStream();
  let bytesRead = 0;
  for await (const bytes of readable(source.content)) {
    if (options.isCancelled?.() === true) return { kind: 'cancelled' };
    bytesRead += bytes.length;
    const found = reading.take(stream.read(bytes), false);
    if (found !== null) return { kind: 'headers', found };
    options.onProgress?.(bytesRead);
    await options.yieldNow();
  }
  const found = reading.take(stream.end(), true);
  if (found !== null) return { kind: 'headers', found };
  reading.end();
  return { kind: 'rows' };
}

async function readOrExplain(source: CsvSource, options: ReadOptions, reading: Reading): Promise<Ending> {
  try {
    return await readAll(source, options, reading);
  } catch (error) {
    if (error instanceof UnreadableContent) return { kind: 'unreadable', cause: error.message };
    throw error;
  }
}

function rejection(ending: Ending, rows: ImeiRows, name: string): { reason: string; detail: string } | null {
  if (ending.kind === 'headers') {
    const found = ending.found === '' ? 'The file has no header line.' : `The first line is "${ending.found.trim()}".`;
    return { reason: INVALID_HEADERS, detail: `${found} It must be: ${columns.join(',')}` };
  }
  if (ending.kind === 'unreadable') {
    return { reason: `${name} could not be read.`, detail: `It may have been moved or changed while it was read. Choose the file again. (${ending.cause})` };
  }
  if (rows.imeis.length > 0) return null;
  const detail = rows.errors.length > 0 ? 'No row has a valid IMEI.' : 'The file has no row below its header.';
  return { reason: INCORRECT_FORMAT, detail };
}

/** As {@link readImeiFile}, with the answer in the form that a worker posts. */
export async function readPackedImeiFile(source: CsvSource, options: ReadOptions): Promise<PackedAnswer> {
  const startedAt = options.now();
  const reading = new Reading();
  const { rows } = reading;
  const isCsv = isCsvFile(source.name, source.type);
  const ending: Ending = isCsv ? await readOrExplain(source, options, reading) : { kind: 'rows' };
  if (ending.kind === 'cancelled') return ending;
  const rejected = isCsv ? rejection(ending, rows, source.name) : { reason: NOT_A_CSV_FILE, detail: '' };
  const common = {
    name: source.name,
    sizeBytes: source.size,
    errors: rows.errors.done(),
    totals: rows.totals(),
    readingTimeMs: options.now() - startedAt,
  };
  if (rejected) return { ...common, kind: 'rejected', ...rejected };
  return { ...common, kind: 'read', rows: rows.imeis.values(), duplicates: rows.duplicates.done(), luhnLines: rows.luhnLines.done() };
}

/**
 * Reads a batch file of the columns sno, imei1 (B1, B2, B4, D10, D13, D14), 256 KB at a time, yielding after each.
 * What is wrong with the file or a row is part of the answer; nothing in a file makes it throw.
 */
export async function readImeiFile(source: CsvSource, options: ReadOptions): Promise<ImeiFileAnswer> {
  return unpackAnswer(await readPackedImeiFile(source, options));
}
