import * as v from 'valibot';
import { answerFields, each, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { reasonText, unknownOrNumber, uuid, word } from './fields.ts';

/**
 * How far a command can be. `queued`: not sent yet. `sent`: the provider has it. `acknowledged`: the phone did it.
 * `failed`: the provider refused it, for good. `expired`: its lifetime passed before it was sent. `unknown`: it may
 * have been sent, and nobody can say what became of it. `cancelled`: a superadmin took it back before it was sent.
 */
export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'unknown', 'cancelled'] as const;
export type CommandState = (typeof commandStates)[number];

/** Most commands that one call names, and that one call retries or cancels by a filter. */
export const DECIDE_COMMANDS = 5_000;

const imeiOrAll = v.pipe(v.string(), v.regex(/^(\d{15}|ALL)$/, 'imei must be 15 digits or ALL'));
/** Why somebody decides so. */
export const reason = v.pipe(reasonText, v.trim(), v.minLength(3, 'a reason is needed'));
/** Commands that are meant, by their keys, as the provider knows them. */
export const keys = v.pipe(v.array(word), v.minLength(1), v.maxLength(DECIDE_COMMANDS));

/** Commands that are meant, by what they have in common. */
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
  /** Of `acknowledged` those that were asked for within the last 24 hours; of the others all that there are. */
  count: wireNumber,
  /** When the oldest of them was asked for; '' where there is none. */
  oldest: wireOptionalText,
});

/** An error of the provider. */
export const errorRow = v.object({
  /** When it happened last, and how often in those five minutes. */
  at: wireText,
  count: wireNumber,
  message: wireOptionalText,
});

/** Five minutes of the queue. A figure is null if no worker ran to take it. */
export const periodRow = v.object({
  at: wireText,
  /** Commands that waited, and that were sent and not answered, at its end. */
  queued: unknownOrNumber,
  sent: unknownOrNumber,
  /** Commands that came to that state in these minutes. */
  acknowledged: wireNumber,
  ...each(wireNumber, 'failed', 'expired', 'unknown', 'cancelled'),
  /** Failed questions to the provider. */
  errors: wireNumber,
  /** Milliseconds from the operator's call to the acknowledgement of half, and of 95 of 100. */
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
  /** The second person who approved it; '' where it needed none (C13). */
  approvedBy: wireOptionalText,
  /** When it was asked for, when it is taken back unsent, and when it came to its state. */
  createdAt: wireOptionalText,
  expiresAt: wireOptionalText,
  updatedAt: wireOptionalText,
  state: wireText,
  /** Why it is in that state, in the provider's words or the server's. */
  reason: wireOptionalText,
  attempts: wireNumber,
  nextAttemptAt: wireOptionalText,
  batchId: wireOptionalText,
  /** Whether it may have reached the provider: `yes` or `no`. Only what has not can be cancelled. */
  maybeSent: wireOptionalText,
});
export type OperationsCommandRow = v.InferOutput<typeof commandRow>;

/** What became of a decision on many commands. */
export const decided = v.object({
  ...answerFields,
  /** Commands that were retried or cancelled. */
  done: unknownOrNumber,
  /** Those that were meant and were not. */
  notDone: unknownOrNumber,
  /** Why they were not; the first thousand. */
  items: wireList(v.object({ key: wireText, why: wireText })),
  /** Where the same call goes on, as its `after`; '' when all that was meant has been looked at. */
  next: wireOptionalText,
});
