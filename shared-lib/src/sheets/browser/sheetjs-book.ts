import { CFB, type CellObject, SSF, utils, type WorkBook, type WorkSheet, write } from 'xlsx';
import { cellText, cellValue, DATE_FORMAT, localZone, type ZoneOffset } from '../headless/cell-values.ts';
import { columnWidths, type RowSlice, SheetNames, type SheetPlan } from '../headless/sheet-plan.ts';
import { WORKBOOK_TYPE } from './book.ts';

/** The first number of custom formats; readers other than Excel recognise them by it. */
const FIRST_FORMAT = 164;

/** SheetJS takes a table of formats, which its types lack. */
interface FormattedBook extends WorkBook {
  readonly SSF: Readonly<Record<number, string>>;
}

const EMPTY: CellObject = { t: 'z' };

const textCellOf = (text: string): CellObject => ({ t: 's', v: text, z: '@' });
const dateCellOf = (day: number): CellObject => ({ t: 'n', v: day, z: DATE_FORMAT });

function rowsOf({ columns }: SheetPlan, slices: readonly RowSlice[], zone: ZoneOffset): CellObject[][] {
  const rows: CellObject[][] = [columns.map(({ header }) => textCellOf(cellText(header)))];
  for (const row of slices.flatMap((slice) => slice.rows)) {
    rows.push(
      columns.map(({ kind }, column) => {
        const value = cellValue(row[column] ?? '', kind, zone);
        if (typeof value === 'string') return value === '' ? EMPTY : textCellOf(value);
        return kind === 'date' ? dateCellOf(value) : { t: 'n', v: value };
      }),
    );
  }
  return rows;
}

function sheetOf(plan: SheetPlan, slices: readonly RowSlice[], zone: ZoneOffset): WorkSheet {
  const rows = rowsOf(plan, slices, zone);
  const ref = `A1:${utils.encode_col(plan.columns.length - 1)}${rows.length}`;
  const cols = columnWidths(plan.columns, slices[0]).map((wch) => ({ wch }));
  return { '!data': rows, '!ref': ref, '!cols': cols, '!autofilter': { ref } };
}

function written(names: readonly string[], sheets: readonly WorkSheet[], compression: boolean): ArrayBuffer {
  const book: FormattedBook = {
    SheetNames: [...names],
    Sheets: Object.fromEntries(sheets.map((sheet, index) => [names[index] ?? '', sheet])),
    SSF: { ...SSF.get_table(), [FIRST_FORMAT]: DATE_FORMAT },
  };
  const file: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression });
  return file;
}

/** A workbook that SheetJS writes at once, so its size must be bounded. Text cells are text, never formulas. */
export function sheetJsWorkbook(
  plans: readonly SheetPlan[],
  slices: readonly RowSlice[],
  zone: ZoneOffset = localZone,
): Blob {
  const names = new SheetNames();
  const sheetNames = plans.map(({ name }) => names.next(name));
  const sheets = plans.map((plan, index) => {
    const own = slices.filter(({ sheet }) => sheet === index);
    return sheetOf(plan, own, zone);
  });
  return new Blob([written(sheetNames, sheets, true)], { type: WORKBOOK_TYPE });
}

/** The files of a workbook with these sheets, but for the sheets. Style 1 is of texts, style 2 of dates. */
export function filesBesideSheets(sheetNames: readonly string[]): readonly { name: string; text: string }[] {
  const styled: WorkSheet = { '!data': [[textCellOf('-'), dateCellOf(1)]], '!ref': 'A1:B1' };
  const file = written(
    sheetNames,
    sheetNames.map(() => styled),
    false,
  );
  const archive: { FullPaths: string[]; FileIndex: { content: Uint8Array }[] } = CFB.read(new Uint8Array(file), {
    type: 'array',
  });
  const decoder = new TextDecoder();
  return archive.FullPaths.flatMap((path, index) => {
    const name = path.replace(/^[^/]*\//, '');
    const content = archive.FileIndex[index]?.content;
    const isPart = content !== undefined && /\.(xml|rels)$/.test(name) && !name.startsWith('xl/worksheets/');
    return isPart ? [{ name, text: decoder.decode(content) }] : [];
  });
}
