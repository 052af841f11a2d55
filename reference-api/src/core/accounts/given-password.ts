import { DAY, isoAfter, isoTime } from '../time/clock.ts';
import type { Platform } from '../calls/context.ts';

/** Until when a password counts that an admin gives now (S27); null: it is the account's own, as any other (U2). */
export function givenPasswordEnds({
  clock,
  firstPasswordDays: days,
}: Pick<Platform, 'clock' | 'firstPasswordDays'>): string | null {
  return days === null ? null : isoAfter(clock.now(), days * DAY);
}

/** True for a password that an admin gave and nobody replaced in time: it opens and proves nothing any more. */
export function hasEnded({ first_password_until: until }: { first_password_until: string | null }, now: Date): boolean {
  return until !== null && until <= isoTime(now);
}
