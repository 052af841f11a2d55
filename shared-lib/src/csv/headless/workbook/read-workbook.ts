import { utils } from 'xlsx';
import { containerOf, joined } from '../content.ts';
import { cellText, shownText } from './cell-text.ts';
import { findTables, likeliestTable, wantedColumns, type Table } from './find-tables.ts';
import { DamagedWorkbook, sheetsOf, sheetsOfText, type CellRow, type SheetCells } from './sheets.ts';
import { compoundRejection, unpackWorkbook } from './unpack.ts';
import type { FileFormat } from '../file-rows.ts';
import { rejected, type Ending, type ReadOptions } from '../imei-file.ts';
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

/** Reads the rows of `options.table` of a workbook, else of the likeliest; no workbook makes this throw. */
export async function readWorkbook(
  format: FileFormat,
  { size, chunks }: { readonly size: number; readonly chunks: AsyncIterable<Uint8Array> },
  options: ReadOptions,
  sink: RowSink,
): Promise<Ending> {
  if (size > MOST_BYTES) return rejected({ kind: 'large-workbook', most: MOST_BYTES, unpacked: false });
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  const bytes = joined(pieces);
  const container = containerOf(bytes);
  if (container === 'compound') return rejected(compoundRejection(bytes));
  if (container === 'text') return readSheets(format, sheetsOfText(bytes), options, sink);
  const unpacked = await unpackWorkbook(bytes, options.mostUnpacked ?? MOST_UNPACKED);
  if (unpacked.kind !== 'parts') return unpacked;
  try {
    return readSheets(format, sheetsOf(unpacked.parts), options, sink);
  } catch (error) {
    if (error instanceof DamagedWorkbook) return rejected({ kind: 'damaged-workbook', cause: error.message });
    throw error;
  }
}

function readSheets(format: FileFormat, sheets: readonly SheetCells[], options: ReadOptions, sink: RowSink): Ending {
  const tables = findTables(sheets, format);
  const asked = options.table ?? -1;
  const read = tables[asked] ? asked : likeliestTable(tables);
  const table = tables[read];
  if (!table) return rejected({ kind: 'no-table', sheets: sheets.map(({ name }) => name) });
  const hiddenRows = readTable(table, format, sink);
  return {
    kind: 'rows',
    workbook: {
      tables: tables.map(({ sheet, imeiColumn, heading }) => ({
        sheet: sheet.name,
        column: utils.encode_col(imeiColumn),
        heading,
        isHidden: sheet.isHidden,
      })),
      read,
      hiddenRows,
    },
  };
}
