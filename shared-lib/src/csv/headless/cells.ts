import Papa from 'papaparse';

const FORMULA_START = /^[=+\-@\t\r]/;
/** Papaparse does not quote these, but a spreadsheet with another delimiter would split or trim there. */
const NEEDS_QUOTES = /[;\t]|^\s|\s$/;

/** How Excel and our reader recognise UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Free text for a cell. A leading apostrophe keeps what looks like a formula text. */
export const textCell = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/**
 * One IMEI as `="356938035643809"`: spreadsheets then show all 15 digits as text, with leading zeros, instead of
 * 3.56E+14. If the sheet is saved as CSV, the IMEI is plain digits; the reader accepts both. Anything but 15 digits is
 * written as {@link textCell}: no other formula is ever written.
 */
export const imeiCell = (imei: string): string => (/^\d{15}$/.test(imei) ? `="${imei}"` : textCell(imei));

/** Rows as CSV lines; each ends with CRLF, as in every file that the console writes. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  const quotes = (cell: unknown): boolean => typeof cell === 'string' && NEEDS_QUOTES.test(cell);
  return `${Papa.unparse([...rows], { newline: '\r\n', quotes })}\r\n`;
}
