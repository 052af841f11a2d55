import { cleanImei, isImei } from '@device-console/shared-lib/contract';
import { ALL_DEVICES } from '@device-console/shared-lib/single-command';

/** What was typed as target: a device or all, the beginning of one, or something that can become neither. */
export type DeviceTarget =
  | { readonly kind: 'target'; readonly imei: string }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'other-characters' };

/** Reads 15 digits, or the word ALL in any case (C5). */
export function readTarget(text: string): DeviceTarget {
  const typed = cleanImei(text).toUpperCase();
  if (isImei(typed) || typed === ALL_DEVICES) return { kind: 'target', imei: typed };
  return /^\d*$/.test(typed) || ALL_DEVICES.startsWith(typed) ? { kind: 'incomplete' } : { kind: 'other-characters' };
}
