import * as v from 'valibot';
import { answerFields, each, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, change } from './define-call.ts';
import { email, empty, superadminsOnly, unknownOrNumber } from './fields.ts';

/**
 * An account that superadmins are to look at (C10, C11): its e-mail, since when and why its sending is paused ('' where
 * it is not), and its commands in 24 hours where they are nearly all that it may send.
 */
const watchedAccount = v.object({
  account: wireText,
  pausedAt: wireOptionalText,
  why: wireOptionalText,
  inDay: unknownOrNumber,
});
export type WatchedAccount = v.InferOutput<typeof watchedAccount>;

/** How many commands may be sent; beyond the specification. */
export const budgetCalls = {
  /**
   * What the caller's account has sent in 24 hours and may send, and since when its sending is paused, '' where it is
   * not (C10, C11). Superadmins are told the same of all accounts together, and of accounts to look at.
   */
  commandUse: added(
    'commandUse.php',
    'session',
    empty,
    v.object({
      ...answerFields,
      pausedAt: wireOptionalText,
      ...each(unknownOrNumber, 'inDay', 'dayBudget', 'allInDay', 'allDayBudget'),
      /** Requests of others that wait for the caller's decision; null for who may not decide (C15). */
      waiting: unknownOrNumber,
      /** `yes` where commands wait for a second person and the caller may decide, or has asked (C15). */
      approvals: wireOptionalText,
      items: wireList(watchedAccount),
    }),
  ),
  /** Lets an account send again whose sending was paused for a sudden rise (C11). */
  liftCommandPause: change('liftCommandPause.php', superadminsOnly, v.object({ email })),
} as const;
