import { BYTE_ORDER_MARK, CRLF, imeiCell, textCell } from '../../csv/headless/cells.ts';
import { exactNumber, localTimeText, localZone, type ZoneOffset } from '../headless/cell-values.ts';
import type { CellKind, Sheet, WriteOptions } from '../sheet.ts';
import { readInSlices, throwIfAborted } from './read-in-slices.ts';

const LINES_A_BLOB = 10_000;

function csvCell(text: string, kind: CellKind, zone: ZoneOffset): string {
  if (kind === 'text') return imeiCell(text);
  if (kind === 'date') return textCell(localTimeText(text, zone));
  return exactNumber(text) === undefined ? textCell(text) : text;
}

/**
 * A sheet as the content of a CSV file that spreadsheets open: UTF-8 with a byte order mark, lines ended by CRLF, IMEIs
 * kept as text and formulas made harmless as in every file of the console. Read and written in slices, so that the page
 * stays responsive. Rejects with an AbortError when called off.
 */
export async function writeCsv(sheet: Sheet, options: WriteOptions = {}): Promise<Blob> {
  throwIfAborted(options.signal);
  const { columns } = sheet;
  const blobs: Blob[] = [];
  let lines = [BYTE_ORDER_MARK + columns.map(({ header }) => textCell(header)).join(',')];
  const close = (): void => {
    blobs.push(new Blob([lines.join(CRLF) + CRLF]));
    lines = [];
  };
  await readInSlices(
    sheet.rows,
    {
      row: (row) => lines.push(columns.map(({ kind }, index) => csvCell(row[index] ?? '', kind, localZone)).join(',')),
      slice: () => {
        if (lines.length >= LINES_A_BLOB) close();
      },
    },
    options,
  );
  if (lines.length > 0) close();
  return new Blob(blobs, { type: 'text/csv;charset=utf-8' });
}
