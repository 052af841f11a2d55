import * as v from 'valibot';
import { answerFields, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { batchRunRow } from './batch-calls.ts';
import { versionRow } from './device-calls.ts';
import { added } from './define-call.ts';
import { unknownOrNumber, word } from './fields.ts';

/** Changes of the console's devices on one day. */
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
  expired: unknownOrNumber,
  unknown: unknownOrNumber,
  cancelled: unknownOrNumber,
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

/** One command that the caller sent by hand. */
const ownCommandRow = v.object({
  at: wireOptionalText,
  /** Of the command table. */
  action: wireText,
  imei: wireOptionalText,
  /** As of `commandStates`. */
  status: wireOptionalText,
});

/** Home beyond the three figures of homeData; beyond the specification. */
export const overviewCalls = {
  /**
   * The last 30 days of devices, the last 14 of commands, recent failures and unanswered commands, and the caller's
   * newest commands and batches. Commands are everyone's for ADMIN, SUPERADMIN and whoever may see the Reports, else
   * the caller's own: `scope` says which. Beyond the specification.
   */
  homeOverview: added(
    'homeOverview.php',
    'session',
    v.object({ timezone: v.optional(word) }),
    v.object({
      ...answerFields,
      /** `everyone` or `own`. */
      scope: wireOptionalText,
      days: wireList(deviceDayRow),
      commands: wireList(commandDayRow),
      /** None if the caller may not see App Version. */
      versions: wireList(versionRow),
      attention: wireList(attentionRow),
      actions: wireList(ownCommandRow),
      batches: wireList(batchRunRow),
    }),
  ),
} as const;
