import { IMEI_LENGTH } from '../../contract/index.ts';
import { Growing } from './growing.ts';
import { ImeiScanner } from './imei-cell.ts';
import { ImeiIndex } from './imei-index.ts';
import { DuplicateCollector, ErrorCollector } from './packed-rows.ts';
import { rowErrorCode, type RowErrorCode } from './texts.ts';
import type { Delimiter } from './header.ts';
import type { RowSink } from './rows.ts';
import type { ImeiFileTotals } from './imei-file.ts';

const COLUMNS = 2;
const QUOTE = 34;
const CARRIAGE_RETURN = 13;

function widthOf(cells: readonly string[]): number {
  let width = cells.length;
  while (width > COLUMNS && cells[width - 1]?.trim() === '') width -= 1;
  return width;
}

/** True when a first cell from `start` to before `end` holds no delimiter, and quotation marks only around it or not at all. */
function isPlainCell(text: string, start: number, end: number, delimiter: number): boolean {
  const quoted = text.charCodeAt(start) === QUOTE;
  if (quoted && (end - start < 2 || text.charCodeAt(end - 1) !== QUOTE)) return false;
  const last = quoted ? end - 1 : end;
  for (let index = quoted ? start + 1 : start; index < last; index += 1) {
    const code = text.charCodeAt(index);
    if (code === delimiter || code === QUOTE) return false;
  }
  return true;
}

/** Judges the rows of an IMEI file one by one (B2, D10, D13): valid, incorrect, a repetition, or a blank line, which counts as none. */
export class ImeiRows implements RowSink {
  readonly imeis = new ImeiIndex();
  readonly errors = new ErrorCollector();
  readonly duplicates = new DuplicateCollector();
  readonly luhnLines = new Growing((length) => new Int32Array(length));
  readonly #scanner = new ImeiScanner();
  #delimiter = 0;

  delimitedBy(delimiter: Delimiter): void {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The usual line, `1,356938035643809` or `"1","356938035643809"`, read where it stands: this is what makes reading fast. */
  plainLine(text: string, start: number, end: number, line: number): boolean {
    let stop = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
    const quotes = text.charCodeAt(stop - 1) === QUOTE ? 1 : 0;
    stop -= quotes;
    const imei = stop - IMEI_LENGTH;
    const split = imei - quotes - 1;
    if (split < start || text.charCodeAt(split) !== this.#delimiter) return false;
    if (quotes === 1 && text.charCodeAt(imei - 1) !== QUOTE) return false;
    if (!isPlainCell(text, start, split, this.#delimiter) || !this.#scanner.scan(text, imei)) return false;
    this.#valid(line);
    return true;
  }

  row(cells: readonly string[], line: number): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (widthOf(cells) !== COLUMNS) {
      this.#incorrect(cells, line, rowErrorCode.columns);
      return;
    }
    const found = this.#scanner.readCell(cells[1] ?? '');
    if (found === 'imei') this.#valid(line);
    else this.#incorrect(cells, line, found === 'excel-number' ? rowErrorCode.excelNumber : rowErrorCode.imei);
  }

  unclosedQuote(text: string, line: number): void {
    this.errors.add(line, text.trimEnd(), rowErrorCode.unclosedQuote);
  }

  tooLong(text: string, line: number): void {
    this.errors.add(line, text, rowErrorCode.tooLong);
  }

  totals(): ImeiFileTotals {
    const valid = this.imeis.length;
    const invalid = this.errors.length;
    const duplicates = this.duplicates.length;
    return { total: valid + invalid + duplicates, valid, invalid, duplicates };
  }

  #valid(line: number): void {
    const { value, passesLuhn } = this.#scanner;
    const firstLine = this.imeis.add(value, line);
    if (firstLine > 0) this.duplicates.add(line, value, firstLine);
    else if (!passesLuhn) this.luhnLines.push(line);
  }

  #incorrect(cells: readonly string[], line: number, code: RowErrorCode): void {
    this.errors.add(line, cells.join(',').trimEnd(), code);
  }
}
