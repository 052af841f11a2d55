import { commandByAction } from '@device-console/shared-lib/contract';
import { BusinessError } from '../errors/expected-errors.ts';
import { NotAuthorised } from '../errors/request-errors.ts';
import { findBatch, findBatchOfCopy, outcomesBetween, type Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { requireKeptBatch } from './batch-lists.ts';
import type { Actor, Service } from '../calls/context.ts';
import { maySend } from '../calls/access.ts';

/** Whoever began a batch, may send its command, or manages users may read how it went (D17a). */
function mayRead(actor: Actor, { account_id, action }: Pick<Batch, 'account_id' | 'action'>): boolean {
  const command = commandByAction(action)?.command;
  return (
    actor.userlevel !== 'USER' || account_id === actor.accountId || (command !== undefined && maySend(actor, command))
  );
}

/**
 * True for who may take over the batch that a copy belongs to: its rows are in the copy alone (D17b). API keys read no
 * files.
 */
export async function mayReadCopy(db: Database, actor: Actor, report: string, file: string): Promise<boolean> {
  const batch = actor.via === 'session' ? await findBatchOfCopy(db, report, file) : undefined;
  return batch !== undefined && mayRead(actor, batch);
}

/** A part of a batch's list, with what became of each device and of its command (D17a). */
export const batchOutcomes: Service<'batchOutcomes'> = async ({ db, platform, actor }, { batchId, after, limit }) => {
  const batch = await findBatch(db, batchId);
  if (!batch) throw new BusinessError('The server does not know this batch.');
  if (!mayRead(actor, batch)) throw new NotAuthorised(actor.permissions, "the batch is another account's");
  requireKeptBatch(platform.batchesKeptSince(), batch);
  const list = await platform.batchLists.listOf(db, batch);
  const last = Math.min(after + limit, list.length);
  const known = new Map((await outcomesBetween(db, batch.id, after, last)).map((item) => [item.row, item]));
  return {
    status: 'success',
    message: '',
    items: Array.from({ length: Math.max(0, last - after) }, (_, index) => {
      const row = after + index + 1;
      const item = known.get(row);
      return {
        row,
        imei: list.at(row) ?? '',
        outcome: item?.outcome ?? 'open',
        message: item?.message ?? '',
        command: item?.status ?? '',
        failure: item?.failure ?? '',
      };
    }),
    devices: list.length,
    action: batch.action,
    fileName: batch.file_name,
    report: batch.report,
    file: batch.file,
    level: batch.level,
    total: batch.total,
    invalid: batch.invalid,
    duplicates: batch.duplicates,
    startedAt: batch.started_at,
  };
};
