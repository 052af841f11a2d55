import { SSF } from 'xlsx';
import { IMEI_LENGTH, isImei } from '../../../contract/index.ts';
import type { Cell } from './sheets.ts';

/** What a column holds, which decides how its numbers are read. */
export type ColumnKind = 'imei' | 'text' | 'amount' | 'date';

const ROUNDED = /^\d{8}0{7}$/;
const NOTHING_LOST_BELOW = 10 ** IMEI_LENGTH;

/** As Excel shows a number that it has shortened, so that the row reader recognises it (D10). */
const shortened = (value: number): string => value.toExponential().toUpperCase();

/** A cell as the sheet shows it; a formula without a stored result is shown as the formula. */
export function shownText(cell: Cell | undefined): string {
  if (!cell) return '';
  if (cell.t === 'z') return cell.f === undefined ? '' : `=${cell.f}`;
  if (cell.t === 's') return String(cell.v ?? '');
  return cell.w ?? String(cell.v ?? '');
}

/** A workbook stores whole numbers of up to 15 digits exactly; of longer ones the last digits are lost. */
function imeiNumber(value: number, shown: string): string {
  if (!Number.isInteger(value) || value < 0) return String(value);
  if (value >= NOTHING_LOST_BELOW) return shortened(value);
  // A format of fifteen zeros shows leading zeros that the number does not have.
  return isImei(shown) && Number(shown) === value ? shown : String(value);
}

/** The text of an IMEI's cell. A rounded number has the form 3.56E+14, even if it is shown with zeros. */
function imeiCellText(cell: Cell | undefined): string {
  const shown = shownText(cell).trim();
  const text = cell?.t === 'n' && typeof cell.v === 'number' ? imeiNumber(cell.v, shown) : shown;
  return ROUNDED.test(text) ? shortened(Number(text)) : text;
}

/** An amount as shown, without the currency and the commas of its format. */
function amountText(cell: Cell | undefined): string {
  const shown = shownText(cell);
  if (cell?.t !== 'n' || typeof cell.v !== 'number') return shown;
  const bare = shown.replace(/[^\d.]/g, '');
  const isSame = bare !== '' && Math.abs(Number(bare) - cell.v) < 0.005;
  return isSame ? bare : shown;
}

/** A day as DD/MM/YYYY: its format depends on the computer's language, the day itself does not. */
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
