import { commandByAction, type CommandState } from '@device-console/shared-lib/contract';
import { sql, type SqlBool, type ExpressionBuilder } from 'kysely';
import { changeCommand } from '../../core/store/command-queue.ts';
import { newCommandUid, type CommandRow } from '../../core/store/commands.ts';
import { givenRows } from '../../core/store/given-rows.ts';
import type { Schema } from '../../core/store/schema.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

/** Which commands to select; absent fields do not filter. */
export interface CommandFilter {
  readonly state?: CommandState | undefined;
  readonly imei?: string | undefined;
  readonly action?: string | undefined;
  readonly batchId?: string | undefined;
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

/** Returns the report to search in, if the filter names an action, and no device, batch or state but acknowledged. */
function reportToRead({ state, imei, action, batchId }: CommandFilter): string | undefined {
  const isNamedByMore =
    (state !== undefined && state !== 'acknowledged') || imei !== undefined || batchId !== undefined;
  return action === undefined || isNamedByMore ? undefined : commandByAction(action)?.variant.report;
}

/** Lists commands before the one with the id `before`, newest first; without `before`, the newest. */
export function commandsBefore(
  db: Database,
  filter: CommandFilter,
  before: number | undefined,
  limit: number,
): Promise<readonly CommandRow[]> {
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

export async function oldestInState(db: Database, state: CommandState): Promise<string> {
  const row = await filtered(db, { state }).select('created_at').orderBy('id').limit(1).executeTakeFirst();
  return row?.created_at ?? '';
}

export async function idsAfter(db: Database, filter: CommandFilter, after: number, limit: number) {
  const rows = await filtered(db, filter).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Cancels the commands that were certainly not sent; returns their ids. */
export async function cancelUnsent(db: Database, ids: readonly number[], reason: string, at: string) {
  const given = givenRows(db, ids, (id) => [id]);
  const rows = await db
    .updateTable('commands')
    .set({ status: 'cancelled', failure: reason, claimed_until: null, claim: null, updated_at: at })
    .where('id', 'in', sql<number>`(select cast(value ->> 0 as bigint) from ${given})`)
    .where('status', '=', 'queued')
    .where('handed_at', 'is', null)
    .where((where) => isFree(where, at))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const commandById = (db: Database, id: number) => db.selectFrom('commands').selectAll().where('id', '=', id);

async function hasLater(db: Database, { id, imei }: CommandRow): Promise<boolean> {
  const row = await db
    .selectFrom('commands')
    .select('id')
    .where('imei', '=', imei)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** States from which a command cannot be retried, and why. */
const notRetried: Readonly<Partial<Record<CommandState, string>>> = {
  queued: 'It waits to be sent.',
  sent: 'The provider has it.',
  acknowledged: 'The phone has done it.',
};

/**
 * Queues a command again; returns why not, or null on success. The command keeps its key, so that it is carried out
 * once. It gets a new key if the provider has closed the old one.
 */
export function retryCommand(
  db: Database,
  id: number,
  { at, expiresAt, epoch }: { readonly at: string; readonly expiresAt: string; readonly epoch: string },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const row = await commandById(tx, id).forUpdate().executeTakeFirst();
    if (!row) return 'There is no such command.';
    const why = notRetried[row.status];
    if (why !== undefined) return why;
    if (await hasLater(tx, row)) return 'A later command of this phone is there. Send it anew if it is still wanted.';
    const isClosed = row.status !== 'unknown' && row.handed_at !== null;
    const next = { uid: row.uid ?? newCommandUid(at), retries: row.retries + 1, epoch: row.epoch || epoch };
    const identity = isClosed ? { ...next, handed_at: null, sent_at: null } : {};
    await changeCommand(
      tx,
      id,
      {
        ...identity,
        status: 'queued',
        failure: '',
        attempts: 0,
        next_attempt_at: at,
        first_failure_at: null,
        expires_at: expiresAt,
        active_epoch: epoch,
      },
      at,
    );
    return null;
  });
}

/** True if no worker has claimed the command. */
const isFree = (where: ExpressionBuilder<Schema, 'commands'>, now: string) =>
  where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]);
