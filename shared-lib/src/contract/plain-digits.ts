/** Marks of direction and width, soft hyphens, byte order marks and control characters. Tabs and line ends separate. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;

const DIGIT = /\p{Nd}/u;
const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/** The digits of a script follow one another from zero to nine. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

const ASCII = /^[ -~]*$/;

/** A text without marks that nobody sees, and with the digits of every script as 0 to 9. */
export const plainDigits = (text: string): string =>
  ASCII.test(text) ? text : text.replaceAll(INVISIBLE, '').replaceAll(OTHER_DIGIT, (digit) => plainDigit(digit));
