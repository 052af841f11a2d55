import { mayAccess, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import type { Actor } from '../../core/calls/context.ts';
import { troubledCommandsIn } from './commands-of-days.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';

/** What makes a command worth a look. */
export type Trouble = NonNullable<BodyOf<typeof calls.deviceList>['trouble']>;

/** The state of a command in trouble; one that was not answered is sent, and was long ago. */
export const stateOfTrouble = {
  failed: 'failed',
  unanswered: 'sent',
  expired: 'expired',
  unknown: 'unknown',
} as const satisfies Readonly<Record<Trouble, string>>;

/** Whose commands an operator sees besides their own: everyone's, if they may see them in the reports. */
export function accountSeenBy(actor: Actor): number | null {
  return mayAccess(actor, { permission: 'Reports' }) ? null : actor.accountId;
}

/**
 * The commands of the last 24 hours, of one account or of all, that failed, expired or are of unknown outcome, or were
 * sent more than an hour ago and not answered.
 */
export function commandsInTrouble(db: Database, accountId: number | null, now: Date) {
  const stretch = { from: isoAfter(now, -DAY), before: isoAfter(now, 1) };
  return troubledCommandsIn(db, accountId, stretch, isoAfter(now, -HOUR));
}
