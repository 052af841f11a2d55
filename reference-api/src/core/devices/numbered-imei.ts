import { hasValidCheckDigit } from '@device-console/shared-lib/contract';

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The IMEI of a number under a prefix, with its check digit. */
export function numberedImei(prefix: string, number: number): string {
  const body = `${prefix}${String(number).padStart(14 - prefix.length, '0')}`;
  return digits.map((digit) => `${body}${digit}`).find(hasValidCheckDigit) ?? body;
}
