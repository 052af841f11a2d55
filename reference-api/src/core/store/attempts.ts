import { sql } from 'kysely';
import { exists } from './count-rows.ts';
import type { Database } from './store.ts';

/** Returns the count in a window, which starts anew once it has ended. A clock that was ahead does not prolong it. */
export async function countAttempt(
  db: Database,
  subject: string,
  now: string,
  windowEndsAt: string,
): Promise<{ readonly attempts: number; readonly windowEndsAt: string }> {
  const before = sql.ref('attempts.window_ends_at');
  const isOpen = sql`${before} > ${now}`;
  const window = sql<string>`case when ${isOpen} and ${before} <= ${windowEndsAt} then ${before}
    else ${windowEndsAt} end`;
  const attempts = sql<number>`case when ${isOpen} then attempts.attempts + 1 else 1 end`;
  return db
    .insertInto('attempts')
    .values({ subject, attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ attempts, window_ends_at: window }))
    .returning(['attempts', 'window_ends_at as windowEndsAt'])
    .executeTakeFirstOrThrow();
}

export async function forgetAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('subject', '=', subject).execute();
}

export async function uncountAttempt(db: Database, subject: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set((update) => ({ attempts: update('attempts', '-', 1) }))
    .where('subject', '=', subject)
    .where('attempts', '>', 0)
    .execute();
}

export async function rememberSubject(db: Database, subject: string, until: string): Promise<void> {
  await db
    .insertInto('attempts')
    .values({ subject, attempts: 0, window_ends_at: until })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ window_ends_at: until }))
    .execute();
}

export function isRemembered(db: Database, subject: string, now: string): Promise<boolean> {
  return exists(db.selectFrom('attempts').where('subject', '=', subject).where('window_ends_at', '>', now));
}
