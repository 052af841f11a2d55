import { calls } from '@device-console/shared-lib/contract';
import { decideApproval, holdApproval, overdueApprovals } from './approval-rows.ts';
import { storeAnswer } from '../../core/store/outcomes.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime, type Clock } from '../../core/time/clock.ts';
import { isWaitingCall, refusalText } from './ask-approval.ts';

/** Requests that are closed in one go. */
const PIECE = 100;

/** Closes a request that nobody decided in time; the same call is told so from now on. */
function expire(db: Database, id: number, at: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const request = await holdApproval(tx, id);
    if (request?.state !== 'waiting') return;
    await decideApproval(tx, id, { state: 'expired', why: request.why, by: null, at });
    if (!isWaitingCall(request.call)) return;
    const { account_id: accountId, transaction_id: transactionId } = request;
    const { method, path } = calls[request.call];
    const answer = { status: 'error', message: refusalText('expired', '', request.why) };
    await storeAnswer(tx, { accountId, method, path, transactionId }, JSON.stringify(answer));
  });
}

/** Closes all requests that nobody decided in time, until `closing` ends it between two of them (C13). */
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
