/** An IMEI as the console takes it: 15 digits, always text, because leading zeros exist (D10). */
export const IMEI_LENGTH = 15;

/** Matches exactly one IMEI (D10). */
export const IMEI_PATTERN = /^\d{15}$/;

/** True for text of exactly 15 digits (C1, B2). */
export function isImei(text: string): boolean {
  return IMEI_PATTERN.test(text);
}

/**
 * True when the last digit is the Luhn check digit of the first 14. A failing IMEI is a warning, never an error (D10).
 */
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

/**
 * Removes the spaces, dashes and slashes that people paste with an IMEI; other characters stay, so that they are seen
 * and refused.
 */
export function cleanImei(text: string): string {
  return text.replace(/[\s\u00a0\u200b\-–—/.]/g, '');
}
