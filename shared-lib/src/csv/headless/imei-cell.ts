import { IMEI_LENGTH, isImei, isRounded, plainDigits } from '../../contract/index.ts';

const EXCEL_TEXT = /^="(\d{15})"$/;

function digitsOf(cell: string): string {
  const text = cell.trim();
  return EXCEL_TEXT.exec(text)?.[1] ?? text;
}

/** True for 15 digits from 0 to 9, with spaces around, or as `="…"`, which Excel and our own files write (B2, D10). */
export const isPlainImei = (cell: string): boolean => isImei(digitsOf(cell));

/**
 * Reads a cell: 15 digits of any script, with spaces and marks that nobody sees, or as `="…"` (B2, D10). The number is
 * exact, because 10^15 is below 2^53.
 */
export function readImeiCell(cell: string): number | 'wrong-length' | 'excel-number' {
  const digits = isPlainImei(cell) ? digitsOf(cell) : digitsOf(plainDigits(cell));
  if (isImei(digits)) return Number(digits);
  return isRounded(digits) ? 'excel-number' : 'wrong-length';
}

const PRINTED = /[!-~]/;

/** True for a cell in which nothing can be seen. */
export const isBlank = (cell: string): boolean => !PRINTED.test(cell) && plainDigits(cell).trim() === '';

/** The text of a packed IMEI, with its leading zeros (D10). */
export const imeiText = (imei: number): string => String(imei).padStart(IMEI_LENGTH, '0');

const IMEI_HEADING =
  /^(?:device|mobile|phone|handset|primary|first)?imeis?(?:no|num|nr|number|code)?1?(?:no|num|nr|number)?$/;

/** A heading in lower case, letters and digits only: `IMEI 1 (No.)` is `imei1no`. */
export const plainHeading = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** True for headings of IMEI columns, such as imei1, IMEI No. or Device IMEI; not for a second IMEI. */
export const isImeiHeading = (text: string): boolean => IMEI_HEADING.test(plainHeading(text));
