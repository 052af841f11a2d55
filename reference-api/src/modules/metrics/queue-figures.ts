import { sql } from 'kysely';
import type { Database } from '../../core/store/store.ts';

/** The states of commands that are on their way; each has an index of its own. */
const openStates = ['queued', 'sent', 'unknown'] as const;

/** More than so many are not counted. */
const MOST = 100_000;

/** Commands of one state. */
export interface QueueFigures {
  readonly state: (typeof openStates)[number];
  /** How many, up to 100,000. */
  readonly commands: number;
  /** When the oldest of them was made; null without one. */
  readonly oldest: string | null;
}

/** How many commands are on their way, by state, and since when. */
export function readQueueFigures(db: Database): Promise<readonly QueueFigures[]> {
  return Promise.all(
    openStates.map(async (state) => {
      // The state stands in the statement itself: an index of one state is of no use for a parameter.
      const found = db
        .selectFrom('commands')
        .select('created_at')
        .where('status', '=', sql.lit(state))
        // Every command has a time; named, it makes SQLite search the index of the state in place of one of all rows.
        .where('next_attempt_at', '>', '')
        .limit(MOST)
        .as('found');
      const row = await db
        .selectFrom(found)
        .select((select) => [
          select.fn.countAll<number>().as('commands'),
          select.fn.min('found.created_at').as('oldest'),
        ])
        .executeTakeFirstOrThrow();
      return { state, commands: row.commands, oldest: row.oldest };
    }),
  );
}

/** How many batches are open: begun, and not ended. */
export async function countOpenBatches(db: Database): Promise<number> {
  const row = await db
    .selectFrom('batches')
    .select((select) => select.fn.countAll<number>().as('open'))
    .where('state', '=', sql.lit('open'))
    .executeTakeFirstOrThrow();
  return row.open;
}
