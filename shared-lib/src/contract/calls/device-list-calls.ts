import * as v from 'valibot';
import { answerFields, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added } from './define-call.ts';
import { cursor, pageLimit, unknownOrNumber, word } from './fields.ts';

/** Enrolment of a device at our server, as `claimstatus` says it (L3). */
export const claimStates = ['ENROLLED', 'DE-ENROLLED', 'RELEASED'] as const;

/** Why a command needs attention: it failed, was long unanswered, expired, or has an unknown outcome. */
export const troubles = ['failed', 'unanswered', 'expired', 'unknown'] as const;

/** A device as of a lookup (L3), with its model and last command. */
const listedDevice = v.object({
  imei1: wireText,
  imei2: wireOptionalText,
  brand: wireOptionalText,
  model: wireOptionalText,
  claimstatus: wireOptionalText,
  registrationstatus: wireOptionalText,
  appversion: wireOptionalText,
  apptype: wireOptionalText,
  command: wireOptionalText,
  /** When that command was given; '' if none. */
  commandat: wireOptionalText,
  createdat: wireOptionalText,
});
export type ListedDevice = v.InferOutput<typeof listedDevice>;

/** The call that lists devices; beyond the specification. */
export const deviceListCalls = {
  /**
   * Devices in the order of their IMEIs, in pages. Texts select by a part, in any case. `trouble` selects those whose
   * commands of the last 24 hours, of one report or of all, need attention, as Home counts them.
   */
  deviceList: added(
    'deviceList.php',
    { permission: 'Device Details' },
    v.object({
      claimstatus: v.optional(v.picklist(claimStates)),
      /** Of brand and model. */
      model: v.optional(word),
      appversion: v.optional(word),
      /** A last command, as reports name it (R8). */
      command: v.optional(word),
      /** First and last day of registration, YYYY-MM-DD, in `timezone`. */
      startdate: v.optional(v.pipe(v.string(), v.isoDate())),
      enddate: v.optional(v.pipe(v.string(), v.isoDate())),
      timezone: v.optional(word),
      trouble: v.optional(v.picklist(troubles)),
      report: v.optional(word),
      limit: pageLimit,
      /** `next` of the previous page. */
      cursor: v.optional(cursor),
    }),
    v.object({
      ...answerFields,
      items: wireList(listedDevice),
      /** Where the next page begins; '' after the last. */
      next: wireOptionalText,
      /** Total, on the first page; null if not counted. */
      total: unknownOrNumber,
    }),
  ),
} as const;
