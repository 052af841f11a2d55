import type { Generated, Insertable, Selectable } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Fixed, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** `failed`: approved, but could no longer be executed. `expired`: nobody decided in time. */
type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired' | 'failed';

/** A request to approve a command or a batch's list (C12 to C16). */
interface ApprovalTable {
  id: Generated<number>;
  /** The asker; for an API key, its owner. */
  account_id: Fixed<number>;
  via: Fixed<'session' | 'key'>;
  credential_id: Fixed<number>;
  /** Name of the call to execute; '' for a batch. */
  call: Fixed<string>;
  transaction_id: Fixed<string>;
  /** The call's body as JSON; '' for a batch. */
  body: Fixed<string>;
  /** Hash of the call's body, or of the batch's list. */
  body_hash: Fixed<string>;
  action: Fixed<string>;
  /** '' for a batch. */
  imei: Fixed<string>;
  batch_id: Fixed<string | null>;
  devices: Fixed<number>;
  state: ApprovalState;
  /** Why it was refused, failed or expired. */
  why: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  decided_by: number | null;
  decided_at: Time | null;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    approvals: ApprovalTable;
  }
}

export type Approval = Selectable<ApprovalTable>;

/** Stores a waiting request and returns its id; undefined if the batch already has one. */
export async function insertApproval(
  db: Database,
  request: Omit<Insertable<ApprovalTable>, 'state' | 'why'>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('approvals')
    .values({ ...request, state: 'waiting', why: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const waitingAt = (db: Database, now: string) =>
  db.selectFrom('approvals').where('state', '=', 'waiting').where('expires_at', '>', now);

export function findWaiting(
  db: Database,
  { account_id, call, body_hash }: Pick<Approval, 'account_id' | 'call' | 'body_hash'>,
  now: string,
) {
  return waitingAt(db, now)
    .select('id')
    .where('account_id', '=', account_id)
    .where('call', '=', call)
    .where('body_hash', '=', body_hash)
    .executeTakeFirst();
}

/** Finds the request for a batch, with its decider's e-mail; it cannot be decided until the transaction ends. */
export function findBatchApproval(db: Database, accountId: number, batchId: string) {
  return db
    .selectFrom('approvals')
    .leftJoin('accounts', 'accounts.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select((select) => select.fn.coalesce('accounts.closed_email', 'accounts.email').as('decider'))
    .where('approvals.account_id', '=', accountId)
    .where('approvals.batch_id', '=', batchId)
    .forShare('approvals')
    .executeTakeFirst();
}

/** Reads an account's waiting requests and locks them until the transaction ends. */
export function waitingApprovalsOf(db: Database, accountId: number, now: string): Promise<readonly Approval[]> {
  return waitingAt(db, now).selectAll().where('account_id', '=', accountId).orderBy('id').forUpdate().execute();
}

/** Withdraws an account's approvals for unfinished batches; the requests wait again until `expiresAt`. Returns ids. */
export async function withdrawApprovalsOf(
  db: Database,
  decider: number,
  since: string,
  expiresAt: string,
): Promise<readonly number[]> {
  const rows = await db
    .updateTable('approvals')
    .set({ state: 'waiting', why: '', decided_by: null, decided_at: null, expires_at: expiresAt })
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
  return rows.map(({ id }) => id);
}

export function countDecidedBy(db: Database, deciders: readonly number[], since: string): Promise<number> {
  return countRows(db.selectFrom('approvals').where('decided_by', 'in', deciders).where('decided_at', '>=', since));
}

/** Lists requests that `deciders` decided since a time, or that are in `withdrawn`. */
export function decidedBy(
  db: Database,
  deciders: readonly number[],
  since: string,
  withdrawn: readonly number[],
  limit: number,
) {
  return db
    .selectFrom('approvals')
    .innerJoin('accounts', 'accounts.id', 'approvals.account_id')
    .select(['approvals.state', 'accounts.email', 'action', 'imei', 'batch_id', 'decided_at'])
    .where((where) =>
      where.or([
        where.and([where('decided_by', 'in', deciders), where('decided_at', '>=', since)]),
        ...(withdrawn.length === 0 ? [] : [where('approvals.id', 'in', withdrawn.slice(0, limit))]),
      ]),
    )
    .orderBy('approvals.id')
    .limit(limit)
    .execute();
}

/** Reads a request and locks it until the transaction ends. */
export function holdApproval(db: Database, id: number): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function decideApproval(
  db: Database,
  id: number,
  decision: { readonly state: ApprovalState; readonly why: string; readonly by: number | null; readonly at: string },
): Promise<void> {
  const { state, why, by, at } = decision;
  await db.updateTable('approvals').set({ state, why, decided_by: by, decided_at: at }).where('id', '=', id).execute();
}

/** Lists the newest requests of an account, or of all accounts for null. */
export function listApprovals(db: Database, accountId: number | null, limit: number) {
  return db
    .selectFrom('approvals')
    .innerJoin('accounts as askers', 'askers.id', 'approvals.account_id')
    .leftJoin('accounts as deciders', 'deciders.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select((select) => [
      select.fn.coalesce('askers.closed_email', 'askers.email').as('asker'),
      select.fn.coalesce('deciders.closed_email', 'deciders.email').as('decider'),
    ])
    .$if(accountId !== null, (query) => query.where('approvals.account_id', '=', accountId ?? 0))
    .orderBy('approvals.id', 'desc')
    .limit(limit)
    .execute();
}

/** True if an account, or anyone for null, has a request; with `now`, only requests still waiting count. */
export async function hasApprovals(db: Database, accountId: number | null, now?: string): Promise<boolean> {
  const row = await db
    .selectFrom('approvals')
    .select('id')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(now !== undefined, (query) => query.where('state', '=', 'waiting').where('expires_at', '>', now ?? ''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts waiting requests of other accounts. */
export function countWaiting(db: Database, accountId: number, now: string): Promise<number> {
  return countRows(waitingAt(db, now).where('account_id', '<>', accountId));
}

export function overdueApprovals(db: Database, now: string, limit: number): Promise<readonly Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

export function findUsableKey(db: Database, id: number, now: string) {
  return db
    .selectFrom('api_keys')
    .select(['opens', 'commands', 'per_minute'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();
}

/** Finds the list that an account last registered for an action without a batch id, as existing clients do. */
export function lastUnnamedIntent(db: Database, accountId: number, action: string) {
  return db
    .selectFrom('intents')
    .select('devices')
    .where('account_id', '=', accountId)
    .where('batch_id', 'is', null)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
