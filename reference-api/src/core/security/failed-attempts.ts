import { uncountAttempt } from '../store/attempts.ts';
import type { Database } from '../store/store.ts';
import { remember } from './bounded-map.ts';

/**
 * Attempts that were counted, and that the server then failed to do: only a wrong secret may count. The database that
 * failed is not asked at once to take them back; they are remembered until somebody tries again.
 */
export interface FailedAttempts {
  note(subject: string, windowEndsAt: string): void;
  /** Takes a subject's off its count, where the window that they were counted in has not ended. */
  takeBack(db: Database, subject: string, now: string): Promise<void>;
}

/** Keeps those of one server, in its memory. */
export function createFailedAttempts(): FailedAttempts {
  const failed = new Map<string, { readonly attempts: number; readonly windowEndsAt: string }>();
  const note = (subject: string, windowEndsAt: string, more = 1) => {
    const before = failed.get(subject);
    const attempts = before?.windowEndsAt === windowEndsAt ? before.attempts : 0;
    remember(failed, subject, { attempts: attempts + more, windowEndsAt });
  };
  return {
    note: (subject, windowEndsAt) => note(subject, windowEndsAt),
    async takeBack(db, subject, now) {
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
