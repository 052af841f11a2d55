import { uncountAttempt } from '../store/attempts.ts';
import type { Database } from '../store/store.ts';
import { remember } from './bounded-map.ts';

export type FailedAttempts = ReturnType<typeof createFailedAttempts>;

/**
 * Counted attempts that the server then failed to check: only a wrong secret may count. The failed database is not
 * asked at once to uncount them; one server's memory keeps them until somebody tries again.
 */
export function createFailedAttempts() {
  const failed = new Map<string, { readonly attempts: number; readonly windowEndsAt: string }>();
  const note = (subject: string, windowEndsAt: string, more = 1) => {
    const before = failed.get(subject);
    const attempts = before?.windowEndsAt === windowEndsAt ? before.attempts : 0;
    remember(failed, subject, { attempts: attempts + more, windowEndsAt });
  };
  return {
    note: (subject: string, windowEndsAt: string) => note(subject, windowEndsAt),
    /** Uncounts a subject's, unless their window has ended. */
    async takeBack(db: Database, subject: string, now: string): Promise<void> {
      const { attempts, windowEndsAt } = failed.get(subject) ?? { attempts: 0, windowEndsAt: now };
      failed.delete(subject);
      if (windowEndsAt <= now) return;
      try {
        await uncountAttempt(db, subject, attempts);
      } catch (error) {
        note(subject, windowEndsAt, attempts);
        throw error;
      }
    },
  };
}
