import { IMEI_LENGTH } from '../../contract/index.ts';

const ZERO = 48;
const HIGH_DIGITS = 7;
const LOW_FACTOR = 100_000_000;
/** What a doubled digit adds to a Luhn sum. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] as const;
const EXCEL_TEXT = /^="(\d{15})"$/;
const EXCEL_NUMBER = /^\d(?:[.,]\d+)?E\+\d+$/i;

/**
 * Reads an IMEI as a number. `value` is exact, because 10^15 is below 2^53;
 * `passesLuhn` says whether the last digit is the check digit of the others (D10). Both belong to the last true `scan`.
 */
export class ImeiScanner {
  value = 0;
  passesLuhn = false;

  /** True if all 15 characters are digits. */
  scan(text: string): boolean {
    let high = 0;
    let low = 0;
    let sum = 0;
    for (let index = 0; index < IMEI_LENGTH; index += 1) {
      const digit = text.charCodeAt(index) - ZERO;
      if (!(digit >= 0 && digit <= 9)) return false;
      sum += index % 2 === 1 ? (doubled[digit] ?? 0) : digit;
      if (index < HIGH_DIGITS) high = high * 10 + digit;
      else low = low * 10 + digit;
    }
    this.value = high * LOW_FACTOR + low;
    this.passesLuhn = sum % 10 === 0;
    return true;
  }

  /** Reads a cell: 15 digits, with spaces around, or as `="…"`, which Excel and our own files write (B2, D10). */
  readCell(cell: string): 'imei' | 'wrong-length' | 'excel-number' {
    const text = cell.trim();
    const digits = text.length === IMEI_LENGTH ? text : EXCEL_TEXT.exec(text)?.[1];
    if (digits !== undefined && this.scan(digits)) return 'imei';
    return EXCEL_NUMBER.test(text) ? 'excel-number' : 'wrong-length';
  }
}

/** The text of a packed IMEI, with its leading zeros (D10). */
export const imeiText = (imei: number): string => String(imei).padStart(IMEI_LENGTH, '0');
