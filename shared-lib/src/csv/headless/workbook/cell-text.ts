import { SSF } from 'xlsx';
import { IMEI_LENGTH, isImei } from '../../../contract/index.ts';
import { readAmount } from '../notification-file.ts';
import type { Cell } from './sheets.ts';

/** Decides how a column's numbers are read. */
export type ColumnKind = 'imei' | 'text' | 'amount' | 'date';

const ROUNDED = /^\d{8}0{7}$/;
const NOTHING_LOST_BELOW = 10 ** IMEI_LENGTH;

/** As Excel shows a shortened number, so that the row reader recognises it (D10). */
const shortened = (value: number): string => value.toExponential().toUpperCase();

/** A text as it was typed, any other cell as the sheet shows it; a formula without a stored result as the formula. */
export function shownText(cell: Cell | undefined): string {
  if (!cell) return '';
  if (cell.t === 'z') return cell.f === undefined ? '' : `=${cell.f}`;
  if (cell.t === 's') return String(cell.v ?? '');
  return cell.w ?? String(cell.v ?? '');
}

/** A workbook stores whole numbers of up to 15 digits exactly; longer ones lose their last digits. */
function imeiNumber(value: number, shown: string): string {
  if (value >= NOTHING_LOST_BELOW) return shortened(value);
  // A format of fifteen zeros shows leading zeros that the number does not have.
  return isImei(shown) && Number(shown) === value ? shown : String(value);
}

/** A rounded number has the form 3.56E+14, even if shown with zeros. */
function imeiCellText(cell: Cell | undefined): string {
  const shown = shownText(cell).trim();
  const text = cell?.t === 'n' && typeof cell.v === 'number' ? imeiNumber(cell.v, shown) : shown;
  return ROUNDED.test(text) ? shortened(Number(text)) : text;
}

const figuresOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');

/** More exact than any amount: what a sum of decimals leaves behind. */
const SAME = 1e-6;

/** What is shown, refused as an amount; with the number of the cell if it would pass for another one. */
const refusedAmount = (shown: string, value: number): string =>
  typeof readAmount(shown) === 'number' ? `${shown} (${String(value)})` : shown;

/**
 * The number of the cell, whatever its format puts around the digits: a currency, commas, fewer decimals. A format that
 * shows other digits, such as thousands or a percentage, is refused.
 */
function amountText(cell: Cell | undefined): string {
  const shown = shownText(cell);
  if (cell?.t !== 'n' || typeof cell.v !== 'number') return shown;
  const { v: value } = cell;
  if (value < 0 || shown.includes('%')) return refusedAmount(shown, value);
  const decimals = [2, 1, 0].find((count) => figuresOf(shown) === figuresOf(value.toFixed(count)));
  if (decimals === undefined) return refusedAmount(shown, value);
  const isWhole = Math.abs(value * 100 - Math.round(value * 100)) < SAME;
  return isWhole || decimals === 2 ? value.toFixed(2) : String(value);
}

/** As DD/MM/YYYY: the format depends on the computer's language, the day does not. */
function dateText(cell: Cell | undefined, since1904: boolean): string {
  const shown = shownText(cell);
  if (cell?.t !== 'n' || typeof cell.v !== 'number' || !SSF.is_date(String(cell.z ?? ''))) return shown;
  const day: unknown = SSF.parse_date_code(cell.v, { date1904: since1904 });
  return isDay(day) ? `${twoDigits(day.d)}/${twoDigits(day.m)}/${String(day.y)}` : shown;
}

function isDay(day: unknown): day is { readonly d: number; readonly m: number; readonly y: number } {
  return typeof day === 'object' && day !== null && 'd' in day && 'm' in day && 'y' in day;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The text of a cell for the row reader, which treats it like one of a CSV file. */
export function cellText(cell: Cell | undefined, kind: ColumnKind, since1904: boolean): string {
  switch (kind) {
    case 'imei':
      return imeiCellText(cell);
    case 'amount':
      return amountText(cell);
    case 'date':
      return dateText(cell, since1904);
    case 'text':
      return shownText(cell);
  }
}
