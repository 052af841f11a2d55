import { MINUTE } from '../../core/time/clock.ts';
import { type Insertable, sql } from 'kysely';
import type { BatchTable } from '../../core/store/schema.ts';
import type { Batch } from '../../core/store/batches.ts';
import type { Database } from '../../core/store/store.ts';

/** Inserts a batch; false if its id is already known. */
export async function insertBatch(db: Database, batch: Insertable<BatchTable>): Promise<boolean> {
  const row = await db
    .insertInto('batches')
    .values(batch)
    .onConflict((conflict) => conflict.column('batch_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** True if another account has commands under a batch's id. */
export async function isUsedByOthers(db: Database, batchId: string, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('commands')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('account_id', '<>', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists unfinished batches, the last seen first. */
export function openBatches(db: Database, begunSince: string, since: string) {
  return db
    .selectFrom('batches')
    .select(['id', 'account_id', 'batch_id', 'devices'])
    .where('state', '=', sql.lit('open'))
    .where('seen_at', '>=', since)
    .where('started_at', '>=', begunSince)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Reads outcomes of rows. Commands are looked up by id: for a join, PostgreSQL may read all commands. */
export function outcomesBetween(db: Database, batch: number, after: number, last: number) {
  return db
    .selectFrom('batch_items')
    .select((select) => {
      const command = select.selectFrom('commands').whereRef('commands.id', '=', 'batch_items.command_id');
      return [
        'row',
        'outcome',
        'message',
        command.select('commands.status').as('status'),
        command.select('commands.failure').as('failure'),
      ];
    })
    .where('batch', '=', batch)
    .where('row', '>', after)
    .where('row', '<=', last)
    .orderBy('row')
    .execute();
}

export function findBatchUpload(db: Database, accountId: number, batchId: string) {
  return db
    .selectFrom('uploads')
    .select(['file', 'report', 'created_at'])
    .where('batch_id', '=', batchId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Milliseconds after which a run that is not heard of is silent (D17a). */
const SILENT_AFTER = MINUTE / 2;

export function stateOf({ state, seen_at }: Pick<Batch, 'state' | 'seen_at'>, now: Date): string {
  if (state === 'complete') return 'complete';
  return Math.abs(now.getTime() - Date.parse(seen_at)) < SILENT_AFTER ? 'running' : 'silent';
}
