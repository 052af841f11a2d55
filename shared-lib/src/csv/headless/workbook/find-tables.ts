import { plainDigits } from '../../../contract/index.ts';
import { isImeiHeading, plainHeading, readImeiCell } from '../imei-cell.ts';
import { cellText, shownText, type ColumnKind } from './cell-text.ts';
import type { FileFormat } from '../file-rows.ts';
import type { CellRow, SheetCells } from './sheets.ts';

interface WantedColumn {
  readonly kind: ColumnKind;
  readonly isHeading: (text: string) => boolean;
  readonly isNeeded: boolean;
}

const SERIAL = /^(?:s|sl|sr)?no$|^serial(?:no|number)?$/;
const named = (name: string) => (text: string) => plainHeading(text) === name;
const serial: WantedColumn = { kind: 'text', isHeading: (text) => SERIAL.test(plainHeading(text)), isNeeded: false };
const imei: WantedColumn = { kind: 'imei', isHeading: isImeiHeading, isNeeded: true };

/** The columns of each format in the order of its CSV file (B1, T4). */
export const wantedColumns: Readonly<Record<FileFormat, readonly WantedColumn[]>> = {
  imei: [serial, imei],
  notification: [
    serial,
    { kind: 'text', isHeading: named('name'), isNeeded: true },
    imei,
    { kind: 'amount', isHeading: named('amount'), isNeeded: true },
    { kind: 'date', isHeading: named('date'), isNeeded: true },
    { kind: 'text', isHeading: named('template'), isNeeded: true },
  ],
};

/** Where the rows of a file may be in a sheet. Rows and columns count from 0. */
export interface Table {
  readonly sheet: SheetCells;
  /** Of the format; -1 if the sheet lacks it. */
  readonly columns: readonly number[];
  readonly imeiColumn: number;
  readonly heading: string;
  readonly firstRow: number;
  /** Recognised by its heading, not by its content. */
  readonly hasHeading: boolean;
}

const HEADING_ROWS = 1_000;

/** An IMEI, or what Excel has left of one. */
const isLikeImei = (text: string): boolean => readImeiCell(text) !== 'wrong-length';
/** Enough digits for a mistyped IMEI, and no words. */
const isLikeNumber = (text: string): boolean =>
  isLikeImei(text) || (/^[\d\s.,'’"=/+E-]*$/i.test(text) && /(?:\d\D*){5}/.test(text));

const imeiText = (sheet: SheetCells, row: CellRow | undefined, column: number): string =>
  plainDigits(cellText(row?.[column], 'imei', sheet.since1904)).trim();

function holdsImei(sheet: SheetCells, row: CellRow): boolean {
  return row.some((_cell, column) => isLikeImei(imeiText(sheet, row, column)));
}

/** One table for each IMEI column below the first row with a format's headings. */
function tablesByHeading(sheet: SheetCells, format: FileFormat): readonly Table[] {
  const wanted = wantedColumns[format];
  for (const [index, row] of sheet.rows.slice(0, HEADING_ROWS).entries()) {
    if (!row) continue;
    // An IMEI above the headings would be left out with them.
    if (holdsImei(sheet, row)) return [];
    const headings = Array.from(row, (cell, column) =>
      cell?.t === 's' && !sheet.isAcrossColumns(index, column) ? shownText(cell).trim() : '',
    );
    const columns = wanted.map(({ isHeading }) => headings.findIndex(isHeading));
    if (wanted.some(({ isNeeded }, place) => isNeeded && columns[place] === -1)) continue;
    return headings.flatMap((heading, imeiColumn) =>
      isImeiHeading(heading)
        ? [
            {
              sheet,
              columns: wanted.map((column, place) => (column.kind === 'imei' ? imeiColumn : (columns[place] ?? -1))),
              imeiColumn,
              heading,
              firstRow: index + 1,
              hasHeading: true,
            },
          ]
        : [],
    );
  }
  return [];
}

interface ColumnCounts {
  filled: number;
  imeis: number;
}

function columnsOfImeis(sheet: SheetCells): readonly number[] {
  const counts = new Map<number, ColumnCounts>();
  for (const row of sheet.rows) {
    row?.forEach((_cell, column) => {
      const text = imeiText(sheet, row, column);
      const known = counts.get(column);
      // Anything above the first number is a title or heading.
      if (text === '' || (!known && !isLikeNumber(text))) return;
      const count = known ?? { filled: 0, imeis: 0 };
      count.filled += 1;
      if (isLikeImei(text)) count.imeis += 1;
      counts.set(column, count);
    });
  }
  return [...counts]
    .filter(([, { filled, imeis }]) => imeis * 2 > filled)
    .map(([column]) => column)
    .sort((one, other) => one - other);
}

/** The tables of IMEI columns without a heading, from the first cell with digits. */
function tablesByContent(sheet: SheetCells): readonly Table[] {
  return columnsOfImeis(sheet).map((imeiColumn) => {
    const firstRow = sheet.rows.findIndex((row) => isLikeNumber(imeiText(sheet, row, imeiColumn)));
    const above = sheet.rows.slice(0, firstRow).findLast((row) => shownText(row?.[imeiColumn]).trim() !== '');
    return {
      sheet,
      columns: wantedColumns.imei.map(({ kind }) => (kind === 'imei' ? imeiColumn : -1)),
      imeiColumn,
      heading: shownText(above?.[imeiColumn]).trim(),
      firstRow,
      hasHeading: false,
    };
  });
}

/** All places of a workbook where rows may be: by headings; else, for IMEI-only files, by content. */
export function findTables(sheets: readonly SheetCells[], format: FileFormat): readonly Table[] {
  return sheets.flatMap((sheet) => {
    const byHeading = tablesByHeading(sheet, format);
    return byHeading.length > 0 || format !== 'imei' ? byHeading : tablesByContent(sheet);
  });
}

/** The index of the likeliest: visible before hidden, by heading before by content, imei1 before others. */
export function likeliestTable(tables: readonly Table[]): number {
  const rank = ({ sheet, hasHeading, heading }: Table): number =>
    (sheet.isHidden ? 4 : 0) + (hasHeading ? 0 : 2) + (plainHeading(heading) === 'imei1' ? 0 : 1);
  return tables.reduce((best, table, index) => {
    const likeliest = tables[best];
    return likeliest && rank(table) < rank(likeliest) ? index : best;
  }, 0);
}
