import { imeiText } from './imei-cell.ts';
import type { DuplicateRow, IncorrectRow, RowList } from './imei-file.ts';

/** Characters of a row that its error keeps. */
const DATA_LIMIT = 500;

/** Incorrect rows in columns (B3): a million cross from a worker without blocking the page. */
export interface PackedErrors {
  readonly lines: number[];
  readonly codes: number[];
  readonly data: string[];
}

/** Repeated IMEIs in columns (D13). */
export interface PackedDuplicates {
  readonly lines: number[];
  readonly imeis: number[];
  readonly firstLines: number[];
}

export function addError(errors: PackedErrors, line: number, data: string, code: number): void {
  errors.lines.push(line);
  errors.codes.push(code);
  errors.data.push(data.length > DATA_LIMIT ? `${data.slice(0, DATA_LIMIT)}…` : data);
}

export function addDuplicate(duplicates: PackedDuplicates, line: number, imei: number, firstLine: number): void {
  duplicates.lines.push(line);
  duplicates.imeis.push(imei);
  duplicates.firstLines.push(firstLine);
}

/** A {@link RowList} that makes each row on demand. */
export function rowList<Row>(length: number, make: (index: number) => Row): RowList<Row> {
  return {
    length,
    at: (index) => (Number.isInteger(index) && index >= 0 && index < length ? make(index) : undefined),
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield make(index);
    },
  };
}

/** The list of packed incorrect rows; `textOf` gives the error of a code. */
export function errorList(packed: PackedErrors, textOf: (code: number) => string): RowList<IncorrectRow> {
  return rowList(packed.lines.length, (index) => ({
    line: packed.lines[index] ?? 0,
    data: packed.data[index] ?? '',
    error: textOf(packed.codes[index] ?? 0),
  }));
}

/** The list of packed repeated IMEIs. */
export function duplicateList(packed: PackedDuplicates): RowList<DuplicateRow> {
  return rowList(packed.lines.length, (index) => ({
    line: packed.lines[index] ?? 0,
    imei: imeiText(packed.imeis[index] ?? 0),
    firstLine: packed.firstLines[index] ?? 0,
  }));
}
