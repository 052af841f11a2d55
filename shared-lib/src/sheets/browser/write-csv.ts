import { BYTE_ORDER_MARK, csvLines, imeiCell, textCell } from '../../csv/headless/cells.ts';
import { exactNumber, localTimeText, localZone, type ZoneOffset } from '../headless/cell-values.ts';
import type { CellKind, Sheet, WriteOptions } from '../sheet.ts';
import { readInSlices, throwIfAborted } from './read-in-slices.ts';

/** Lines that are made at once; as many take well below a slice. */
const LINES_AT_ONCE = 250;
const CHARACTERS_A_BLOB = 1_000_000;

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
  const lines = [columns.map(({ header }) => textCell(header))];
  let text = BYTE_ORDER_MARK;
  const write = (): void => {
    if (lines.length > 0) text += csvLines(lines.splice(0));
  };
  await readInSlices(
    sheet.rows,
    {
      row: (row) => {
        lines.push(columns.map(({ kind }, index) => csvCell(row[index] ?? '', kind, localZone)));
        if (lines.length >= LINES_AT_ONCE) write();
      },
      slice: () => {
        if (text.length < CHARACTERS_A_BLOB) return;
        blobs.push(new Blob([text]));
        text = '';
      },
    },
    options,
  );
  write();
  return new Blob([...blobs, text], { type: 'text/csv;charset=utf-8' });
}
