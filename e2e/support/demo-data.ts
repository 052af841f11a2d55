import { hasValidCheckDigit } from '@device-console/shared-lib/contract';

/** `count` IMEIs of demo devices, from the device with the index `from` on. */
export function demoImeis(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    withCheckDigit(`35693803${String(from + index).padStart(6, '0')}`),
  );
}

/** A batch file of these IMEIs, with columns sno and imei1. */
export function batchFile(imeis: readonly string[]): string {
  return ['sno,imei1', ...imeis.map((imei, index) => `${index + 1},${imei}`)].join('\r\n');
}

function withCheckDigit(body: string): string {
  const imei = Array.from({ length: 10 }, (_, digit) => body + String(digit)).find(hasValidCheckDigit);
  if (!imei) throw new Error(`"${body}" is not the first 14 digits of an IMEI.`);
  return imei;
}
