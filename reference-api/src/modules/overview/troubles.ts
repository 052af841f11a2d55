import { mayAccess, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import type { Actor } from '../../core/calls/context.ts';
import { troubledCommandsIn } from './commands-of-days.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';

/** Why a command needs attention. */
export type Trouble = NonNullable<BodyOf<typeof calls.deviceList>['trouble']>;

/** The state of a command in trouble. An unanswered one is `sent`, and was requested long ago. */
export const stateOfTrouble = {
  failed: 'failed',
  unanswered: 'sent',
  expired: 'expired',
  unknown: 'unknown',
} as const satisfies Readonly<Record<Trouble, string>>;

/** The account whose commands an operator sees: null (everyone's) if they may see reports, else their own. */
export function accountSeenBy(actor: Actor): number | null {
  return mayAccess(actor, { permission: 'Reports' }) ? null : actor.accountId;
}

/**
 * The commands of the last 24 hours, of one account or of all, that failed, expired or are unknown, or were requested
 * more than an hour ago and are still unanswered.
 */
export function commandsInTrouble(db: Database, accountId: number | null, now: Date) {
  const stretch = { from: isoAfter(now, -DAY), before: isoAfter(now, 1) };
  return troubledCommandsIn(db, accountId, stretch, isoAfter(now, -HOUR));
}
