import { calls } from '@device-console/shared-lib/contract';
import { type ReportedChange, type WhenContained, words } from '../../core/accounts/containment.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { countRows } from '../../core/store/count-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import { endRequest, refusalText, waitingAt } from './ask-approval.ts';

const WHY = 'The account of who asked is contained';

/** Refuses the requests of an account that wait for approval. Retries of their calls get the refusal. */
async function refuseRequests({ db, actor }: CallContext, accountId: number, at: string): Promise<number> {
  const waiting = waitingAt(db, at).selectAll().where('account_id', '=', accountId);
  const requests = await waiting.orderBy('id').forUpdate().execute();
  const refused = { state: 'refused', why: WHY, decided_by: actor.accountId, decided_at: at } as const;
  const told = refusalText('refused', actor.email, WHY);
  for (const request of requests) await endRequest(db, request, refused, told);
  return requests.length;
}

/** Unfinished batches that an account approved wait again, until `expiresAt`; returns how many. */
async function withdrawApprovals(db: Database, decider: number, since: string, expiresAt: string): Promise<number> {
  const rows = await db
    .updateTable('approvals')
    .set({ state: 'waiting', why: '', expires_at: expiresAt })
    .where('decided_by', '=', decider)
    .where('decided_at', '>=', since)
    .where('state', '=', 'approved')
    .where('batch_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('batches')
            .select('batches.id')
            .whereRef('batches.batch_id', '=', 'approvals.batch_id')
            .where('batches.state', '=', 'complete'),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.length;
}

const NAMED_CHANGES = 50;

/** Decisions are no calls about an account, so the audit's rows of the decider's account do not name them all. */
async function decisionsOf(
  db: Database,
  accountIds: readonly number[],
  since: string,
): Promise<readonly ReportedChange[]> {
  const approvals = db.selectFrom('approvals').where('decided_by', 'in', accountIds).where('decided_at', '>=', since);
  const decided = await countRows(approvals);
  if (decided === 0) return [];
  const rows = await approvals
    .innerJoin('accounts', 'accounts.id', 'approvals.account_id')
    .select(['approvals.state', 'accounts.email', 'action', 'imei', 'batch_id', 'decided_at'])
    .orderBy('approvals.id')
    .limit(NAMED_CHANGES)
    .execute();
  const named = rows.map(({ email, state, action, imei, batch_id: batch, decided_at }) => ({
    account: email,
    what: `${words(action, imei, batch ?? '')}: ${state === 'waiting' ? 'approved, waits again' : state}`,
    at: decided_at ?? '',
  }));
  return [{ call: calls.decideApproval.path, count: decided, named }];
}

/** What it had asked is refused; what it had approved waits again. */
export const whenContained: WhenContained = {
  async take(context, accountId, since) {
    const { db, platform } = context;
    const now = platform.clock.now();
    return {
      requests: await refuseRequests(context, accountId, isoTime(now)),
      withdrawn: await withdrawApprovals(db, accountId, since, isoAfter(now, platform.approvals.hours * HOUR)),
    };
  },
  changesOf: decisionsOf,
};
