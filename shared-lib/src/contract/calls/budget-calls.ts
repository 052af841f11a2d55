import * as v from 'valibot';
import { answerFields, each, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, change } from './define-call.ts';
import { email, empty, superadminsOnly, unknownOrNumber } from './fields.ts';

/**
 * An account for superadmins to check (C10, C11): its e-mail, since when and why its sending is paused ('' if not), and
 * its commands in 24 hours if near its limit.
 */
const watchedAccount = v.object({
  account: wireText,
  pausedAt: wireOptionalText,
  why: wireOptionalText,
  inDay: unknownOrNumber,
});
export type WatchedAccount = v.InferOutput<typeof watchedAccount>;

/** Budgets of commands; beyond the specification. */
export const budgetCalls = {
  /**
   * What the caller's account sent in 24 hours and may send, and since when its sending is paused, '' if not (C10,
   * C11). Superadmins also get the totals of all accounts, and the accounts to check.
   */
  commandUse: added(
    'commandUse.php',
    'session',
    empty,
    v.object({
      ...answerFields,
      pausedAt: wireOptionalText,
      ...each(unknownOrNumber, 'inDay', 'dayBudget', 'allInDay', 'allDayBudget'),
      /** Others' requests that wait for the caller's decision; null if they may not decide (C15). */
      waiting: unknownOrNumber,
      /** `yes` if commands wait for a second person and the caller may decide, or has asked (C15). */
      approvals: wireOptionalText,
      items: wireList(watchedAccount),
    }),
  ),
  /** Resumes an account whose sending was paused for a sudden rise (C11). */
  liftCommandPause: change('liftCommandPause.php', superadminsOnly, v.object({ email })),
} as const;
