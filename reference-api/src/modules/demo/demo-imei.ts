import { hasValidCheckDigit } from '@device-console/shared-lib/contract';

export const DEMO_DEVICES = 5000;

// The last hundred begin with a zero: such IMEIs exist, and every reader must keep it (D10).
const FIRST_LEADING_ZERO = DEMO_DEVICES - 100;

function imeiOf(prefix: string, index: number): string {
  const body = `${prefix}${String(index).padStart(14 - prefix.length, '0')}`;
  return `${body}${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => hasValidCheckDigit(`${body}${digit}`))}`;
}

export function demoImei(index: number): string {
  return imeiOf(index < FIRST_LEADING_ZERO ? '35693803' : '01245600', index);
}

export function demoSecondImei(index: number): string {
  return imeiOf(index < FIRST_LEADING_ZERO ? '35693804' : '01245601', index);
}
