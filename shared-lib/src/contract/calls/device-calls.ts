import * as v from 'valibot';
import { answerWith, fieldsOf, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { ASKED_COMMANDS, WATCHED_DEVICES } from '../limits.ts';
import { added, specified } from './define-call.ts';
import { day, empty, imei, imeiPart, pageAnswer, pageFields, unknownOrNumber, uuid, word } from './fields.ts';
import { batchRunRow } from './batch-calls.ts';

/** A device as lookups return it (section 3 of the specification, L3). */
const deviceRow = v.object({
  imei1: wireText,
  ...fieldsOf(wireOptionalText, 'imei2', 'claimstatus', 'registrationstatus', 'appversion', 'apptype', 'command'),
  createdat: wireOptionalText,
  /** As of {@link deviceStates}, beyond the specification; '' if the server does not say it. */
  state: wireOptionalText,
});
export type DeviceRow = v.InferOutput<typeof deviceRow>;

const versionRow = v.object({ appversion: wireOptionalText, devices: wireNumber });

/** Enrolment of a device at our server, as `claimstatus` says it (L3). */
export const claimStates = ['ENROLLED', 'DE-ENROLLED', 'RELEASED'] as const;

/**
 * What a device is now: by its enrolment, and while it is enrolled by the newest Lock or Unlock that its phone has
 * acknowledged. `NO LOCK`: it is enrolled, and no such command is on record.
 */
export const deviceStates = ['LOCKED', 'UNLOCKED', 'NO LOCK', 'DE-ENROLLED', 'RELEASED'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** Why a command needs attention: it failed, was long unanswered, expired, or has an unknown outcome. */
export const troubles = ['failed', 'unanswered', 'expired', 'unknown'] as const;

const listedDevice = v.object({
  ...deviceRow.entries,
  ...fieldsOf(wireOptionalText, 'brand', 'model'),
  /** When that command was given; '' if none. */
  commandat: wireOptionalText,
});
export type ListedDevice = v.InferOutput<typeof listedDevice>;

const deviceDayRow = v.object({
  /** YYYY-MM-DD in the caller's zone. */
  day: wireText,
  registered: wireNumber,
  /** Of {@link registered}: devices known before. */
  reregistered: wireNumber,
  deenrolled: wireNumber,
  released: wireNumber,
});

/** The commands of one day by their state now. */
const commandDayRow = v.object({
  day: wireText,
  acknowledged: wireNumber,
  failed: wireNumber,
  /** Queued, or sent and unanswered. */
  open: wireNumber,
  /** As of `commandStates`; null if unknown to the server. */
  ...fieldsOf(unknownOrNumber, 'expired', 'unknown', 'cancelled'),
});

/** Commands of one report within the last 24 hours that need attention. */
const attentionRow = v.object({
  /** The report of the command's history. */
  report: wireText,
  failed: wireNumber,
  /** Sent more than an hour ago, without an answer. */
  unanswered: wireNumber,
  /** As of `commandStates`; null if unknown to the server. */
  expired: unknownOrNumber,
  unknown: unknownOrNumber,
});

const ownCommandRow = v.object({
  at: wireOptionalText,
  /** Of the command table. */
  action: wireText,
  imei: wireOptionalText,
  /** As of `commandStates`. */
  status: wireOptionalText,
});

/** What a list of devices selects by. */
const deviceFilter = {
  claimstatus: v.optional(v.picklist(claimStates)),
  state: v.optional(v.picklist(deviceStates)),
  /** The beginning or the end of either IMEI. */
  imeipart: v.optional(imeiPart),
  /** One digit, or two neighbours, are another than in this IMEI. */
  imeinear: v.optional(imei),
  /** Of brand and model. */
  model: v.optional(word),
  appversion: v.optional(word),
  /** A last command, as reports name it (R8). */
  command: v.optional(word),
  /** First and last day of registration, YYYY-MM-DD, in `timezone`. */
  startdate: v.optional(day),
  enddate: v.optional(day),
  timezone: v.optional(word),
  trouble: v.optional(v.picklist(troubles)),
  report: v.optional(word),
};

/** Devices and their counts (L1 to L5); beyond the specification a list of devices, and what Home shows besides. */
export const deviceCalls = {
  homeData: specified(
    'homeData.php',
    'session',
    empty,
    answerWith({ ...fieldsOf(wireNumber, 'total_device', 'device_today', 'deenroll') }),
    { method: 'GET', shows: ['total_device', 'device_today', 'deenroll'] },
  ),
  deviceDetails: specified(
    'devicedetails.php',
    { permission: 'Device Details' },
    { imei },
    answerWith({ items: wireList(deviceRow) }),
    { shows: ['items'] },
  ),
  getAppVersionDevices: specified(
    'getAppVersionDevices.php',
    { permission: 'App Version' },
    empty,
    answerWith({ items: wireList(versionRow) }),
    { shows: ['items'] },
  ),
  /** Answers at once without `seen`, else when a command to one of these devices changes, or after 20 seconds. */
  commandChanges: added(
    'commandChanges.php',
    { permission: 'Device Details' },
    {
      imeis: v.pipe(v.array(imei), v.minLength(1), v.maxLength(WATCHED_DEVICES)),
      /** Of the last answer. */
      seen: v.optional(word),
    },
    {
      /** Something has changed since `seen`, or a moment ago. */
      changed: v.optional(v.boolean(), false),
      /** The state of these commands; pass it back. */
      seen: wireText,
    },
  ),
  /** The state of commands that the caller has sent by hand in the last day, by their transactionIds (D17d). */
  ownCommands: added(
    'ownCommands.php',
    'session',
    { transactionIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(ASKED_COMMANDS)) },
    {
      /** Those that there are. `status` is as of `commandStates`. */
      items: wireList(v.object({ transactionId: wireText, status: wireText })),
    },
  ),
  /**
   * Devices in the order of their IMEIs, in pages. Texts select by a part, in any case. `trouble` selects those whose
   * commands of the last 24 hours, of one report or of all, need attention, as Home counts them.
   */
  deviceList: added(
    'deviceList.php',
    { permission: 'Device Details' },
    {
      ...deviceFilter,
      ...pageFields,
    },
    {
      items: wireList(listedDevice),
      ...pageAnswer,
    },
  ),
  /**
   * How many devices such a list has, and how many of all devices are in each state. A server that answers it also
   * selects by `state`, `imeipart` and `imeinear`, and says each device's state.
   */
  deviceCounts: added('deviceCounts.php', { permission: 'Device Details' }, deviceFilter, {
    /** Null if counting would take too long. */
    total: unknownOrNumber,
    states: wireList(v.object({ state: wireText, devices: wireNumber })),
  }),
  /**
   * The last 30 days of devices, the last 14 of commands, recent failures and unanswered commands, and the caller's
   * newest commands and batches. Commands are everyone's for ADMIN, SUPERADMIN and whoever may see the Reports, else
   * the caller's own: `scope` says which. Beyond the specification.
   */
  homeOverview: added(
    'homeOverview.php',
    'session',
    { timezone: v.optional(word) },
    {
      /** `everyone` or `own`. */
      scope: wireOptionalText,
      days: wireList(deviceDayRow),
      commands: wireList(commandDayRow),
      /** None if the caller may not see App Version. */
      versions: wireList(versionRow),
      attention: wireList(attentionRow),
      actions: wireList(ownCommandRow),
      batches: wireList(batchRunRow),
    },
  ),
} as const;
