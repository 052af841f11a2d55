import { BusinessError } from '../errors/expected-errors.ts';
import { findNamed, type NamedDevice, type NamedDevices } from '../store/devices.ts';
import type { Database } from '../store/store.ts';

/** Why an IMEI that several devices claim names none of them. */
export function severalDevices(imei: string, devices: readonly NamedDevice[]): string {
  const firsts = devices.map(({ imei1 }) => imei1).join(' and ');
  return (
    `IMEI ${imei} belongs to ${devices.length} devices, whose first IMEIs are ${firsts}. Nothing was sent, because ` +
    'it is not certain which one is meant. Use the other IMEI of the phone.'
  );
}

/** The device with this IMEI, its first or its second; undefined if there is none. Throws BusinessError for several. */
export function theDevice(devices: NamedDevices, imei: string): NamedDevice | undefined {
  const [device, ...others] = devices.get(imei) ?? [];
  if (device && others.length > 0) throw new BusinessError(severalDevices(imei, [device, ...others]));
  return device;
}

/** For what is only read: the first IMEI of the device with this IMEI. An unknown or ambiguous one stays as it is. */
export async function firstImeiOf(db: Database, imei: string): Promise<string> {
  const [device, ...others] = (await findNamed(db, [imei])).get(imei) ?? [];
  return device && others.length === 0 ? device.imei1 : imei;
}

/** Both IMEIs of a phone with two, given one of them. */
export const otherImei = ({ imei1, imei2 }: NamedDevice, imei: string): string => (imei === imei1 ? imei2 : imei1);
