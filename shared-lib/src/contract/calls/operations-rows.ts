import * as v from 'valibot';
import { answerFields, each, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { reasonText, unknownOrNumber, uuid, word } from './fields.ts';

/**
 * States of a command. `queued`: not sent yet. `sent`: the provider has it. `acknowledged`: the phone did it. `failed`:
 * the provider refused it for good. `expired`: its lifetime passed before it was sent. `unknown`: it may have been
 * sent, with unknown outcome. `cancelled`: a superadmin withdrew it before it was sent.
 */
export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'unknown', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/** Commands that one call names, and that one call retries or cancels by a filter. */
export const DECIDE_COMMANDS = 5_000;

const imeiOrAll = v.pipe(v.string(), v.regex(/^(\d{15}|ALL)$/, 'imei must be 15 digits or ALL'));
/** The reason for a decision. */
export const reason = v.pipe(reasonText, v.trim(), v.minLength(3, 'a reason is needed'));
/** Keys of commands, as the provider knows them. */
export const keys = v.pipe(v.array(word), v.minLength(1), v.maxLength(DECIDE_COMMANDS));

/** A filter of commands. */
export const commandFilter = v.object({
  state: v.optional(v.picklist(commandStates)),
  imei: v.optional(imeiOrAll),
  /** Of the command table. */
  action: v.optional(word),
  batchId: v.optional(uuid),
});

/** The commands of one state. */
export const stateRow = v.object({
  state: wireText,
  /** For `acknowledged`, those requested within the last 24 hours; for the others, all. */
  count: wireNumber,
  /** '' if none. */
  oldest: wireOptionalText,
});

/** An error of the provider. */
export const errorRow = v.object({
  /** Its last occurrence, and its count in those five minutes. */
  at: wireText,
  count: wireNumber,
  message: wireOptionalText,
});

/** Five minutes of the queue. A figure is null if no worker ran to take it. */
export const periodRow = v.object({
  at: wireText,
  /** Commands queued, and sent without an answer, at its end. */
  queued: unknownOrNumber,
  sent: unknownOrNumber,
  /** Commands that reached that state in these minutes. */
  acknowledged: wireNumber,
  ...each(wireNumber, 'failed', 'expired', 'unknown', 'cancelled'),
  /** Failed requests to the provider. */
  errors: wireNumber,
  /** Milliseconds from the operator's call to the acknowledgement: median and 95th percentile. */
  p50: unknownOrNumber,
  p95: unknownOrNumber,
});

/** A command of the queue. */
export const commandRow = v.object({
  key: wireText,
  imei: wireText,
  /** Of the command table. */
  action: wireText,
  user: wireOptionalText,
  /** The second person who approved it; '' if none was needed (C13). */
  approvedBy: wireOptionalText,
  /** When it was requested, when it expires unsent, and when it reached its state. */
  createdAt: wireOptionalText,
  expiresAt: wireOptionalText,
  updatedAt: wireOptionalText,
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

/** The result of a decision on many commands. */
export const decided = v.object({
  ...answerFields,
  done: unknownOrNumber,
  /** Commands that were meant but not retried or cancelled. */
  notDone: unknownOrNumber,
  /** Why not; the first thousand. */
  items: wireList(v.object({ key: wireText, why: wireText })),
  /** `after` of the next call; '' if all have been decided. */
  next: wireOptionalText,
});
