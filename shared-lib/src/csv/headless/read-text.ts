import Papa from 'papaparse';
import { cleanImei, isImei, plainDigits } from '../../contract/index.ts';
import { Refused, textDecoder, type TextEncoding } from './content.ts';
import { isImeiHeading } from './imei-cell.ts';
import { RowReader, type Delimiter, type RowSink } from './rows.ts';

interface TextReader {
  take(text: string): void;
  end(): void;
}

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/** No header is longer: a "file" without a line end in its first 64 KB is not a CSV file. */
const HEADER_LIMIT = 64 * 1024;

/** Blank lines, the first other line, and its end. */
const FIRST_LINE = /^((?:[\s,;]*[\r\n])?)([^\r\n]*)(\r\n|\n|\r|)/;

/**
 * A CSV file, whose header decides on its delimiter and line end (B1, D10): guessing them per chunk would cost more
 * than all validation.
 */
export class CsvText implements TextReader {
  #reader: RowReader | null = null;
  #head = '';

  constructor(
    private readonly columns: readonly string[],
    private readonly rows: RowSink,
  ) {}

  take(text: string): void {
    if (this.#reader) this.#reader.read(text);
    else this.#takeHead(this.#head + text, false);
  }

  end(): void {
    if (!this.#reader) this.#takeHead(this.#head, true);
    this.#reader?.end();
  }

  #takeHead(head: string, ended: boolean): void {
    this.#head = head;
    const [whole = '', blank = '', content = '', end = ''] = FIRST_LINE.exec(head) ?? [];
    const isCut = whole.length === head.length && end !== '\n' && end !== '\r\n';
    if (isCut && !ended && head.length <= HEADER_LIMIT) return;
    const delimiter = whole.length > HEADER_LIMIT ? undefined : this.#delimiterOf(content);
    if (!delimiter) throw new Refused({ kind: 'headers', found: content.slice(0, 200) });
    const linesBefore = (blank.match(/\r\n|\n|\r/g) ?? []).length + 1;
    this.#reader = new RowReader(delimiter, end === '\r' ? '\r' : '\n', this.rows, linesBefore + 1);
    this.#reader.read(head.slice(whole.length));
    this.#head = '';
  }

  #delimiterOf(line: string): Delimiter | undefined {
    return delimiters.find((delimiter) => {
      const [cells = []] = Papa.parse<string[]>(line, { delimiter, newline: '\n' }).data;
      return this.columns.every((column, index) => cells[index]?.trim().toLowerCase() === column);
    });
  }
}

/** A number before an IMEI that is short enough to be a row number. */
const SERIAL_NUMBER = /^\d{1,7}\.?$/;
/** Enough digits in a row to be an IMEI, or the remains of one. */
const NEARLY_IMEI = /\d{8}|\d[.,]\d+e\+\d/i;

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
export class ListText implements TextReader {
  #pending = '';
  #line = 0;
  #isFirst = true;

  constructor(private readonly rows: RowSink) {}

  take(text: string): void {
    const lines = (this.#pending + text).split(/\r\n|\n|\r(?!$)/);
    this.#pending = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  end(): void {
    if (this.#pending !== '') this.#read(this.#pending.replace(/\r$/, ''));
    this.#pending = '';
  }

  #read(written: string): void {
    this.#line += 1;
    const text = plainDigits(written);
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
    const asked = rest.some(isImei) ? rest.filter((piece) => NEARLY_IMEI.test(piece)) : rest;
    // Without an IMEI the line is shown as it is.
    if (!asked.some((piece) => NEARLY_IMEI.test(piece))) {
      this.rows.row([serial, serial === '' ? text.trim() : rest.join(' ')], this.#line);
      return;
    }
    for (const piece of asked) this.rows.row([serial, piece], this.#line);
  }
}

/** Passes a text on as it arrives. Throws {@link NotUtf8}. */
export async function readText(
  encoding: TextEncoding,
  chunks: AsyncIterable<Uint8Array>,
  reader: TextReader,
): Promise<void> {
  const decode = textDecoder(encoding);
  for await (const bytes of chunks) reader.take(decode(bytes));
  reader.take(decode());
  reader.end();
}
