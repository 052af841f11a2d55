import { localZone, type ZoneOffset } from '../headless/cell-values.ts';
import { headerXml, RowXml, sheetEnd, sheetStart } from '../headless/workbook-xml.ts';
import { partsBesideSheets, sheetPart } from '../headless/workbook-parts.ts';
import { columnWidths, type RowSlice, SheetNames, type SheetPlan } from '../headless/sheet-plan.ts';
import { WORKBOOK_TYPE, type Book } from './book.ts';
import { ZipContainer } from './zip-container.ts';

/** Including the header. */
const EXCEL_ROWS = 1_048_576;

const PIECE_CHARACTERS = 32_768;

interface StreamedBookOptions {
  readonly zone?: ZoneOffset | undefined;
  /** Including the header; then another sheet begins. */
  readonly rowsASheet?: number | undefined;
  /** Awaited between pieces of work of a few milliseconds. */
  readonly pause?: (() => Promise<void>) | undefined;
}

interface OpenSheet {
  readonly index: number;
  readonly plan: SheetPlan;
  readonly xml: RowXml;
  rows: number;
}

/**
 * A workbook written and deflated row by row, so that memory does not grow. A sheet longer than Excel allows continues
 * in further ones, such as 'commands (2)'.
 */
export class StreamedBook implements Book {
  readonly #names = new SheetNames();
  readonly #first: readonly string[];
  readonly #written: string[] = [];
  readonly #container = new ZipContainer();
  readonly #zone: ZoneOffset;
  readonly #rowsASheet: number;
  readonly #pause: () => Promise<void>;
  #open: OpenSheet | undefined;

  constructor(
    private readonly plans: readonly SheetPlan[],
    { zone = localZone, rowsASheet = EXCEL_ROWS, pause = () => Promise.resolve() }: StreamedBookOptions = {},
  ) {
    this.#first = plans.map(({ name }) => this.#names.next(name));
    this.#zone = zone;
    this.#rowsASheet = rowsASheet;
    this.#pause = pause;
  }

  async take(slice: RowSlice): Promise<void> {
    let open = await this.#sheet(slice.sheet, slice);
    let piece = '';
    for (const row of slice.rows) {
      if (open.rows === this.#rowsASheet) {
        await this.#container.write(piece);
        piece = '';
        open = await this.#begin(open.index, slice, this.#names.next(open.plan.name));
      }
      open.rows += 1;
      piece += open.xml.row(row, open.rows);
      if (piece.length < PIECE_CHARACTERS) continue;
      await this.#container.write(piece);
      piece = '';
      await this.#pause();
    }
    await this.#container.write(piece);
  }

  async finish(): Promise<Blob> {
    await this.#sheet(this.plans.length - 1, undefined);
    await this.#end();
    for (const { name, text } of partsBesideSheets(this.#written)) {
      await this.#container.begin(name);
      await this.#container.write(text);
    }
    return this.#container.finish(WORKBOOK_TYPE);
  }

  /** First begins earlier sheets that had no rows. */
  async #sheet(index: number, slice: RowSlice | undefined): Promise<OpenSheet> {
    let open = this.#open;
    for (let next = (open?.index ?? -1) + 1; next <= index; next += 1) {
      open = await this.#begin(next, next === index ? slice : undefined, this.#first[next] ?? '');
    }
    if (open?.index !== index) throw new Error(`Sheet ${index} was asked for after sheet ${String(open?.index)}.`);
    return open;
  }

  async #begin(index: number, slice: RowSlice | undefined, name: string): Promise<OpenSheet> {
    await this.#end();
    const plan = this.plans[index];
    if (!plan) throw new Error(`The workbook has no sheet ${index}.`);
    await this.#container.begin(`xl/${sheetPart(this.#written.length)}`);
    await this.#container.write(
      sheetStart(columnWidths(plan.columns, slice), this.#written.length === 0) + headerXml(plan.columns),
    );
    this.#written.push(name);
    this.#open = { index, plan, xml: new RowXml(plan.columns, this.#zone), rows: 1 };
    return this.#open;
  }

  async #end(): Promise<void> {
    if (!this.#open) return;
    await this.#container.write(sheetEnd(this.#open.plan.columns.length, this.#open.rows));
  }
}
