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

/** Allowed between the digits of one IMEI. A tab, comma or new line ends it. */
const WITHIN_IMEI = /^[ \u00a0\u200b\-–—/.]$/;

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
  const found: string[] = [];
  const runs = [...text.matchAll(/\d+/g)];
  let rest = '';
  let end = 0;
  for (let first = 0; first < runs.length;) {
    const { imei, next } = imeiFrom(text, runs, first);
    if (imei !== null) {
      found.push(imei);
      // Separates the text before it from the text after it.
      rest += `${text.slice(end, runs[first]?.index)}\n`;
      const last = runs[next - 1];
      end = last === undefined ? end : last.index + last[0].length;
    }
    first = next;
  }
  const imeis = [...new Set(found)];
  return { imeis, repeated: found.length - imeis.length, unused: unusedIn(rest + text.slice(end)) };
}

/** Mistyped IMEIs; the end of a line or column ends one. */
function unusedIn(rest: string): readonly string[] {
  return rest
    .split(/[\s,;|]*[\t\r\n,;|][\s,;|]*/)
    .map((piece) => piece.replace(/^\D+/, '').trim())
    .filter((piece) => piece.replace(/\D/g, '').length >= FEWEST_FIGURES && !DATE.test(piece));
}

/** The IMEI that begins with a run of digits, or null; and the index of the next run. */
function imeiFrom(text: string, runs: readonly RegExpExecArray[], first: number) {
  let imei = '';
  for (let index = first; index < runs.length; index += 1) {
    const [digits = ''] = runs[index] ?? [];
    imei += digits;
    if (imei.length === IMEI_LENGTH) return { imei, next: index + 1 };
    const end = (runs[index]?.index ?? 0) + digits.length;
    const isWithin = WITHIN_IMEI.test(text.slice(end, runs[index + 1]?.index));
    if (imei.length > IMEI_LENGTH || !isWithin) break;
  }
  return { imei: null, next: first + 1 };
}

/** Removes spaces, dashes and slashes pasted with an IMEI; other characters stay, to be seen and refused. */
export const cleanImei = (text: string): string => text.replace(/[\s\u00a0\u200b\-–—/.]/g, '');
