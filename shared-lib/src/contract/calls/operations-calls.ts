import * as v from 'valibot';
import { fieldsOf, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, change } from './define-call.ts';
import {
  cursor,
  imeiOrAll,
  pageFields,
  reasonText,
  superadminsOnly,
  unknownOrNumber,
  uuid,
  wholeNumber,
  word,
} from './fields.ts';

/**
 * States of a command. `queued`: not sent yet. `sent`: the provider has it. `acknowledged`: the phone did it. `failed`:
 * the provider refused it for good. `expired`: its lifetime passed before it was sent. `unknown`: it may have been
 * sent, with unknown outcome. `cancelled`: a superadmin withdrew it before it was sent.
 */
export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'unknown', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/** Commands that one call names, and that one call retries or cancels by a filter. */
export const DECIDE_COMMANDS = 5_000;

const reason = v.pipe(reasonText, v.trim(), v.minLength(3, 'a reason is needed'));
/** Keys of commands, as the provider knows them. */
const keys = v.pipe(v.array(word), v.minLength(1), v.maxLength(DECIDE_COMMANDS));

const commandFilter = v.object({
  state: v.optional(v.picklist(commandStates)),
  imei: v.optional(imeiOrAll),
  /** Of the command table. */
  action: v.optional(word),
  batchId: v.optional(uuid),
});

const stateRow = v.object({
  state: wireText,
  /** For `acknowledged`, those requested within the last 24 hours; for the others, all. */
  count: wireNumber,
  /** '' if none. */
  oldest: wireOptionalText,
});

const errorRow = v.object({
  /** Its last occurrence, and its count in those five minutes. */
  at: wireText,
  count: wireNumber,
  message: wireOptionalText,
});

/** Five minutes of the queue. A figure is null if no worker ran to take it. */
const periodRow = v.object({
  at: wireText,
  /** Commands queued, and sent without an answer, at its end. */
  queued: unknownOrNumber,
  sent: unknownOrNumber,
  /** Commands that reached that state in these minutes. */
  acknowledged: wireNumber,
  ...fieldsOf(wireNumber, 'failed', 'expired', 'unknown', 'cancelled'),
  /** Failed requests to the provider. */
  errors: wireNumber,
  /** Milliseconds from the operator's call to the acknowledgement: median and 95th percentile. */
  p50: unknownOrNumber,
  p95: unknownOrNumber,
});

const commandRow = v.object({
  key: wireText,
  imei: wireText,
  /** Of the command table. */
  action: wireText,
  user: wireOptionalText,
  /** The second person who approved it; '' if none was needed (C13). */
  approvedBy: wireOptionalText,
  /** When it was requested, when it expires unsent, and when it reached its state. */
  ...fieldsOf(wireOptionalText, 'createdAt', 'expiresAt', 'updatedAt'),
  state: wireText,
  /** Why it is in that state, in the provider's or the server's words. */
  reason: wireOptionalText,
  attempts: wireNumber,
  nextAttemptAt: wireOptionalText,
  batchId: wireOptionalText,
  /** Whether it may have reached the provider: `yes` or `no`. Only `no` can be cancelled. */
  maybeSent: wireOptionalText,
});
export type OperationsCommandRow = v.InferOutput<typeof commandRow>;

const decided = {
  done: unknownOrNumber,
  /** Commands that were meant but not retried or cancelled. */
  notDone: unknownOrNumber,
  /** Why not; the first thousand. */
  items: wireList(v.object({ key: wireText, why: wireText })),
  /** `after` of the next call; '' if all have been decided. */
  next: wireOptionalText,
};

/** The queue of commands for superadmins; beyond the specification. */
export const operationsCalls = {
  /** The state of dispatch, the queue by state, the provider's last errors, and the last hours' figures. */
  operations: added(
    'operations.php',
    superadminsOnly,
    { hours: v.optional(wholeNumber(1, 48)) },
    {
      /** `running`, or `paused` by somebody or a restore. */
      dispatch: wireOptionalText,
      ...fieldsOf(wireOptionalText, 'why', 'by', 'since'),
      /** Until when the provider keeps dispatch waiting, and what it said. */
      waitsUntil: wireOptionalText,
      waitsFor: wireOptionalText,
      /** `http` or `simulator`. */
      gateway: wireOptionalText,
      /** `yes` if no phone is touched. */
      simulated: wireOptionalText,
      /** This server's own limit; null if none. */
      commandsPerMinute: unknownOrNumber,
      /** `asking` after a restore, until the provider's list of what it has was read to its end; else ''. */
      reconcile: wireOptionalText,
      states: wireList(stateRow),
      providerErrors: wireList(errorRow),
      periods: wireList(periodRow),
    },
  ),
  /** Commands, newest first, in pages: `next` is the cursor of the next page, '' after the last. */
  operationsCommands: added(
    'operationsCommands.php',
    superadminsOnly,
    { ...commandFilter.entries, ...pageFields },
    { items: wireList(commandRow), next: wireOptionalText },
  ),
  /**
   * Retries or cancels commands by key, or those that a filter names (a retry, with a state; a cancellation, by default
   * the queued ones), up to {@link DECIDE_COMMANDS} a call. Cancels only what is certainly unsent; retries what is
   * failed, expired, cancelled or unknown, unless its phone has a later command.
   */
  operationsDecide: added(
    'operationsDecide.php',
    superadminsOnly,
    {
      decision: v.picklist(['retry', 'cancel']),
      reason,
      keys: v.optional(keys),
      filter: v.optional(commandFilter),
      after: v.optional(cursor),
    },
    decided,
    'change',
  ),
  /**
   * Pauses or resumes dispatch. What was queued in a restored backup becomes unknown if dispatch is resumed before the
   * provider has said what it has of it.
   */
  operationsDispatch: change('operationsDispatch.php', superadminsOnly, {
    dispatch: v.picklist(['running', 'paused']),
    reason,
  }),
} as const;

/** Words of existing back ends. */
const synonyms: ReadonlyMap<string, CommandState> = new Map([
  ['success', 'acknowledged'],
  ['pending', 'queued'],
  ['error', 'failed'],
]);

/** The state that a server's word names, in any case; undefined if none. */
export function commandStateOf(word: string): CommandState | undefined {
  const plain = word.toLowerCase();
  return commandStates.find((state) => state === plain) ?? synonyms.get(plain);
}

/** True while a command of this state is on its way. */
export function isOnItsWay(word: string): boolean {
  const state = commandStateOf(word);
  return state === 'queued' || state === 'sent';
}
