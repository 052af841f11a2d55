import { setImmediate } from 'node:timers/promises';
import { deleteEndedOf, deletions, type DeletePiece } from './store/retention.ts';
import { retentionNames, type Retention } from './store/retention-table.ts';
import type { Database } from './store/store.ts';
import { DAY, isoAfter, isoTime, type Clock } from './time/clock.ts';

/** What a step needs; each module adds how long its own data are kept. */
export interface HousekeepingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Days that each is kept. */
  readonly retention: Retention;
  /** Stops a step between two pieces. */
  readonly closing: AbortSignal;
}

export type HousekeepingStep = (parts: HousekeepingParts) => Promise<void>;

/** Deletes piece by piece, each in its own transaction, and yields after each. */
async function deleteAll({ db, closing }: HousekeepingParts, piece: DeletePiece, before: string): Promise<void> {
  while (!closing.aborted && (await piece(db, before))) await setImmediate();
}

/** A step that deletes what has ended by now. */
export const deleteEnded =
  (piece: DeletePiece): HousekeepingStep =>
  (parts) =>
    deleteAll(parts, piece, isoTime(parts.clock.now()));

/** The steps of the core. */
export const coreHousekeeping: Readonly<Record<string, HousekeepingStep>> = {
  'log-in attempts': deleteEnded(deleteEndedOf('attempts', 'subject', 'window_ends_at')),
  // Logins that wait for a factor, and what passkeys were asked with.
  challenges: deleteEnded(deleteEndedOf('identity_challenges', 'id', 'expires_at')),
  ...Object.fromEntries(
    retentionNames.map((name): [string, HousekeepingStep] => [
      name,
      (parts) => deleteAll(parts, deletions[name], isoAfter(parts.clock.now(), -parts.retention[name] * DAY)),
    ]),
  ),
};
