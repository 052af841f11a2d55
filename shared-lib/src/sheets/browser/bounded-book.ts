import type { RowSlice, SheetPlan } from '../headless/row-slice.ts';
import type { Book } from './book.ts';
import { sheetJsWorkbook } from './sheetjs-book.ts';
import { StreamedBook } from './streamed-book.ts';

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
