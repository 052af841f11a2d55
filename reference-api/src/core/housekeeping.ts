import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ModuleSettings } from './module-settings.ts';
import type { Schema } from './store/schema.ts';
import type { Database } from './store/store.ts';
import { isoTime, type Clock } from './time/clock.ts';

export interface HousekeepingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** They say how long things are kept. */
  readonly settings: ModuleSettings;
  /** Ends a step between two pieces. */
  readonly closing: AbortSignal;
}

export type HousekeepingStep = (parts: HousekeepingParts) => Promise<void>;

/** Deletes a piece of what is older than a time; true if there may be more. */
export type DeletePiece = (db: Database, before: string) => Promise<boolean>;

/** Each piece has its own transaction; others go first after each. */
export async function deleteAll({ db, closing }: HousekeepingParts, piece: DeletePiece, before: string): Promise<void> {
  while (!closing.aborted && (await piece(db, before))) await setImmediate();
}

export const deleteEnded =
  (piece: DeletePiece): HousekeepingStep =>
  (parts) =>
    deleteAll(parts, piece, isoTime(parts.clock.now()));

/** Rows of a piece of most tables. */
export const PIECE_ROWS = 500;

/** Deletes a table's ended rows, by their key. */
export const deleteEndedOf =
  (table: keyof Schema, key: 'id' | 'subject', end: 'expires_at' | 'window_ends_at'): DeletePiece =>
  async (db, before) => {
    const [of, by] = [sql.table(table), sql.ref(key)];
    const old = sql`select ${by} from ${of} where ${sql.ref(end)} < ${before} limit ${sql.lit(PIECE_ROWS)}`;
    const { rows } = await sql`delete from ${of} where ${by} in (${old}) returning ${by}`.execute(db);
    return rows.length === PIECE_ROWS;
  };
