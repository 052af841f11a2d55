import { commandByAction, type CommandState } from '@device-console/shared-lib/contract';
import { sql, type SqlBool } from 'kysely';
import { requireCredential } from '../../core/calls/access.ts';
import { cancelUnsent, type CommandFilter, filteredCommands } from '../../core/commands/cancel-unsent.ts';
import type { Actor } from '../../core/calls/context.ts';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import { changeCommand } from '../../core/store/command-queue.ts';
import { newCommandUid, type CommandRow } from '../../core/store/commands.ts';
import { exists } from '../../core/store/count-rows.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { givenIds, givenTexts } from '../../core/store/given-rows.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

/** The report to search in, if the filter names an action, and no device, batch or state but acknowledged. */
function reportToRead({ state, imei, action, batchId }: CommandFilter): string | undefined {
  const isNamedByMore =
    (state !== undefined && state !== 'acknowledged') || imei !== undefined || batchId !== undefined;
  return action === undefined || isNamedByMore ? undefined : commandByAction(action)?.variant.report;
}

/** Newest first, before the one with the id `before`, if given. */
export function commandsBefore(db: Database, filter: CommandFilter, before: number | undefined, limit: number) {
  const report = reportToRead(filter);
  const rows = filteredCommands(db, filter).selectAll().orderBy('id', 'desc').limit(limit);
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
