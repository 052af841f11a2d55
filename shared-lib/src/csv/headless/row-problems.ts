import { Growing, GrowingTexts, type PackedTexts } from './growing.ts';
import { imeiText } from './imei-cell.ts';
import type { DuplicateRow, IncorrectRow, RowList } from './imei-file.ts';

/** How many characters of a row its error keeps at most. */
const DATA_LIMIT = 500;

/** Invalid rows as flat arrays, which a worker can transfer without copying; their texts are data too. */
export interface PackedErrors extends PackedTexts {
  readonly lines: Int32Array;
  readonly codes: Uint8Array;
}

export interface PackedDuplicates {
  readonly lines: Int32Array;
  readonly imeis: Float64Array;
  readonly firstLines: Int32Array;
}

/** Collects incorrect rows (B3), a few dozen bytes each. */
export class ErrorCollector {
  readonly #lines = new Growing((length) => new Int32Array(length));
  readonly #codes = new Growing((length) => new Uint8Array(length));
  readonly #data = new GrowingTexts();

  get length(): number {
    return this.#lines.length;
  }

  add(line: number, data: string, code: number): void {
    this.#lines.push(line);
    this.#codes.push(code);
    this.#data.push(data.length > DATA_LIMIT ? `${data.slice(0, DATA_LIMIT)}…` : data);
  }

  done(): PackedErrors {
    return { lines: this.#lines.done(), codes: this.#codes.done(), ...this.#data.done() };
  }
}

/** Collects repeated IMEIs (D13). */
export class DuplicateCollector {
  readonly #lines = new Growing((length) => new Int32Array(length));
  readonly #imeis = new Growing((length) => new Float64Array(length));
  readonly #firstLines = new Growing((length) => new Int32Array(length));

  get length(): number {
    return this.#lines.length;
  }

  add(line: number, imei: number, firstLine: number): void {
    this.#lines.push(line);
    this.#imeis.push(imei);
    this.#firstLines.push(firstLine);
  }

  done(): PackedDuplicates {
    return { lines: this.#lines.done(), imeis: this.#imeis.done(), firstLines: this.#firstLines.done() };
  }
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

/** The list of incorrect rows behind their packed form; `textOf` gives the error of a code. */
export function errorList(packed: PackedErrors, textOf: (code: number) => string): RowList<IncorrectRow> {
  const decoder = new TextDecoder();
  return rowList(packed.lines.length, (index) => ({
    line: packed.lines[index] ?? 0,
    data: decoder.decode(packed.bytes.subarray(packed.offsets[index], packed.offsets[index + 1])),
    error: textOf(packed.codes[index] ?? 0),
  }));
}

/** The list of repeated IMEIs behind their packed form. */
export function duplicateList(packed: PackedDuplicates): RowList<DuplicateRow> {
  return rowList(packed.lines.length, (index) => ({
    line: packed.lines[index] ?? 0,
    imei: imeiText(packed.imeis[index] ?? 0),
    firstLine: packed.firstLines[index] ?? 0,
  }));
}
