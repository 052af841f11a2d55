import * as v from 'valibot';
import { answerFields, each, wireList, wireOptionalText } from '../wire.ts';
import { added } from './define-call.ts';
import { cursor, pageLimit, superadminsOnly, unknownOrNumber, uuid } from './fields.ts';
import { commandFilter, commandRow, decided, errorRow, keys, periodRow, reason, stateRow } from './operations-rows.ts';

/** The queue of commands for superadmins; beyond the specification. */
export const operationsCalls = {
  /** The state of dispatch, the queue by state, the provider's last errors, and the last hours' figures. */
  operations: added(
    'operations.php',
    superadminsOnly,
    v.object({ hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(48))) }),
    v.object({
      ...answerFields,
      /** `running`, or `paused` by somebody or a restore. */
      dispatch: wireOptionalText,
      ...each(wireOptionalText, 'why', 'by', 'since'),
      /** Until when the provider keeps dispatch waiting, and what it said. */
      waitsUntil: wireOptionalText,
      waitsFor: wireOptionalText,
      /** `http` or `simulator`. */
      gateway: wireOptionalText,
      /** `yes` if no phone is touched. */
      simulated: wireOptionalText,
      /** This server's own limit; null if none. */
      commandsPerMinute: unknownOrNumber,
      /**
       * After a restore: `asking` while the provider is asked which commands it has, `unread` if that was ended before
       * its list was read to the end; else ''.
       */
      reconcile: wireOptionalText,
      states: wireList(stateRow),
      providerErrors: wireList(errorRow),
      periods: wireList(periodRow),
    }),
  ),
  /** Commands, newest first, in pages: `next` is the cursor of the next page, '' after the last. */
  operationsCommands: added(
    'operationsCommands.php',
    superadminsOnly,
    v.object({ ...commandFilter.entries, limit: pageLimit, cursor: v.optional(cursor) }),
    v.object({ ...answerFields, items: wireList(commandRow), next: wireOptionalText }),
  ),
  /**
   * Retries or cancels commands by key, or those that a filter names (for a retry, with a state), up to {@link
   * DECIDE_COMMANDS} a call. Cancels only what is certainly unsent; retries what is failed, expired, cancelled or
   * unknown, unless its phone has a later command.
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
   * Pauses or resumes dispatch. `cancelQueued` also cancels all that is certainly unsent, in steps like
   * operationsDecide. After a restore, dispatch does not resume while the provider is asked which commands it has.
   * `comparison`, with a pause, asks again or ends that: queued commands not asked about become unknown.
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
  /** Cancels what of a batch is certainly unsent, in steps like operationsDecide. */
  operationsCancelBatch: added(
    'operationsCancelBatch.php',
    superadminsOnly,
    v.object({ batchId: uuid, reason, after: v.optional(cursor) }),
    decided,
    'change',
  ),
} as const;
