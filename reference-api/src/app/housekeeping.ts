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
  /** Told of a step that failed; the others are taken all the same, and this one again an hour later. */
  onFailure(error: unknown, step: string): void;
}

/** Deletes piece by piece, each in a transaction of its own, and lets others go first after each. */
async function deleteAll(db: Database, piece: DeletePiece, before: string, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && (await piece(db, before))) await setImmediate();
}

/** What is done, each by itself, by what it is called. */
function stepsOf({ db, clock, retention, telemetryDays }: HousekeepingParts, closing: AbortSignal) {
  const now = clock.now();
  const until = (piece: DeletePiece, before: string) => () => deleteAll(db, piece, before, closing);
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    'log-in attempts': until(deleteAttempts, isoTime(now)),
    challenges: until(deleteChallenges, isoTime(now)),
    'single sign-ons': until(deleteSingleSignOns, isoTime(now)),
    'ID tokens': until(forgetIdTokens, isoTime(now)),
    telemetry: () => deleteOldTelemetry(db, isoAfter(now, -telemetryDays * DAY)),
    'counts of commands': () => deleteOldCounts(db, usualBegins(now)),
    approvals: () => expireApprovals(db, clock, closing),
  };
  const kept = retentionNames.map(
    (name) => [name, until(deletions[name], isoAfter(now, -retention[name] * DAY))] as const,
  );
  return [...Object.entries(steps), ...kept];
}

/** Deletes what is kept no longer, until all of it is gone or `closing` ends it between two pieces. */
export async function deleteOldRows(parts: HousekeepingParts, closing: AbortSignal): Promise<void> {
  for (const [name, step] of stepsOf(parts, closing))
    try {
      await step();
    } catch (error) {
      parts.onFailure(error, name);
    }
}

/** Deletes old rows now and once an hour; what it returns ends that, after the piece in hand. */
export function startHousekeeping(parts: HousekeepingParts): () => Promise<void> {
  const closing = new AbortController();
  let underWay: Promise<void> | undefined;
  const run = () => {
    underWay ??= deleteOldRows(parts, closing.signal).finally(() => {
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
