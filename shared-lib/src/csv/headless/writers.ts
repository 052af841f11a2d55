import { BYTE_ORDER_MARK, csvLines, imeiCell, textCell } from './cells.ts';
import { imeiText } from './imei-cell.ts';
import { notificationColumns, type NotificationRow } from './notification-file.ts';
import type { IncorrectRow } from './imei-file.ts';

/** Name of the file of incorrect rows (B3). */
export const INCORRECT_DATA_FILE = 'incorrect_data.csv';

/** Name of the file of a batch's results (B9). */
export const IMEI_DATA_FILE = 'imei_data.csv';

const LINES_A_PIECE = 1000;

/** `begin` comes before the head. */
function* pieces<Row>(
  begin: string,
  head: readonly string[],
  rows: Iterable<Row>,
  cellsOf: (row: Row, number: string) => readonly string[],
): Generator<string> {
  let text = begin;
  let lines = [head];
  let count = 0;
  for (const row of rows) {
    count += 1;
    lines.push(cellsOf(row, String(count)));
    if (count % LINES_A_PIECE !== 0) continue;
    yield text + csvLines(lines);
    text = '';
    lines = [];
  }
  if (lines.length > 0) yield text + csvLines(lines);
}

/** incorrect_data.csv in pieces of 1,000 rows: Sno (the line in the file), Incorrect Data, Error Message (B3). */
export function incorrectDataCsv(errors: Iterable<IncorrectRow>): Iterable<string> {
  const head = ['Sno', 'Incorrect Data', 'Error Message'];
  return pieces(BYTE_ORDER_MARK, head, errors, (row) => [String(row.line), textCell(row.data), textCell(row.error)]);
}

/** A row of {@link imeiDataCsv}; `row` is its number in the batch, from 1. */
interface ImeiResultRow {
  readonly row: number;
  readonly imei: string;
  readonly status: string;
}

/** imei_data.csv in pieces of 1,000 rows: S.No., IMEI, Status (B9). Spreadsheets keep the IMEIs as text. */
export function imeiDataCsv(rows: Iterable<ImeiResultRow>): Iterable<string> {
  const head = ['S.No.', 'IMEI', 'Status'];
  return pieces(BYTE_ORDER_MARK, head, rows, ({ row, imei, status }) => [
    String(row),
    imeiCell(imei),
    textCell(status),
  ]);
}

/**
 * The uploaded copy of a batch: only the valid rows, renumbered, columns sno, imei1 (B5, D14). Plain digits and no byte
 * order mark: a server reads it, not a spreadsheet.
 */
export function validRowsFile(imeis: Float64Array): Iterable<string> {
  return pieces('', ['sno', 'imei1'], imeis, (imei, number) => [number, imeiText(imei)]);
}

/** A list in columns sno, imei1, each text as it is: what is no IMEI stays one row that the reader refuses (B1, B2). */
export function listedRowsFile(imeis: readonly string[]): Iterable<string> {
  return pieces('', ['sno', 'imei1'], imeis, (imei, number) => [number, imei]);
}

/** A notification file to be filled in: its six columns, with the IMEIs alone (T1). Spreadsheets keep them as text. */
export function notificationListCsv(imeis: readonly string[]): Iterable<string> {
  const cellsOf = (imei: string, number: string) =>
    notificationColumns.map((column) => (column === 'sno' ? number : column === 'imei1' ? imeiCell(imei) : ''));
  return pieces(BYTE_ORDER_MARK, notificationColumns, imeis, cellsOf);
}

/**
 * The uploaded copy of a notification batch: only the valid rows, renumbered, in the six columns (B5, D14, T4). A name
 * that looks like a formula gets an apostrophe, which our reader removes.
 */
export function notificationRowsFile(rows: Iterable<NotificationRow>): Iterable<string> {
  return pieces('', notificationColumns, rows, ({ name, imei, amount, date, template }, number) => [
    number,
    textCell(name),
    imei,
    amount,
    date,
    template,
  ]);
}

/** A row of {@link notificationDataCsv}; '' if unknown. */
export interface NotificationResultRow extends ImeiResultRow {
  readonly name: string;
  readonly amount: string;
  readonly date: string;
  readonly template: string;
  readonly header: string;
  readonly text: string;
}

/** As {@link imeiDataCsv}, with name, amount, date, template, header and text of notifications (B9, T6). */
export function notificationDataCsv(rows: Iterable<NotificationResultRow>): Iterable<string> {
  const head = ['S.No.', 'IMEI', 'Name', 'Amount', 'Date', 'Template', 'Header', 'Notification Text', 'Status'];
  return pieces(BYTE_ORDER_MARK, head, rows, ({ row, imei, name, amount, date, template, header, text, status }) => [
    String(row),
    imeiCell(imei),
    ...[name, amount, date, template, header, text, status].map(textCell),
  ]);
}

/** The file of IMEIs processed before a batch is resumed (B12): `lock.csv` gives `lock_processed.csv`. */
export const processedFileName = (fileName: string): string => `${fileName.replace(/\.csv$/i, '')}_processed.csv`;
