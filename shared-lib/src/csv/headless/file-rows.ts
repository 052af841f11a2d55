import { hasValidCheckDigit } from '../../contract/index.ts';
import { imeiText } from './imei-cell.ts';
import { addError, type PackedDuplicates, type PackedErrors } from './row-problems.ts';
import type { ImeiFileTotals } from './imei-file.ts';
import type { LineFault, RowSink } from './rows.ts';

/** Ignores wholly empty cells after the wanted columns (D10). */
function widthOf(cells: readonly string[], columns: number): number {
  let width = cells.length;
  while (width > columns && cells[width - 1]?.trim() === '') width -= 1;
  return width;
}

/** What every batch file keeps: valid IMEIs, and the faults of the other rows (B2, D10, D13). */
export abstract class FileRows implements RowSink {
  readonly errors: PackedErrors = { lines: [], codes: [], data: [] };
  readonly duplicates: PackedDuplicates = { lines: [], imeis: [], firstLines: [] };
  readonly luhnLines: number[] = [];
  protected readonly imeis: number[] = [];
  protected readonly lines: number[] = [];
  /** The first valid row of an IMEI. */
  readonly #firstRows = new Map<number, number>();

  protected constructor(
    private readonly columns: number,
    private readonly codes: Readonly<Record<LineFault | 'columns', number>>,
  ) {}

  get valid(): number {
    return this.imeis.length;
  }

  values(): Float64Array {
    return Float64Array.from(this.imeis);
  }

  totals(): ImeiFileTotals {
    const { valid } = this;
    const invalid = this.errors.lines.length;
    const duplicates = this.duplicates.lines.length;
    return { total: valid + invalid + duplicates, valid, invalid, duplicates };
  }

  row(cells: readonly string[], line: number): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (widthOf(cells, this.columns) === this.columns) this.judge(cells, line);
    else this.incorrect(cells, line, this.codes.columns);
  }

  faultyLine(text: string, line: number, fault: LineFault): void {
    addError(this.errors, line, text.trimEnd(), this.codes[fault]);
  }

  protected abstract judge(cells: readonly string[], line: number): void;

  /** The first valid row of an IMEI; for a new IMEI, the next row. */
  protected firstRow(imei: number): number {
    const first = this.#firstRows.get(imei) ?? this.valid;
    if (first === this.valid) this.#firstRows.set(imei, first);
    return first;
  }

  protected keep(imei: number, line: number): void {
    this.imeis.push(imei);
    this.lines.push(line);
    if (!hasValidCheckDigit(imeiText(imei))) this.luhnLines.push(line);
  }

  protected incorrect(cells: readonly string[], line: number, code: number): void {
    addError(this.errors, line, cells.join(',').trimEnd(), code);
  }
}
