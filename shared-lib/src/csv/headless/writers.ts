import { BYTE_ORDER_MARK, CRLF, imeiCell, textCell } from './cells.ts';
import { imeiText } from './imei-cell.ts';
import { notificationColumns, type NotificationRow } from './notification-file.ts';
import type { IncorrectRow } from './imei-file.ts';

/** Name of the file of incorrect rows (B3). */
export const INCORRECT_DATA_FILE = 'incorrect_data.csv';

/** Name of the file of a batch's results (B9). */
export const IMEI_DATA_FILE = 'imei_data.csv';

const LINES_A_PIECE = 1000;

function* pieces(head: string, lines: Iterable<string>): Generator<string> {
  let piece = head + CRLF;
  let count = 0;
  for (const line of lines) {
    piece += line + CRLF;
    count += 1;
    if (count % LINES_A_PIECE !== 0) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* mapped<Row>(rows: Iterable<Row>, line: (row: Row, index: number) => string): Generator<string> {
  let index = 0;
  for (const row of rows) {
    yield line(row, index);
    index += 1;
  }
}

/**
 * The text of incorrect_data.csv in pieces of 1,000 rows: Sno (the line in the file), Incorrect Data, Error Message
 * (B3).
 */
export function incorrectDataCsv(errors: Iterable<IncorrectRow>): Iterable<string> {
  const lines = mapped(errors, (row) => `${String(row.line)},${textCell(row.data)},${textCell(row.error)}`);
  return pieces(`${BYTE_ORDER_MARK}Sno,Incorrect Data,Error Message`, lines);
}

/** A row of {@link imeiDataCsv}; `row` is its number in the batch, from 1. */
interface ImeiResultRow {
  readonly row: number;
  readonly imei: string;
  readonly status: string;
}

/** The text of imei_data.csv in pieces of 1,000 rows: S.No., IMEI, Status (B9). Spreadsheets keep the IMEIs as text. */
export function imeiDataCsv(rows: Iterable<ImeiResultRow>): Iterable<string> {
  const lines = mapped(rows, (row) => `${String(row.row)},${imeiCell(row.imei)},${textCell(row.status)}`);
  return pieces(`${BYTE_ORDER_MARK}S.No.,IMEI,Status`, lines);
}

/**
 * The copy that is uploaded for a batch: the valid rows only, numbered anew, columns sno, imei1 (B5, D14).
 * Plain digits and no byte order mark, because a server reads it, not a spreadsheet.
 */
export function validRowsFile(imeis: Float64Array): Iterable<string> {
  return pieces(
    'sno,imei1',
    mapped(imeis, (imei, index) => `${String(index + 1)},${imeiText(imei)}`),
  );
}

/**
 * The copy that is uploaded for a batch of notifications: the valid rows only, numbered anew, in the six columns (B5,
 * D14, T4). A name that a spreadsheet would take for a formula gets an apostrophe, which our reader takes off again.
 */
export function notificationRowsFile(rows: Iterable<NotificationRow>): Iterable<string> {
  const lines = mapped(rows, ({ name, imei, amount, date, template }, index) =>
    [String(index + 1), textCell(name), imei, amount, date, template].join(','),
  );
  return pieces(notificationColumns.join(','), lines);
}

/** A row of {@link notificationDataCsv}; '' where nothing is known. */
export interface NotificationResultRow extends ImeiResultRow {
  readonly name: string;
  readonly amount: string;
  readonly date: string;
  readonly template: string;
  readonly header: string;
  readonly text: string;
}

/**
 * imei_data.csv of a batch of notifications: as {@link imeiDataCsv}, with name, amount, date, template, header and text
 * (B9, T6).
 */
export function notificationDataCsv(rows: Iterable<NotificationResultRow>): Iterable<string> {
  const lines = mapped(rows, ({ row, imei, name, amount, date, template, header, text, status }) =>
    [String(row), imeiCell(imei), ...[name, amount, date, template, header, text, status].map(textCell)].join(','),
  );
  return pieces(`${BYTE_ORDER_MARK}S.No.,IMEI,Name,Amount,Date,Template,Header,Notification Text,Status`, lines);
}

/**
 * The name of the file of IMEIs already processed when a batch is resumed (B12): `lock.csv` gives `lock_processed.csv`.
 */
export function processedFileName(fileName: string): string {
  return `${fileName.replace(/\.csv$/i, '')}_processed.csv`;
}
