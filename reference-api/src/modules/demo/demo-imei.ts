import { hasValidCheckDigit } from '@device-console/shared-lib/contract';

export const DEMO_DEVICES = 5000;

// The last hundred begin with a zero: such IMEIs exist, and every reader must keep it (D10).
const FIRST_LEADING_ZERO = DEMO_DEVICES - 100;

function withCheckDigit(body: string): string {
  for (let digit = 0; digit <= 9; digit += 1) {
    const imei = `${body}${digit}`;
    if (hasValidCheckDigit(imei)) return imei;
  }
  throw new Error(`"${body}" is not the first 14 digits of an IMEI.`);
}

function body(prefix: string, index: number): string {
  return `${prefix}${String(index).padStart(14 - prefix.length, '0')}`;
}

export function demoImei(index: number): string {
  return withCheckDigit(body(index < FIRST_LEADING_ZERO ? '35693803' : '01245600', index));
}

export function demoSecondImei(index: number): string {
  return withCheckDigit(body(index < FIRST_LEADING_ZERO ? '35693804' : '01245601', index));
}
