import { cleanImei, isImei } from '../../contract/index.ts';
import { isImeiHeading } from './headings.ts';
import type { RowSink } from './rows.ts';

/** A number before an IMEI that is short enough to be the number of its row. */
const SERIAL_NUMBER = /^\d{1,7}\.?$/;
/** Enough figures in a row to be what is left of an IMEI. */
const NEARLY_IMEI = /\d{8}|\d[.,]\d+e\+\d|[\uff10-\uff19]{8}/i;

/**
 * The IMEIs of a field, or the field as it stands. Spaces, dashes and slashes may stand within one IMEI, as where a
 * single one is typed (C1); spaces may also part several.
 */
function piecesOf(field: string): readonly string[] {
  const whole = cleanImei(field);
  if (isImei(whole)) return [whole];
  const words = field.split(/\s+/);
  return words.some((word) => isImei(word)) ? words : [field];
}

/**
 * Reads a list of IMEIs as people have it: one a line, or several parted by commas, semicolons, tabs or spaces, a
 * number before each, or columns copied from a spreadsheet. Each becomes a row of sno, imei1 with the number of its
 * line. What cannot be an IMEI, such as a name beside one, is passed over; a line without any, and what looks like the
 * rest of one, is a row that is incorrect.
 */
export class ListLines {
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
    // Without an IMEI the line is shown as it stands.
    if (!asked.some(isImei) && !asked.some((piece) => NEARLY_IMEI.test(piece))) {
      this.rows.row([serial, serial === '' ? text.trim() : rest.join(' ')], this.#line);
      return;
    }
    for (const piece of asked) this.rows.row([serial, piece], this.#line);
  }
}
