import { requireKeptBatch } from '../../core/batches/batch-lists.ts';
import { mayRead } from '../../core/batches/batch-hold.ts';
import type { Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { NotAuthorised } from '../../core/errors/request-errors.ts';
import { findBatch } from '../../core/store/batches.ts';
import { outcomesBetween } from './known-batches.ts';

/** Lists a part of a batch's devices, with the outcome of each and the status of its command (D17a). */
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
