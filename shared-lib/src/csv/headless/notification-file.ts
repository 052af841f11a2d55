import { plainDigits } from '../../contract/index.ts';
import type { DuplicateRow, ImeiFile, RejectedFile, RowList } from './imei-file.ts';

/** What a notification may be about: a reminder, due today, past due (T4, T5). */
export const notificationTemplates = ['Pre', 'Due', 'Post'] as const;

/** One of {@link notificationTemplates}, spelt as in the file and on the wire (T4). */
export type NotificationTemplate = (typeof notificationTemplates)[number];

/** The columns of a notification file, in order (T4). */
export const notificationColumns = ['sno', 'name', 'imei1', 'amount', 'date', 'template'] as const;

/** A valid row of a notification file (T4). */
export interface NotificationRow {
  readonly imei: string;
  readonly name: string;
  /** Digits with exactly two decimals, such as 1250.00. */
  readonly amount: string;
  /** DD/MM/YYYY. */
  readonly date: string;
  readonly template: NotificationTemplate;
}

/** The valid rows of a notification file, made on demand. */
export interface NotificationList extends RowList<NotificationRow> {
  /** The line of each row in the file. */
  readonly lines: readonly number[];
  /** The dates of all rows as numbers YYYYMMDD, to judge a hundred thousand rows at once. */
  readonly days: readonly number[];
  /** The template of the row at an index from 0; throws a RangeError outside the list. */
  templateAt(index: number): NotificationTemplate;
}

/** The repeats among a notification file's valid rows; none is left out without asking (D13a). */
interface NotificationRepeats {
  /** Another message for an earlier IMEI, such as a second instalment. */
  readonly imeis: RowList<DuplicateRow>;
  /** Equal to an earlier row in everything but its number. */
  readonly rows: RowList<DuplicateRow>;
  /** Of `rows` among the valid rows; -1 if left out. */
  readonly places: readonly number[];
}

/** A notification file with a valid row; `notifications` matches `rows`, where an IMEI may repeat (T4, D14). */
export interface NotificationFile extends ImeiFile {
  readonly notifications: NotificationList;
  readonly repeats: NotificationRepeats;
}

/** The result of reading a notification file. */
export type NotificationFileAnswer = NotificationFile | RejectedFile | { readonly kind: 'cancelled' };

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,2}))?$/;
/** As in 1,250,000 and as in 12,50,000. */
const GROUPED = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{1,2})?$/;
/** Rupees, before or behind the number. */
const CURRENCY = /^(?:₹|rs\.?|inr)\s*|\s*(?:₹|rs\.?|inr|\/-)$/giu;
const MARKS_AND_DIGITS = /^[\d.,\s'’]*\d[\d.,\s'’]*$/u;
const DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;
/** Spreadsheets change a date's separators, order, names of months, day numbers, times. */
const SPREADSHEET_DATE = new RegExp(
  String.raw`^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}` +
    String.raw`|\d{1,2}[ -]\p{L}{3,9}[ -]\d{2,4}|\d{5})` +
    String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$`,
  'u',
);
const EARLIEST_YEAR = 1900;

/** True for digits with at most two decimals, and nothing else (T4). */
export const isPlainAmount = (cell: string): boolean => AMOUNT.test(cell.trim());

/**
 * An amount in hundredths, exact up to twelve digits before the point (T4). The point is the decimal mark; commas may
 * group the digits, as in 1,250 or 1,25,050.00, and rupees may be named. `unclear`: its commas group nothing.
 */
export function readAmount(cell: string): number | 'invalid' | 'unclear' {
  const text = isPlainAmount(cell) ? cell.trim() : plainDigits(cell).trim().replaceAll(CURRENCY, '');
  const number = GROUPED.test(text) ? text.replaceAll(',', '') : text;
  const [, whole, decimals = ''] = AMOUNT.exec(number) ?? [];
  if (whole !== undefined) return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return number.includes(',') && MARKS_AND_DIGITS.test(number) ? 'unclear' : 'invalid';
}

/** The text of an amount in hundredths, with exactly two decimals. */
export function amountText(hundredths: number): string {
  return `${String(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}`;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= EARLIEST_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Reads DD/MM/YYYY into YYYYMMDD. `changed` is a date that a spreadsheet has rewritten (T4, D10). */
export function readDate(cell: string): number | 'changed' | 'invalid' {
  const text = plainDigits(cell).trim();
  const [, day, month, year] = DATE.exec(text) ?? [];
  if (day === undefined) return SPREADSHEET_DATE.test(text) ? 'changed' : 'invalid';
  if (isCalendarDay(Number(year), Number(month), Number(day))) return Number(`${year ?? ''}${month ?? ''}${day}`);
  // A month above 12 is a day: day and month were swapped.
  return isCalendarDay(Number(year), Number(day), Number(month)) ? 'changed' : 'invalid';
}

/** The text DD/MM/YYYY of a YYYYMMDD number. */
export function dateText(day: number): string {
  const digits = String(day);
  return `${digits.slice(6)}/${digits.slice(4, 6)}/${digits.slice(0, 4)}`;
}

/** The position of a template in {@link notificationTemplates}, or -1 (T4). */
export function readTemplate(cell: string): number {
  return notificationTemplates.findIndex((template) => template === plainDigits(cell).trim());
}

/** Longest name, so that no message gets too long (T5, W7). */
export const LONGEST_NAME = 500;

/** Characters were lost when the text was saved or decoded. */
const LOST = /[\ufffd\p{Cs}]/u;

/** True for a name of which characters are lost: no message may hold them (T4). */
export const isLostName = (name: string): boolean => LOST.test(name);

/** A name without spaces around it, and without the apostrophe that our own files put before formulas. */
export const readName = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '');
