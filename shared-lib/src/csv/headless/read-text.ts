import { encodingOf, type OpenedContent } from './content.ts';
import { findHeader } from './header.ts';
import { RowReader, type RowSink } from './rows.ts';
import type { ReadOptions } from './imei-file.ts';
import { cleanImei, isImei } from '../../contract/index.ts';
import { isImeiHeading } from './headings.ts';

/** A number before an IMEI that is short enough to be a row number. */
const SERIAL_NUMBER = /^\d{1,7}\.?$/;
/** Enough digits in a row to be the remains of an IMEI. */
const NEARLY_IMEI = /\d{8}|\d[.,]\d+e\+\d|[\uff10-\uff19]{8}/i;

/**
 * The IMEIs of a field, or the field itself: spaces, dashes and slashes within one are allowed (C1), spaces between
 * several.
 */
function piecesOf(field: string): readonly string[] {
  const whole = cleanImei(field);
  if (isImei(whole)) return [whole];
  const words = field.split(/\s+/);
  return words.some((word) => isImei(word)) ? words : [field];
}

/**
 * Reads a list of IMEIs in any form: one a line, several separated by commas, semicolons, tabs or spaces, numbered, or
 * columns copied from a spreadsheet. Each becomes a row of sno, imei1 with its line number. What cannot be an IMEI,
 * such as a name, is skipped. A line without any, or with the remains of one, becomes an invalid row.
 */
class ListLines {
  #pending = '';
  #line = 0;
  #isFirst = true;

  constructor(private readonly rows: RowSink) {}

  take(text: string): null {
    const lines = (this.#pending + text).split(/\r\n|\n|\r(?!$)/);
    this.#pending = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
    return null;
  }

  end(): void {
    if (this.#pending !== '') this.#read(this.#pending.replace(/\r$/, ''));
    this.#pending = '';
  }

  #read(text: string): void {
    this.#line += 1;
    const fields = text
      .split(/[\t,;]/)
      .map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
      .filter((field) => field !== '');
    if (fields.length === 0) return;
    const isHeading = this.#isFirst && fields.some(isImeiHeading);
    this.#isFirst = false;
    if (!isHeading) this.#readLine(text, fields.flatMap(piecesOf));
  }

  #readLine(text: string, pieces: readonly string[]): void {
    const [first = '', ...others] = pieces;
    const serial = others.length > 0 && SERIAL_NUMBER.test(first) ? first : '';
    const rest = serial === '' ? pieces : others;
    const asked = rest.some(isImei) ? rest.filter((piece) => isImei(piece) || NEARLY_IMEI.test(piece)) : rest;
    // Without an IMEI the line is shown as it is.
    if (!asked.some(isImei) && !asked.some((piece) => NEARLY_IMEI.test(piece))) {
      this.rows.row([serial, serial === '' ? text.trim() : rest.join(' ')], this.#line);
      return;
    }
    for (const piece of asked) this.rows.row([serial, piece], this.#line);
  }
}

/** `headers`: the line found instead of the header. */
export type TextEnding =
  | { readonly kind: 'rows' }
  | { readonly kind: 'headers'; readonly found: string }
  | { readonly kind: 'cancelled' };

interface TextReader {
  /** Returns the line found instead of the header, or null if all is well. */
  take(text: string, ended: boolean): string | null;
  end(): void;
}

/** A CSV file: its header decides how the rest is split (B1, D10). */
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

/** Decodes characters cut by a chunk's end; a byte that is not text becomes U+FFFD. */
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

export function readCsvText(
  content: OpenedContent,
  options: ReadOptions,
  columns: readonly string[],
  rows: RowSink,
): Promise<TextEnding> {
  return readText(content, options, new CsvText(columns, rows));
}

export function readListText(content: OpenedContent, options: ReadOptions, rows: RowSink): Promise<TextEnding> {
  return readText(content, options, new ListLines(rows));
}
