import type { SheetColumn } from '../sheet.ts';

/** What is known of a sheet before its rows come. */
export interface SheetPlan {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
}

/** Some rows of a sheet in one text, which goes to a worker far quicker than many. */
export interface RowSlice {
  /** Index of the sheet in its workbook. */
  readonly sheet: number;
  readonly rows: number;
  readonly cells: string;
}

/** No file can hold this character, so no cell needs it. */
const SEPARATOR = '\0';

export class RowPacker {
  #cells: string[] = [];
  #rows = 0;

  constructor(
    private readonly sheet: number,
    private readonly columns: number,
  ) {}

  add(row: readonly string[]): void {
    for (let column = 0; column < this.columns; column += 1) {
      const cell = row[column] ?? '';
      this.#cells.push(cell.includes(SEPARATOR) ? cell.replaceAll(SEPARATOR, '\ufffd') : cell);
    }
    this.#rows += 1;
  }

  take(): RowSlice {
    const slice = { sheet: this.sheet, rows: this.#rows, cells: this.#cells.join(SEPARATOR) };
    this.#cells = [];
    this.#rows = 0;
    return slice;
  }
}

export const cellsOf = (slice: RowSlice): readonly string[] => slice.cells.split(SEPARATOR);

const WIDTH_SAMPLE_ROWS = 250;
const NARROWEST = 8;
const WIDEST = 60;
const DATE_WIDTH = 20;

/** Widths of a sheet's columns in characters, fitted to header and first rows, within bounds. */
export function columnWidths(columns: readonly SheetColumn[], first: RowSlice | undefined): readonly number[] {
  const widths = columns.map(({ header, kind }) =>
    Math.max(header.length + 4, kind === 'date' ? DATE_WIDTH : NARROWEST),
  );
  const cells = first ? cellsOf(first).slice(0, WIDTH_SAMPLE_ROWS * columns.length) : [];
  cells.forEach((cell, index) => {
    const column = index % columns.length;
    widths[column] = Math.max(widths[column] ?? 0, cell.length + 2);
  });
  return widths.map((width) => Math.min(width, WIDEST));
}
