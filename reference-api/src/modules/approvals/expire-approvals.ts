import { holdApproval, overdueApprovals } from './approval-rows.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime, type Clock } from '../../core/time/clock.ts';
import { endUnsent } from './ask-approval.ts';

/** How many requests are closed at once. */
const PIECE = 100;

/** Closes a request that nobody decided in time; the same call is told so from now on. */
function expire(db: Database, id: number, at: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const request = await holdApproval(tx, id);
    if (request?.state !== 'waiting') return;
    await endUnsent(tx, request, { state: 'expired', why: request.why, by: null, at });
  });
}

/** Closes all requests that nobody decided in time, until `closing` stops it between two of them (C13). */
export async function expireApprovals(db: Database, clock: Clock, closing?: AbortSignal): Promise<void> {
  const at = isoTime(clock.now());
  for (let found = PIECE; found === PIECE;) {
    const overdue = await overdueApprovals(db, at, PIECE);
    found = overdue.length;
    for (const { id } of overdue) {
      if (closing?.aborted) return;
      await expire(db, id, at);
    }
  }
}
