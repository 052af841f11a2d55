import { type CellObject, SSF, type WorkBook, type WorkSheet, write } from 'xlsx';
import { cellText, cellValue, DATE_FORMAT, localZone, type ZoneOffset } from '../headless/cell-values.ts';
import { columnWidths, type RowSlice, SheetNames, type SheetPlan } from '../headless/sheet-plan.ts';
import { columnName } from '../headless/workbook-xml.ts';
import { type Book, WORKBOOK_TYPE } from './book.ts';
import { StreamedBook } from './streamed-book.ts';

/** The first number of custom formats; readers other than Excel recognise them by it. */
const FIRST_FORMAT = 164;

/** SheetJS takes a table of formats, which its types lack. */
interface FormattedBook extends WorkBook {
  readonly SSF: Readonly<Record<number, string>>;
}

const EMPTY: CellObject = { t: 'z' };

const textCellOf = (text: string): CellObject => ({ t: 's', v: text, z: '@' });

function rowsOf({ columns }: SheetPlan, slices: readonly RowSlice[], zone: ZoneOffset): CellObject[][] {
  const rows: CellObject[][] = [columns.map(({ header }) => textCellOf(cellText(header)))];
  for (const row of slices.flatMap((slice) => slice.rows)) {
    rows.push(
      columns.map(({ kind }, column) => {
        const value = cellValue(row[column] ?? '', kind, zone);
        if (typeof value === 'string') return value === '' ? EMPTY : textCellOf(value);
        return { t: 'n', v: value, ...(kind === 'date' && { z: DATE_FORMAT }) };
      }),
    );
  }
  return rows;
}

function sheetOf(plan: SheetPlan, slices: readonly RowSlice[], zone: ZoneOffset): WorkSheet {
  const rows = rowsOf(plan, slices, zone);
  const ref = `A1:${columnName(plan.columns.length - 1)}${rows.length}`;
  const cols = columnWidths(plan.columns, slices[0]).map((wch) => ({ wch }));
  return { '!data': rows, '!ref': ref, '!cols': cols, '!autofilter': { ref } };
}

/** A workbook that SheetJS writes at once, so its size must be bounded. Text cells are text, never formulas. */
export function sheetJsWorkbook(
  plans: readonly SheetPlan[],
  slices: readonly RowSlice[],
  zone: ZoneOffset = localZone,
): Blob {
  const names = new SheetNames();
  const sheetNames = plans.map(({ name }) => names.next(name));
  const sheets = plans.map((plan, index) =>
    sheetOf(
      plan,
      slices.filter(({ sheet }) => sheet === index),
      zone,
    ),
  );
  const Sheets = Object.fromEntries(sheets.map((sheet, index) => [sheetNames[index] ?? '', sheet]));
  const book: FormattedBook = {
    SheetNames: sheetNames,
    Sheets,
    SSF: { ...SSF.get_table(), [FIRST_FORMAT]: DATE_FORMAT },
  };
  const file: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return new Blob([file], { type: WORKBOOK_TYPE });
}

/** With more cells SheetJS takes several times the memory and time of the streamed writer (ADR 0015). */
const SHEETJS_CELLS = 200_000;

/** A workbook written by SheetJS, or by the streamed writer if it has too many cells for SheetJS. */
export class BoundedBook implements Book {
  readonly #kept: RowSlice[] = [];
  #cells = 0;
  #streamed: StreamedBook | undefined;

  constructor(
    private readonly plans: readonly SheetPlan[],
    private readonly most = SHEETJS_CELLS,
  ) {}

  async take(slice: RowSlice): Promise<void> {
    if (this.#streamed) {
      await this.#streamed.take(slice);
      return;
    }
    this.#kept.push(slice);
    this.#cells += slice.rows.length * (this.plans[slice.sheet]?.columns.length ?? 0);
    if (this.#cells <= this.most) return;
    this.#streamed = new StreamedBook(this.plans);
    for (const kept of this.#kept.splice(0)) await this.#streamed.take(kept);
  }

  async finish(): Promise<Blob> {
    return this.#streamed ? this.#streamed.finish() : sheetJsWorkbook(this.plans, this.#kept);
  }
}
