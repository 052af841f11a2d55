import { calls } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { SERVER_FAILED } from './audit-log.ts';
import { givenRows } from './given-rows.ts';
import type { Database } from './store.ts';

export interface NamedCopy {
  readonly accountId: number;
  readonly statusOf: string;
  /** The server's name of the file, or the operator's. */
  readonly fileName: string;
  readonly batchId: string | undefined;
}

/**
 * A batch's copy, held until the transaction ends: by the server's name, else the account's latest of that local name
 * and command.
 */
export function holdCopy(db: Database, { accountId, statusOf, fileName, batchId }: NamedCopy) {
  return db
    .selectFrom('uploads')
    .select(['id', 'file', 'old_file', 'is_complete', 'created_at'])
    .where('account_id', '=', accountId)
    .where('status_of', '=', statusOf)
    .where((where) => where.or([where('file', '=', fileName), where('old_file', '=', fileName)]))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .orderBy((order) => order.case().when('file', '=', fileName).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Lists examined for a batch without an id: those that its account registered since its copy. */
const CANDIDATES = 10;

/**
 * The comma-joined lists that a copy's batch may have registered: by its id, or else those of the same command after
 * the copy, newest first.
 */
export async function listsOfCopy(
  db: Database,
  { accountId, batchId }: NamedCopy,
  actions: readonly string[],
  since: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('intents')
    .select('imei_list')
    .where('account_id', '=', accountId)
    .where('action', 'in', actions)
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(batchId === undefined, (query) => query.where('batch_id', 'is', null).where('created_at', '>=', since))
    .orderBy('id', 'desc')
    .limit(CANDIDATES)
    .execute();
  return rows.map(({ imei_list }) => imei_list);
}

/** `complete` if any copy of the account's batch is of a complete one. */
export async function copiesOf(
  db: Database,
  accountId: number,
  batchId: string,
): Promise<'none' | 'incomplete' | 'complete'> {
  const rows = await db
    .selectFrom('uploads')
    .select('is_complete')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .execute();
  if (rows.length === 0) return 'none';
  return rows.some(({ is_complete }) => is_complete === 'complete') ? 'complete' : 'incomplete';
}

/** A complete batch stays complete. */
export async function writeProgress(
  db: Database,
  copy: number,
  progress: { readonly isComplete: 'complete' | 'incomplete'; readonly lastImei: string; readonly at: string },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ is_complete: progress.isComplete, last_imei: progress.lastImei, updated_at: progress.at })
    .where('id', '=', copy)
    .where('is_complete', '=', 'incomplete')
    .execute();
}

/** Rows of a known batch with an outcome, after one and up to another. */
export async function rowsWithOutcome(db: Database, batch: number, after: number, last: number) {
  const rows = await db
    .selectFrom('batch_items')
    .select('row')
    .where('batch', '=', batch)
    .where('row', '>', after)
    .where('row', '<=', last)
    .execute();
  return new Set(rows.map(({ row }) => row));
}

/** Audit entries that may be items of a batch without a known run. */
export interface ItemsOfBatch {
  readonly accountId: number;
  readonly actions: readonly string[];
  readonly since: string;
}

/** Details of an item that the server failed at (see `subjectOf` of the audit). */
const FAILED = JSON.stringify({ message: SERVER_FAILED });
const itemPaths = [calls.getImeiDetails.path, calls.adminLockNotification.path];

/** Counts by the audit, which has a row for each item: found, not found or refused. */
export async function answersInAudit(
  db: Database,
  { accountId, actions, since }: ItemsOfBatch,
  imeis: readonly string[],
) {
  const given = givenRows(db, imeis, (imei) => [imei]);
  // Searched device by device, and by the device alone: for recent rows PostgreSQL would otherwise search all that are
  // new, again for each device.
  const { rows } = await sql<{ imei: string; answers: number }>`
    select value ->> 0 as imei, (
      select count(distinct transaction_id) from audit_log
      where audit_log.imei = value ->> 0 and (at || '') >= ${since} and account_id = ${accountId}
        and call in (${sql.join(itemPaths)}) and action in (${sql.join([...actions])})
        and outcome in ('success', 'error') and detail <> ${FAILED}
    ) as answers from ${given}`.execute(db);
  return new Map(rows.map(({ imei, answers }) => [imei, Number(answers)]));
}
