import { commandByAction, type BodyOf, type calls, type CommandState } from '@device-console/shared-lib/contract';
import { sql, type SqlBool } from 'kysely';
import { requireCredential } from '../../core/calls/access.ts';
import type { Actor } from '../../core/calls/context.ts';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import { changeCommand } from '../../core/store/command-queue.ts';
import { newCommandUid, type CommandRow } from '../../core/store/commands.ts';
import { exists } from '../../core/store/count-rows.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { givenIds, givenTexts } from '../../core/store/given-rows.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

/** Which commands to select; absent fields do not filter. */
interface CommandFilter extends NonNullable<BodyOf<(typeof calls)['operationsDecide']>['filter']> {
  readonly accountId?: number | undefined;
  /** Only commands that were certainly not sent. */
  readonly unsent?: boolean | undefined;
}

/** The state is a literal in the SQL: the partial indexes need one. */
function filtered(db: Database, { state, imei, action, batchId, accountId, unsent = false }: CommandFilter) {
  return db
    .selectFrom('commands')
    .$if(state !== undefined, (query) => query.where('status', '=', sql.lit(state ?? 'queued')))
    .$if(imei !== undefined, (query) => query.where('imei', '=', imei ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(unsent, (query) => query.where('handed_at', 'is', null));
}

/** The report to search in, if the filter names an action, and no device, batch or state but acknowledged. */
function reportToRead({ state, imei, action, batchId }: CommandFilter): string | undefined {
  const isNamedByMore =
    (state !== undefined && state !== 'acknowledged') || imei !== undefined || batchId !== undefined;
  return action === undefined || isNamedByMore ? undefined : commandByAction(action)?.variant.report;
}

/** Newest first, before the one with the id `before`, if given. */
export function commandsBefore(db: Database, filter: CommandFilter, before: number | undefined, limit: number) {
  const report = reportToRead(filter);
  const rows = filtered(db, filter).selectAll().orderBy('id', 'desc').limit(limit);
  if (report === undefined) return rows.where('id', '<', before ?? Number.MAX_SAFE_INTEGER).execute();
  const at = sql`(select last.created_at from commands as last where last.id = ${before})`;
  return rows
    .clearOrderBy()
    .where('report', '=', report)
    .$if(before !== undefined, (query) => query.where(sql<SqlBool>`(created_at, id) < (${at}, ${before})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function idsAfter(db: Database, filter: CommandFilter, after: number, limit: number) {
  const rows = await filtered(db, filter).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Cancels the commands that were certainly not sent; returns their ids. */
export async function cancelUnsent(db: Database, ids: readonly number[], reason: string, at: string) {
  const rows = await db
    .updateTable('commands')
    .set({ status: 'cancelled', failure: reason, claimed_until: null, claim: null, updated_at: at })
    .where('id', 'in', givenIds(db, ids))
    .where('status', '=', 'queued')
    .where('handed_at', 'is', null)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function findByUid(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, CommandRow>> {
  const rows = await db.selectFrom('commands').selectAll().where('uid', 'in', givenTexts(db, uids)).execute();
  return new Map(rows.map((row) => [row.uid ?? '', row]));
}

const notRetried: Readonly<Partial<Record<CommandState, string>>> = {
  queued: 'It waits to be sent.',
  sent: 'The provider has it.',
  acknowledged: 'The phone has done it.',
};

/** Undefined if the command may be queued again. */
async function whyNotRetried(db: Database, { id, imei, status }: CommandRow): Promise<string | undefined> {
  const why = notRetried[status];
  const later = db.selectFrom('commands').where('imei', '=', imei).where('id', '>', id);
  if (why !== undefined || !(await exists(later))) return why;
  return 'A later command of this phone is there. Send it anew if it is still wanted.';
}

/** Queues a command again: by the same key, so that it is carried out once, or by a new one if that was closed. */
function retry(db: Database, row: CommandRow, { at, expiresAt }: Decision, epoch: string): Promise<boolean> {
  const isClosed = row.status !== 'unknown' && row.handed_at !== null;
  const next = { uid: row.uid ?? newCommandUid(at), retries: row.retries + 1, epoch: row.epoch || epoch };
  const change = {
    ...(isClosed ? { ...next, handed_at: null, sent_at: null } : {}),
    status: 'queued',
    failure: '',
    attempts: 0,
    next_attempt_at: at,
    first_failure_at: null,
    expires_at: expiresAt,
    active_epoch: epoch,
  } as const;
  return changeCommand(db, row.id, change, at);
}

const notCancelled: Readonly<Partial<Record<CommandState, string>>> = {
  queued: 'It may have been sent already.',
  sent: 'The provider has it.',
};

interface Decision {
  readonly decision: 'retry' | 'cancel';
  /** Of a cancelled command. */
  readonly failure: string;
  readonly at: string;
  /** Of a retried command. */
  readonly expiresAt: string;
}

/** In one transaction, while the actor has access; returns those left unchanged, and why. */
export function decide(db: Database, actor: Actor, ids: readonly number[], given: Decision) {
  const { decision, failure, at } = given;
  return inTransaction(db, async (tx) => {
    await requireCredential(tx, actor);
    const { epoch } = await readControl(tx);
    const cancelled = decision === 'cancel' ? await cancelUnsent(tx, ids, failure, at) : new Set<number>();
    const rest = ids.filter((id) => !cancelled.has(id));
    const left = tx.selectFrom('commands').selectAll().where('id', 'in', givenIds(tx, rest)).orderBy('id').forUpdate();
    const notDone: { readonly key: string; readonly why: string }[] = [];
    for (const row of await left.execute()) {
      const why =
        decision === 'cancel' ? (notCancelled[row.status] ?? `It is ${row.status}.`) : await whyNotRetried(tx, row);
      if (why === undefined) await retry(tx, row, given, epoch);
      else notDone.push({ key: commandKey(row), why });
    }
    return { notDone, cancelled: cancelled.size };
  });
}
