import { BYTE_ORDER_MARK, csvLines, imeiCell, textCell } from '../../csv/headless/cells.ts';
import { exactNumber, localTimeText, localZone, type ZoneOffset } from '../headless/cell-values.ts';
import type { CellKind, Sheet, WriteOptions } from '../sheet.ts';
import { readInSlices } from './read-in-slices.ts';

const CHARACTERS_A_BLOB = 1_000_000;

function csvCell(text: string, kind: CellKind, zone: ZoneOffset): string {
  if (kind === 'text') return imeiCell(text);
  if (kind === 'date') return textCell(localTimeText(text, zone));
  return exactNumber(text) === undefined ? textCell(text) : text;
}

/**
 * A sheet as CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, IMEIs kept as text and formulas harmless, as in
 * every file of the console. Works in slices, so that the page stays responsive. Rejects with an AbortError when
 * cancelled.
 */
export async function writeCsv(sheet: Sheet, options: WriteOptions = {}): Promise<Blob> {
  options.signal?.throwIfAborted();
  const { columns } = sheet;
  const blobs: Blob[] = [];
  let text = BYTE_ORDER_MARK + csvLines([columns.map(({ header }) => textCell(header))]);
  await readInSlices(
    sheet.rows,
    (rows) => {
      text += csvLines(rows.map((row) => columns.map(({ kind }, index) => csvCell(row[index] ?? '', kind, localZone))));
      if (text.length < CHARACTERS_A_BLOB) return;
      blobs.push(new Blob([text]));
      text = '';
    },
    options,
  );
  return new Blob([...blobs, text], { type: 'text/csv;charset=utf-8' });
}
