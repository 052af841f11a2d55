import * as v from 'valibot';
import { answerFields, each, wireList, wireOptionalText } from '../wire.ts';
import { added } from './define-call.ts';
import { cursor, pageLimit, superadminsOnly, unknownOrNumber, uuid } from './fields.ts';
import {
  commandFilter,
  commandRow,
  decided,
  errorRow,
  keys,
  periodRow,
  reason,
  reconcileDifferences,
  reconcileRow,
  stateRow,
} from './operations-rows.ts';

/** The queue of commands as a superadmin sees and steers it; beyond the specification. */
export const operationsCalls = {
  /** How dispatch stands, the queue by state, the provider's last errors, and figures of the last hours. */
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
      /** '' where nothing is to be reconciled; else `asking`, `undecided` or `done`. */
      reconcile: wireOptionalText,
      /** `yes` where the comparison was ended before the provider's list was read to its end. */
      unread: wireOptionalText,
      states: wireList(stateRow),
      providerErrors: wireList(errorRow),
      periods: wireList(periodRow),
    }),
    ['states', 'providerErrors', 'periods'],
  ),
  /** Commands, newest first, page by page: `next` is the cursor of the page after it, '' after the last. */
  operationsCommands: added(
    'operationsCommands.php',
    superadminsOnly,
    v.object({ ...commandFilter.entries, limit: pageLimit, cursor: v.optional(cursor) }),
    v.object({ ...answerFields, items: wireList(commandRow), next: wireOptionalText }),
    ['items'],
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
    ['items'],
    'change',
  ),
  /**
   * Pauses or resumes dispatch. With `cancelQueued` all that is surely unsent is cancelled too, in steps as of
   * operationsDecide. It is not resumed while commands of before a restore are undecided.
   */
  operationsDispatch: added(
    'operationsDispatch.php',
    superadminsOnly,
    v.object({
      dispatch: v.picklist(['running', 'paused']),
      reason,
      cancelQueued: v.optional(v.boolean()),
      after: v.optional(cursor),
    }),
    decided,
    ['items'],
    'change',
  ),
  /** Cancels what of a batch is surely unsent, in steps as of operationsDecide. */
  operationsCancelBatch: added(
    'operationsCancelBatch.php',
    superadminsOnly,
    v.object({ batchId: uuid, reason, after: v.optional(cursor) }),
    decided,
    ['items'],
    'change',
  ),
  /**
   * After a restore: in what the provider's record differs from this database's, in pages as of operationsCommands, and
   * what is decided of it. `ask` puts the questions again. `decision` is of the named keys, or of all of `differs`.
   */
  operationsReconcile: added(
    'operationsReconcile.php',
    superadminsOnly,
    v.object({
      ask: v.optional(v.boolean()),
      /** Ends a comparison that does not come to its end; what was not compared is decided on, as `not-asked`. */
      end: v.optional(v.boolean()),
      decision: v.optional(v.picklist(['adopt', 'send', 'cancel'])),
      keys: v.optional(keys),
      differs: v.optional(v.picklist(reconcileDifferences)),
      /** Only rows that nobody has decided. */
      undecided: v.optional(v.boolean()),
      limit: pageLimit,
      cursor: v.optional(cursor),
    }),
    v.object({
      ...answerFields,
      /** As `reconcile` and `unread` of operations. */
      state: wireOptionalText,
      unread: wireOptionalText,
      /** Commands that the provider was asked about, those on which both agree, and those still to be decided. */
      asked: unknownOrNumber,
      agreed: unknownOrNumber,
      undecided: unknownOrNumber,
      /** Of this call: rows decided, and left for the next call of the same decision. */
      done: unknownOrNumber,
      left: unknownOrNumber,
      items: wireList(reconcileRow),
      next: wireOptionalText,
    }),
    ['items'],
    'change',
  ),
} as const;
