import * as v from 'valibot';
import { answerFields, each, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { WATCHED_DEVICES } from '../limits.ts';
import { added, read, sealed, shows } from './define-call.ts';
import { empty, imei, word } from './fields.ts';

/** A device as lookups return it (section 3 of the specification, L3). */
const deviceRow = v.object({
  imei1: wireText,
  ...each(wireOptionalText, 'imei2', 'claimstatus', 'registrationstatus', 'appversion', 'apptype', 'command'),
  createdat: wireOptionalText,
});
export type DeviceRow = v.InferOutput<typeof deviceRow>;

/** How many enrolled devices have an app version (L6). */
export const versionRow = v.object({ appversion: wireOptionalText, devices: wireNumber });

/** Devices and their counts (L1 to L5). */
export const deviceCalls = {
  homeData: shows(
    read(
      'homeData.php',
      'session',
      v.object({ ...answerFields, ...each(wireNumber, 'total_device', 'device_today', 'deenroll') }),
    ),
    ['total_device', 'device_today', 'deenroll'],
  ),
  deviceDetails: shows(
    sealed(
      'POST',
      'devicedetails.php',
      { permission: 'Device Details' },
      v.object({ imei }),
      v.object({ ...answerFields, items: wireList(deviceRow) }),
    ),
    ['items'],
  ),
  getAppVersionDevices: shows(
    sealed(
      'POST',
      'getAppVersionDevices.php',
      { permission: 'App Version' },
      empty,
      v.object({ ...answerFields, items: wireList(versionRow) }),
    ),
    ['items'],
  ),
  /** Answers at once without `seen`, else when a command to one of these devices changes, or after 20 seconds. */
  commandChanges: added(
    'commandChanges.php',
    { permission: 'Device Details' },
    v.object({
      imeis: v.pipe(v.array(imei), v.minLength(1), v.maxLength(WATCHED_DEVICES)),
      /** Of the last answer. */
      seen: v.optional(word),
    }),
    v.object({
      ...answerFields,
      /** Something has changed since `seen`, or a moment ago. */
      changed: v.optional(v.boolean(), false),
      /** The state of these commands; pass it back. */
      seen: wireText,
    }),
  ),
} as const;
