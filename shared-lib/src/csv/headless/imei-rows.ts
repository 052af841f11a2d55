import { IMEI_LENGTH } from '../../contract/index.ts';
import { FileRows, isBlankRow, widthOf } from './file-rows.ts';
import { rowErrorCode } from './texts.ts';
import type { RowSink } from './rows.ts';

const COLUMNS = 2;
const QUOTE = 34;
const CARRIAGE_RETURN = 13;

/**
 * True when a first cell from `start` to before `end` holds no delimiter, and quotation marks only around it or not at
 * all.
 */
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

/**
 * Judges the rows of an IMEI file one by one (B2, D10, D13): valid, incorrect, a repetition, or a blank line, which
 * counts as none.
 */
export class ImeiRows extends FileRows implements RowSink {
  /**
   * The usual line, `1,356938035643809` or `"1","356938035643809"`, read where it stands: this is what makes reading
   * fast.
   */
  plainLine(text: string, start: number, end: number, line: number): boolean {
    let stop = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
    const quotes = text.charCodeAt(stop - 1) === QUOTE ? 1 : 0;
    stop -= quotes;
    const imei = stop - IMEI_LENGTH;
    const split = imei - quotes - 1;
    const delimiter = this.delimiter.charCodeAt(0);
    if (split < start || text.charCodeAt(split) !== delimiter) return false;
    if (quotes === 1 && text.charCodeAt(imei - 1) !== QUOTE) return false;
    if (!isPlainCell(text, start, split, delimiter) || !this.scanner.scan(text, imei)) return false;
    this.keep(line);
    return true;
  }

  row(cells: readonly string[], line: number): void {
    if (isBlankRow(cells)) return;
    if (widthOf(cells, COLUMNS) !== COLUMNS) {
      this.incorrect(cells, line, rowErrorCode.columns);
      return;
    }
    const found = this.scanner.readCell(cells[1] ?? '');
    if (found === 'imei') this.keep(line);
    else this.incorrect(cells, line, found === 'excel-number' ? rowErrorCode.excelNumber : rowErrorCode.imei);
  }

  unclosedQuote(text: string, line: number): void {
    this.errors.add(line, text.trimEnd(), rowErrorCode.unclosedQuote);
  }

  tooLong(text: string, line: number): void {
    this.errors.add(line, text, rowErrorCode.tooLong);
  }
}
