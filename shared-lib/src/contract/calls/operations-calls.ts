import * as v from 'valibot';
import { answerFields, each, wireList, wireOptionalText } from '../wire.ts';
import { added } from './define-call.ts';
import { cursor, pageLimit, superadminsOnly, unknownOrNumber, uuid } from './fields.ts';
import { commandFilter, commandRow, decided, errorRow, keys, periodRow, reason, stateRow } from './operations-rows.ts';

/** The queue of commands as a superadmin sees and steers it; beyond the specification. */
export const operationsCalls = {
  /** The state of dispatch, the queue by state, the provider's last errors, and figures of the last hours. */
  operations: added(
    'operations.php',
    superadminsOnly,
    v.object({ hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(48))) }),
    v.object({
      ...answerFields,
      /** `running`, or `paused` by somebody or by a restore. */
      dispatch: wireOptionalText,
      ...each(wireOptionalText, 'why', 'by', 'since'),
      /** Where the provider keeps dispatch waiting: until when, and what it said. */
      waitsUntil: wireOptionalText,
      waitsFor: wireOptionalText,
      /** `http` or `simulator`. */
      gateway: wireOptionalText,
      /** `yes` where no phone is touched. */
      simulated: wireOptionalText,
      /** Of this server's own limit; null without one. */
      commandsPerMinute: unknownOrNumber,
      /**
       * After a restore: `asking` while the provider is asked what it has, `unread` where that was ended before its
       * list was read to the end; else ''.
       */
      reconcile: wireOptionalText,
      states: wireList(stateRow),
      providerErrors: wireList(errorRow),
      periods: wireList(periodRow),
    }),
  ),
  /** Commands, newest first, page by page: `next` is the cursor of the page after it, '' after the last. */
  operationsCommands: added(
    'operationsCommands.php',
    superadminsOnly,
    v.object({ ...commandFilter.entries, limit: pageLimit, cursor: v.optional(cursor) }),
    v.object({ ...answerFields, items: wireList(commandRow), next: wireOptionalText }),
  ),
  /**
   * Retries or cancels commands by their keys, or those that a filter names (for a retry, with a state), up to
   * {@link DECIDE_COMMANDS} a call.
   * Cancelled is only what surely has not been sent; retried what is failed, expired, cancelled or unknown, unless a
   * later command of its phone is there.
   */
  operationsDecide: added(
    'operationsDecide.php',
    superadminsOnly,
    v.object({
      decision: v.picklist(['retry', 'cancel']),
      reason,
      keys: v.optional(keys),
      filter: v.optional(commandFilter),
      after: v.optional(cursor),
    }),
    decided,
    'change',
  ),
  /**
   * Pauses or resumes dispatch. With `cancelQueued` all that is surely unsent is cancelled too, in steps as of
   * operationsDecide. After a restore it is not resumed while the provider is asked what it has. `comparison`, with a
   * pause, puts that question again, or ends it: what is queued and was not asked about is unknown then.
   */
  operationsDispatch: added(
    'operationsDispatch.php',
    superadminsOnly,
    v.object({
      dispatch: v.picklist(['running', 'paused']),
      reason,
      cancelQueued: v.optional(v.boolean()),
      comparison: v.optional(v.picklist(['ask', 'end'])),
      after: v.optional(cursor),
    }),
    decided,
    'change',
  ),
  /** Cancels what of a batch is surely unsent, in steps as of operationsDecide. */
  operationsCancelBatch: added(
    'operationsCancelBatch.php',
    superadminsOnly,
    v.object({ batchId: uuid, reason, after: v.optional(cursor) }),
    decided,
    'change',
  ),
} as const;
