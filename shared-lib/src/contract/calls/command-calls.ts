import * as v from 'valibot';
import { fieldsOf, plainAnswer, statedAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, change, specified } from './define-call.ts';
import {
  batchId,
  batchRow,
  batchRun,
  email,
  empty,
  fileName,
  imei,
  imeiOrAll,
  line,
  message,
  reasonText,
  superadminsOnly,
  unknownOrNumber,
  word,
} from './fields.ts';

const singleCommand = v.object({
  imei,
  action: word,
  message: v.optional(message),
  /** The line above a notification's message, beyond the specification (T3). */
  header: v.optional(line),
  caseType: v.optional(v.picklist(['Pre', 'Due', 'Post'])),
  clientof: v.optional(line),
  retailerNumber: v.optional(line),
});

const batchItem = v.object({
  imei,
  action: word,
  filename: fileName,
  message: v.optional(message),
  /** As of {@link singleCommand} (T6). */
  header: v.optional(line),
  template: v.optional(word),
  batchId,
  run: batchRun,
  row: v.optional(batchRow),
});

const deviceActionBody = v.object({
  imei: imeiOrAll,
  action: word,
  filename: v.optional(fileName),
  reason: v.optional(reasonText),
  batchId,
  run: batchRun,
  row: v.optional(batchRow),
});

/** The permission to decide on commands that wait for a second person; admins and superadmins have it (C15). */
export const APPROVALS_PERMISSION = 'Approvals';

/** `reason` of an answer whose command waits for a second person (C12): nothing was sent yet. */
export const WAITS_FOR_APPROVAL = 'approval';

/**
 * A command, or a batch's list, that needs or needed a second person (C12 to C16). `state`: waiting, approved, refused,
 * expired, or failed if it could no longer be carried out. `own` is `yes` for the caller's own. Times are ISO 8601;
 * `decider`, `decidedAt` and `why` are '' until decided; `batchId` is '' for a single command.
 */
const approvalRow = v.object({
  id: wireText,
  ...fieldsOf(wireOptionalText, 'asker', 'own', 'via', 'action', 'imei', 'batchId'),
  devices: wireNumber,
  ...fieldsOf(wireOptionalText, 'state', 'createdAt', 'expiresAt', 'decider', 'decidedAt', 'why'),
});
export type ApprovalRow = v.InferOutput<typeof approvalRow>;

/**
 * An account for superadmins to check (C10, C11): its e-mail, since when and why its sending is paused ('' if not), and
 * its commands of the UTC day if known.
 */
const watchedAccount = v.object({
  account: wireText,
  pausedAt: wireOptionalText,
  why: wireOptionalText,
  inDay: unknownOrNumber,
});
export type WatchedAccount = v.InferOutput<typeof watchedAccount>;

/**
 * Commands to one device (C1 to C9, B6); beyond the specification their budgets, and those that wait for a second
 * person.
 */
export const commandCalls = {
  getImeiDetails: specified('getimeidetails.php', 'command', batchItem.entries, plainAnswer, {
    once: true,
    shows: ['message'],
    beyondBody: ['batchId', 'run', 'row', 'header'],
  }),
  lockNotification: specified('locknotification.php', 'command', singleCommand.entries, plainAnswer, {
    once: true,
    shows: ['status', 'message'],
    beyondBody: ['header'],
  }),
  adminLockNotification: specified(
    'adminlocknotification.php',
    superadminsOnly,
    deviceActionBody.entries,
    statedAnswer,
    {
      once: true,
      shows: [],
      beyondBody: ['filename', 'reason', 'batchId', 'run', 'row'],
      beyondAnswer: ['devices'],
    },
  ),
  formattedDevice: specified(
    'formattedDevice.php',
    { permission: 'Formatted Device' },
    { imei, action: v.literal('formatteddevice') },
    plainAnswer,
    { once: true, shows: ['status', 'message'] },
  ),
  /** The caller's newest requests; everyone's if the caller may decide (C15). `off`: no command waits for approval. */
  approvals: added('approvals.php', 'session', empty, { items: wireList(approvalRow), off: wireOptionalText }),
  /** Approves, which carries the command out once or lets the batch continue, or refuses for good (C13, C14). */
  decideApproval: change(
    'decideApproval.php',
    { permission: APPROVALS_PERMISSION },
    {
      id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'id must be a number')),
      decision: v.picklist(['approve', 'refuse']),
      reason: v.optional(reasonText),
    },
  ),
  /**
   * What the caller's account sent in the UTC day and may send, and since when its sending is paused, '' if not (C10,
   * C11). Superadmins also get the totals of all accounts, and the accounts to check.
   */
  commandUse: added('commandUse.php', 'session', empty, {
    pausedAt: wireOptionalText,
    ...fieldsOf(unknownOrNumber, 'inDay', 'dayBudget', 'allInDay', 'allDayBudget'),
    /** Others' requests that wait for the caller's decision; null if they may not decide (C15). */
    waiting: unknownOrNumber,
    /** `yes` if commands wait for a second person and the caller may decide, or has asked (C15). */
    approvals: wireOptionalText,
    items: wireList(watchedAccount),
  }),
  /** Resumes an account whose sending was paused for a sudden rise (C11). */
  liftCommandPause: change('liftCommandPause.php', superadminsOnly, { email }),
} as const;
