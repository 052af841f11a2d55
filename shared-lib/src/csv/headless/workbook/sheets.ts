import { CFB, read, type CellObject, type ParsingOptions, type WorkBook } from 'xlsx';
import { openSheets } from './open-document.ts';
import { damaged, OPEN_CELLS } from './unpack.ts';
import { textDecoder, type TextEncoding } from '../content.ts';

/** Excel's limit. */
const MOST_ROWS = 1_048_576;

/** Ten columns of a full sheet. */
const MOST_CELLS = 10 * MOST_ROWS;

export type Cell = CellObject;
export type CellRow = readonly (Cell | undefined)[];

/** An empty row is undefined. */
export interface SheetCells {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly (CellRow | undefined)[];
  readonly isRowHidden: (row: number) => boolean;
  /** True for the top left cell of cells joined across columns, such as a title above a table. */
  readonly isAcrossColumns: (row: number, column: number) => boolean;
  /** Days count from 1904. */
  readonly since1904: boolean;
}

/**
 * Reads cells as last shown, without computing formulas. Keeps formulas, so that one without a result does not look
 * empty, and styles, because SheetJS reports hidden rows only with them.
 */
const options: ParsingOptions = {
  type: 'array',
  dense: true,
  cellFormula: true,
  cellHTML: false,
  cellNF: true,
  cellStyles: true,
  sheetStubs: true,
};

/**
 * The sheets of a workbook in order, from its parts. A sheet that SheetJS skips because it cannot read it makes the
 * workbook damaged: devices would be forgotten silently.
 */
export function sheetsOf(parts: Readonly<Record<string, Uint8Array>>): readonly SheetCells[] {
  const cells = parts[OPEN_CELLS];
  if (!cells) return sheetsOfBook(parsed(parts));
  const open = openSheets(new TextDecoder().decode(cells), MOST_CELLS);
  if (!open) throw damaged(`> ${String(MOST_CELLS)}`);
  const sheets = sheetsOfBook(parsed(parts));
  if (sheets.length !== open.length) throw damaged(`${String(sheets.length)} / ${String(open.length)}`);
  return sheets.map((sheet, index) => ({
    ...sheet,
    isHidden: open[index]?.isHidden === true,
    isRowHidden: (row) => open[index]?.hiddenRows.has(row) === true,
  }));
}

/** The lines of a text as a sheet, whatever separates their cells; each cell unchanged. */
export function sheetsOfText(bytes: Uint8Array, encoding: TextEncoding): readonly SheetCells[] {
  const decode = textDecoder(encoding);
  const text = decode(bytes) + decode();
  return sheetsOfBook(read(text, { type: 'string', raw: true, dense: true })).map((sheet) => ({
    ...sheet,
    name: 'CSV',
  }));
}

function sheetsOfBook(book: WorkBook): readonly SheetCells[] {
  const sheets: SheetCells[] = [];
  const since1904 = book.Workbook?.WBProps?.date1904 === true;
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name];
    if (!sheet) throw damaged(name);
    const type: unknown = sheet['!type'];
    if (type !== undefined && type !== 'sheet') continue;
    const rows = sheet['!data'] ?? [];
    if (rows.length > MOST_ROWS) throw damaged(`${name}: ${String(rows.length)}`);
    const hidden = sheet['!rows'];
    const across = new Set(
      (sheet['!merges'] ?? []).filter(({ s, e }) => e.c > s.c).map(({ s }) => `${String(s.r)} ${String(s.c)}`),
    );
    sheets.push({
      name,
      isHidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
      rows,
      isRowHidden: (row) => hidden?.[row]?.hidden === true,
      isAcrossColumns: (row, column) => across.has(`${String(row)} ${String(column)}`),
      since1904,
    });
  }
  return sheets;
}

function parsed(parts: Readonly<Record<string, Uint8Array>>): WorkBook {
  const archive: unknown = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(parts)) CFB.utils.cfb_add(archive, `/${name}`, bytes);
  try {
    return read(CFB.write(archive, { type: 'array', fileType: 'zip' }), options);
  } catch (error) {
    throw damaged(error);
  }
}
