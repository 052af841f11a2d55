import { plainDigits } from './plain-digits.ts';

/** An IMEI as the console takes it: 15 digits, always text, because leading zeros exist (D10). */
export const IMEI_LENGTH = 15;

/** Matches exactly one IMEI (D10). */
export const IMEI_PATTERN = /^\d{15}$/;

/** True for text of exactly 15 digits (C1, B2). */
export const isImei = (text: string): boolean => IMEI_PATTERN.test(text);

/** Fewest digits by which devices are found: those with which an IMEI begins or ends. */
export const IMEI_PART_DIGITS = 4;

/** True for 4 to 15 digits, which an IMEI may begin or end with (D40e). */
export const isImeiPart = (text: string): boolean => /^\d{4,15}$/.test(text);

/** True if an IMEI begins or ends with these digits. */
export const hasImeiPart = (imei: string, part: string): boolean => imei.startsWith(part) || imei.endsWith(part);

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

/** Every IMEI with one other digit, or with two neighbours the other way round: what a mistyped one may have been. */
export function imeisNear(imei: string): readonly string[] {
  const near = new Set<string>();
  for (let index = 0; index < imei.length; index += 1) {
    for (let digit = 0; digit <= 9; digit += 1) near.add(`${imei.slice(0, index)}${digit}${imei.slice(index + 1)}`);
    const [one = '', next = ''] = imei.slice(index);
    near.add(`${imei.slice(0, index)}${next}${one}${imei.slice(index + 2)}`);
  }
  near.delete(imei);
  return [...near];
}

/** May be inside an IMEI, one at a time: a space of any width, a dash, a slash or a point. */
const SEPARATOR = String.raw`[\p{Zs}\p{Pd}\u2212/.]`;

/** A tab, comma or new line ends it. */
const IMEI_IN_TEXT = new RegExp(String.raw`(?<!\d)\d(?:${SEPARATOR}?\d){14}(?!\d)`, 'gu');

const SEPARATORS = new RegExp(String.raw`\s|${SEPARATOR}`, 'gu');

/** What a spreadsheet shows of an IMEI that it took for a number. */
const EXPONENT = /^\d+(?:[.,]\d+)?e\+?\d+$/i;

/** True for text such as 3.56E+14: digits of the IMEI are lost (D10). */
export const isRounded = (text: string): boolean => EXPONENT.test(text);

/** Fewer digits alone are a serial number or an amount, not a mistyped IMEI. */
const FEWEST_FIGURES = 7;

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;

/** The IMEIs in a text, each once and in order, and the unused rest. */
export interface ImeisInText {
  readonly imeis: readonly string[];
  /** Further occurrences of these IMEIs. */
  readonly repeated: number;
  /** What looks like an IMEI but is none, with digits 0 to 9. */
  readonly unused: readonly string[];
  /** The text without the IMEIs. */
  readonly rest: string;
}

/** Reads IMEIs out of any text, even in groups of digits; reports whatever may have been meant as one. */
export function imeisIn(text: string): ImeisInText {
  const plain = plainDigits(text);
  const found = Array.from(plain.matchAll(IMEI_IN_TEXT), ([imei]) => imei.replace(/\D/g, ''));
  const imeis = [...new Set(found)];
  // The new line separates the text before an IMEI from the text after it.
  const rest = plain.replace(IMEI_IN_TEXT, '\n');
  return { imeis, repeated: found.length - imeis.length, unused: unusedIn(rest), rest };
}

/** Mistyped and rounded IMEIs; the end of a line or column ends one. */
function unusedIn(rest: string): readonly string[] {
  return rest
    .split(/[\s,;|]*[\t\r\n,;|][\s,;|]*/)
    .map((piece) => piece.replace(/^\D+/, '').trim())
    .filter((piece) => isRounded(piece) || (piece.replace(/\D/g, '').length >= FEWEST_FIGURES && !DATE.test(piece)));
}

/**
 * An IMEI as it was pasted or scanned: without marks that nobody sees, spaces, dashes, slashes and points, and with the
 * digits of every script as 0 to 9. Other characters stay, to be seen and refused.
 */
export const cleanImei = (text: string): string => plainDigits(text).replace(SEPARATORS, '');
