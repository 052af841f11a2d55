import { numberedImei } from '../../core/devices/numbered-imei.ts';

export const DEMO_DEVICES = 5000;

// The last hundred begin with a zero: such IMEIs exist, and every reader must keep it (D10).
const FIRST_LEADING_ZERO = DEMO_DEVICES - 100;

export function demoImei(index: number): string {
  return numberedImei(index < FIRST_LEADING_ZERO ? '35693803' : '01245600', index);
}

export function demoSecondImei(index: number): string {
  return numberedImei(index < FIRST_LEADING_ZERO ? '35693804' : '01245601', index);
}
