/** An IMEI as the console takes it: 15 digits, always text, because leading zeros exist (D10). */
export const IMEI_LENGTH = 15;

/** Matches exactly one IMEI (D10). */
export const IMEI_PATTERN = /^\d{15}$/;

/** True for text of exactly 15 digits (C1, B2). */
export const isImei = (text: string): boolean => IMEI_PATTERN.test(text);

/** True if the last digit is the Luhn check digit of the others; otherwise warn, not an error (D10). */
export function hasValidCheckDigit(imei: string): boolean {
  if (!isImei(imei)) return false;
  let sum = 0;
  for (let index = 0; index < IMEI_LENGTH; index += 1) {
    const digit = Number(imei[index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Single spaces, dashes and slashes are allowed between its digits. A tab, comma or new line ends it. */
const IMEI_IN_TEXT = /(?<!\d)\d(?:[ \u00a0\u200b\-–—/.]?\d){14}(?!\d)/g;

/** Fewer digits alone are a serial number or an amount, not a mistyped IMEI. */
const FEWEST_FIGURES = 7;

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;

/** The IMEIs in a text, each once and in order, and the unused rest. */
export interface ImeisInText {
  readonly imeis: readonly string[];
  /** Further occurrences of these IMEIs. */
  readonly repeated: number;
  /** Digits that look like an IMEI but are not, as written. */
  readonly unused: readonly string[];
}

/** Reads IMEIs out of any text, even in groups of digits; reports whatever may have been meant as one. */
export function imeisIn(text: string): ImeisInText {
  const found = Array.from(text.matchAll(IMEI_IN_TEXT), ([imei]) => imei.replace(/\D/g, ''));
  const imeis = [...new Set(found)];
  // The new line separates the text before an IMEI from the text after it.
  const unused = unusedIn(text.replace(IMEI_IN_TEXT, '\n'));
  return { imeis, repeated: found.length - imeis.length, unused };
}

/** Mistyped IMEIs; the end of a line or column ends one. */
function unusedIn(rest: string): readonly string[] {
  return rest
    .split(/[\s,;|]*[\t\r\n,;|][\s,;|]*/)
    .map((piece) => piece.replace(/^\D+/, '').trim())
    .filter((piece) => piece.replace(/\D/g, '').length >= FEWEST_FIGURES && !DATE.test(piece));
}

/** Removes spaces, dashes and slashes pasted with an IMEI; other characters stay, to be seen and refused. */
export const cleanImei = (text: string): string => text.replace(/[\s\u00a0\u200b\-–—/.]/g, '');
