import { holdApproval, overdueApprovals } from './approval-rows.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime, type Clock } from '../../core/time/clock.ts';
import { endUnsent } from './ask-approval.ts';

/** Requests read per query. */
const PIECE = 100;

/** Expires a request that is still waiting. A retry of its call then gets an error. */
function expire(db: Database, id: number, at: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const request = await holdApproval(tx, id);
    if (request?.state !== 'waiting') return;
    await endUnsent(tx, request, { state: 'expired', why: request.why, by: null, at });
  });
}

/** Expires all requests that nobody decided in time (C13). `closing` stops it between two requests. */
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
