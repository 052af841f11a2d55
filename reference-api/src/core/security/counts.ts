import { LRUCache } from 'lru-cache';
import { TooManyRequests } from '../errors/request-errors.ts';
import { countAttempt } from '../store/attempts.ts';
import type { Database } from '../store/store.ts';
import { isoAfter, isoTime, secondsUntil, type Clock } from '../time/clock.ts';

/** At most so many of something within a window, in milliseconds. */
export interface Limit {
  readonly most: number;
  readonly window: number;
}

const REMEMBERED = 10_000;

/**
 * Counts of this instance alone, which end with it, by subject: of the last ten thousand, because anybody can make any
 * number. A window begins with its first count; a clock that is set back by a window begins another.
 */
export function countsInMemory() {
  const kept = new LRUCache<string, { count: number; readonly since: number }>({ max: REMEMBERED });
  const countOf = (subject: string): number => kept.get(subject)?.count ?? 0;
  return {
    countOf,
    /** Returns the count, this one included: that of the window which `now` is in, or of all without a window. */
    add(subject: string, within?: { readonly now: Date; readonly window: number }): number {
      const now = within?.now.getTime() ?? 0;
      const found = kept.get(subject);
      const isOpen = found && (within === undefined || Math.abs(now - found.since) < within.window);
      const open = isOpen ? found : { count: 0, since: now };
      open.count += 1;
      kept.set(subject, open);
      return open.count;
    },
    takeBack(subject: string): void {
      const found = kept.get(subject);
      if (found && found.count > 0) found.count -= 1;
    },
    forget: (subject: string) => void kept.delete(subject),
  };
}

/** Counts in the database, for all instances; returns by how many a limit is exceeded, and when its window ends. */
export async function countInDatabase(db: Database, clock: Clock, subject: string, { most, window }: Limit) {
  const now = clock.now();
  const { attempts, windowEndsAt } = await countAttempt(db, subject, isoTime(now), isoAfter(now, window));
  return { excess: attempts - most, windowEndsAt, retryAfterSeconds: secondsUntil(windowEndsAt, now) };
}

/** Like {@link countInDatabase}. Throws TooManyRequests beyond the limit. */
export async function keepWithin(db: Database, clock: Clock, subject: string, limit: Limit): Promise<void> {
  const { excess, retryAfterSeconds } = await countInDatabase(db, clock, subject, limit);
  if (excess > 0) throw new TooManyRequests(retryAfterSeconds, excess);
}
