const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** How Excel and our reader know UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** The line end of every file that the console writes. */
export const CRLF = '\r\n';

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * One cell of free text. Text that a spreadsheet would take for a formula gets a leading apostrophe, so that it stays
 * text.
 */
export function textCell(text: string): string {
  return quoted(FORMULA_START.test(text) ? `'${text}` : text);
}

/**
 * One IMEI as the cell `="356938035643809"`, quoted as CSV asks. Spreadsheets show its 15 digits as text, leading zeros
 * kept, where plain digits would become 3.56E+14; saved as CSV from there it is plain digits again, and the reader of
 * IMEI files takes both. Anything but 15 digits is written as {@link textCell}: only a known-safe formula is ever
 * written.
 */
export function imeiCell(imei: string): string {
  return /^\d{15}$/.test(imei) ? `"=""${imei}"""` : textCell(imei);
}
