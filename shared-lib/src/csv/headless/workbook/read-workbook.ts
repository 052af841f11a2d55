import { utils } from 'xlsx';
import { chunksOf, containerOf, encodingOf, Refused } from '../content.ts';
import { cellText, shownText } from './cell-text.ts';
import { findTables, likeliestTable, wantedColumns, type Table } from './find-tables.ts';
import { sheetsOf, sheetsOfText, type CellRow, type SheetCells } from './sheets.ts';
import { compoundRejection, unpackWorkbook } from './unpack.ts';
import type { FileFormat } from '../file-rows.ts';
import type { CsvSource, ReadOptions, WorkbookSource } from '../imei-file.ts';
import type { RowSink } from '../rows.ts';

const MEGABYTE = 1024 * 1024;
/** Twice what a million numbered IMEIs take in Excel. */
const MOST_BYTES = 64 * MEGABYTE;
const MOST_UNPACKED = 256 * MEGABYTE;

/** A row's cells like those of a CSV line; null for an empty row. */
function lineOf(row: CellRow, { columns, sheet }: Table, format: FileFormat): readonly string[] | null {
  const cells = wantedColumns[format].map(({ kind }, place) =>
    cellText(row[columns[place] ?? -1], kind, sheet.since1904),
  );
  if (cells.some((text) => text.trim() !== '')) return cells;
  const beside = Array.from(row, shownText).find((text) => text.trim() !== '');
  // A row with something beside the columns is reported as one without an IMEI.
  return beside === undefined ? null : [beside, ...cells.slice(1)];
}

/** Passes on the rows of a table with their sheet numbers; returns the number of hidden ones. */
function readTable(table: Table, format: FileFormat, sink: RowSink): number {
  let hiddenRows = 0;
  for (let index = table.firstRow; index < table.sheet.rows.length; index += 1) {
    const row = table.sheet.rows[index];
    const cells = row && lineOf(row, table, format);
    if (!cells) continue;
    sink.row(cells, index + 1);
    if (table.sheet.isRowHidden(index)) hiddenRows += 1;
  }
  return hiddenRows;
}

async function bytesOf(source: CsvSource, options: ReadOptions): Promise<Uint8Array> {
  const whole = new Uint8Array(source.size);
  let length = 0;
  for await (const chunk of chunksOf(source, options)) {
    whole.set(chunk, length);
    length += chunk.length;
  }
  return whole;
}

async function sheetsIn(
  bytes: Uint8Array,
  { encoding, mostUnpacked = MOST_UNPACKED }: ReadOptions,
): Promise<readonly SheetCells[]> {
  const container = containerOf(bytes);
  if (container === 'compound') throw new Refused(compoundRejection(bytes));
  return container === 'text'
    ? sheetsOfText(bytes, encoding ?? encodingOf(bytes))
    : sheetsOf(await unpackWorkbook(bytes, mostUnpacked));
}

/**
 * Reads the rows of `options.table` of a workbook, else of the likeliest. Throws only {@link Refused} and, for text,
 * {@link NotUtf8}.
 */
export async function readWorkbook(
  format: FileFormat,
  source: CsvSource,
  options: ReadOptions,
  sink: RowSink,
): Promise<WorkbookSource> {
  if (source.size > MOST_BYTES) throw new Refused({ kind: 'large-workbook', most: MOST_BYTES, unpacked: false });
  const sheets = await sheetsIn(await bytesOf(source, options), options);
  const tables = findTables(sheets, format);
  const asked = options.table ?? -1;
  const read = tables[asked] ? asked : likeliestTable(tables);
  const table = tables[read];
  if (!table) throw new Refused({ kind: 'no-table', sheets: sheets.map(({ name }) => name) });
  const hiddenRows = readTable(table, format, sink);
  const named = tables.map(({ sheet, imeiColumn, heading }) => ({
    sheet: sheet.name,
    column: utils.encode_col(imeiColumn),
    heading,
    isHidden: sheet.isHidden,
  }));
  return { tables: named, read, hiddenRows };
}
