import { Growing } from './growing.ts';
import { ImeiScanner } from './imei-cell.ts';
import { ImeiIndex } from './imei-index.ts';
import { DuplicateCollector, ErrorCollector } from './row-problems.ts';
import type { Delimiter } from './header.ts';
import type { ImeiFileTotals } from './imei-file.ts';

/** The number of cells, wholly empty ones beyond the wanted columns left out (D10). */
export function widthOf(cells: readonly string[], columns: number): number {
  let width = cells.length;
  while (width > columns && cells[width - 1]?.trim() === '') width -= 1;
  return width;
}

/** True for a row whose cells are all empty; it counts as no row (B2). */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * What every batch file has of its rows: the IMEIs of the valid ones, and what is wrong with the others (B2, D10, D13).
 */
export class FileRows {
  protected readonly imeis = new ImeiIndex();
  readonly errors = new ErrorCollector();
  readonly duplicates = new DuplicateCollector();
  readonly luhnLines = new Growing((length) => new Int32Array(length));
  protected readonly scanner = new ImeiScanner();
  protected delimiter = ',';

  delimitedBy(delimiter: Delimiter): void {
    this.delimiter = delimiter;
  }

  /** The number of valid rows. */
  get valid(): number {
    return this.imeis.length;
  }

  /** The IMEIs of the valid rows in their order. */
  values(): Float64Array {
    return this.imeis.values();
  }

  totals(): ImeiFileTotals {
    const { valid } = this;
    const invalid = this.errors.length;
    const duplicates = this.duplicates.length;
    return { total: valid + invalid + duplicates, valid, invalid, duplicates };
  }

  /** Keeps the IMEI that was scanned last; false when it is a repetition, which is listed and not kept (D13). */
  protected keep(line: number): boolean {
    const { value, passesLuhn } = this.scanner;
    const firstLine = this.imeis.add(value, line);
    if (firstLine > 0) {
      this.duplicates.add(line, value, firstLine);
      return false;
    }
    if (!passesLuhn) this.luhnLines.push(line);
    return true;
  }

  protected incorrect(cells: readonly string[], line: number, code: number): void {
    this.errors.add(line, cells.join(',').trimEnd(), code);
  }
}
