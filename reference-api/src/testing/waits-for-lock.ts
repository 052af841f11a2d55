import { sql } from 'kysely';
import type { Database } from '../core/store/store.ts';

const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once some work waits for a lock of PostgreSQL, with true, or is over, with false. */
export async function waitsForLock(db: Database, work: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  void work.then(end, end);
  while (!isOver) if ((await waiting.execute(db)).rows.length > 0) return true;
  return false;
}
