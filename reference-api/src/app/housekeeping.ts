import { setImmediate } from 'node:timers/promises';
import {
  deleteAttempts,
  deleteChallenges,
  deleteSingleSignOns,
  deletions,
  forgetIdTokens,
  type DeletePiece,
} from '../store/retention.ts';
import { retentionNames, type Retention } from '../store/retention-table.ts';
import type { Database } from '../store/store.ts';
import { deleteOldCounts } from '../store/command-counts.ts';
import { deleteOldTelemetry } from '../store/telemetry.ts';
import { usualBegins } from '../services/budget-rules.ts';
import { expireApprovals } from '../services/expire-approvals.ts';
import { DAY, HOUR, isoAfter, isoTime, type Clock } from '../time/clock.ts';

/** What old rows are deleted by. */
export interface HousekeepingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Days that each is kept. */
  readonly retention: Retention;
  readonly telemetryDays: number;
  /** Told of a failure; the same is tried again an hour later. */
  onFailure(error: unknown): void;
}

/** Deletes piece by piece, each in a transaction of its own, and lets others go first after each. */
async function deleteAll(db: Database, piece: DeletePiece, before: string, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && (await piece(db, before))) await setImmediate();
}

/** Deletes what is kept no longer, until all of it is gone or `closing` ends it between two pieces. */
export async function deleteOldRows(parts: Omit<HousekeepingParts, 'onFailure'>, closing: AbortSignal): Promise<void> {
  const { db, clock, retention, telemetryDays } = parts;
  const now = clock.now();
  for (const piece of [deleteAttempts, deleteChallenges, deleteSingleSignOns, forgetIdTokens])
    await deleteAll(db, piece, isoTime(now), closing);
  await deleteOldTelemetry(db, isoAfter(now, -telemetryDays * DAY));
  await deleteOldCounts(db, usualBegins(now));
  await expireApprovals(db, clock);
  for (const name of retentionNames)
    await deleteAll(db, deletions[name], isoAfter(now, -retention[name] * DAY), closing);
}

/** Deletes old rows now and once an hour; what it returns ends that, after the piece in hand. */
export function startHousekeeping(parts: HousekeepingParts): () => Promise<void> {
  const closing = new AbortController();
  let underWay: Promise<void> | undefined;
  const run = () => {
    underWay ??= deleteOldRows(parts, closing.signal)
      .catch((error: unknown) => parts.onFailure(error))
      .finally(() => {
        underWay = undefined;
      });
  };
  run();
  const timer = setInterval(run, HOUR);
  return async () => {
    clearInterval(timer);
    closing.abort();
    await underWay;
  };
}
