import { commandByStatusOf, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { setImmediate } from 'node:timers/promises';
import { BusinessError } from '../errors/expected-errors.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { heldElsewhere } from './batch-hold.ts';
import { holdBatch, updateBatch, type Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { isoTime } from '../time/clock.ts';
import type { CallContext, Service } from '../calls/context.ts';
import { type BatchList, requireKeptBatch } from './batch-lists.ts';

/** Rows that one statement reads; other calls are served in between. */
const ROWS = 50_000;

type Told = BodyOf<(typeof calls)['updateStatusOnServer']>;

/** The rows of a list without an outcome: their number, and the IMEI of the first. */
async function openRows(db: Database, batch: Batch, list: BatchList) {
  let [devices, first] = [0, ''];
  if (batch.found + batch.not_found + batch.refused < list.length)
    for (let after = 0; after < list.length; after += ROWS) {
      const last = Math.min(after + ROWS, list.length);
      const items = db.selectFrom('batch_items').select('row').where('batch', '=', batch.id);
      const answered = await items.where('row', '>', after).where('row', '<=', last).execute();
      const known = new Set(answered.map(({ row }) => row));
      for (let row = after + 1; row <= last; row += 1) {
        if (known.has(row)) continue;
        if (devices === 0) first = list.at(row) ?? '';
        devices += 1;
      }
      await setImmediate();
    }
  return { devices, first };
}

async function requireConfirmed({ db, platform }: CallContext, batch: Batch, { lastimei, isComplete }: Told) {
  requireKeptBatch(platform.batchesKeptSince(), batch);
  const list = await platform.batchLists.listOf(db, batch);
  if (lastimei !== '' && (await list.containing([lastimei])).length === 0)
    throw new BusinessError(`The IMEI ${lastimei} is not in the list of this batch. Nothing was noted.`);
  if (isComplete !== 'complete') return;
  const { devices, first } = await openRows(db, batch, list);
  if (devices > 0)
    throw new BusinessError(
      `The server has no outcome of ${devices} of the ${list.length} devices of this batch, the first of them ` +
        `${first}. The batch is complete once they are sent again.`,
    );
}

/** Held until the transaction ends: the copy of the server's name, else the account's latest of that local name. */
async function holdCopy(db: Database, accountId: number, { statusOf, fileName, batchId }: Told) {
  const copy = await db
    .selectFrom('uploads')
    .select(['id', 'is_complete'])
    .where('account_id', '=', accountId)
    .where('status_of', '=', statusOf)
    .where((where) => where.or([where('file', '=', fileName), where('old_file', '=', fileName)]))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .orderBy((order) => order.case().when('file', '=', fileName).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (copy) return copy;
  throw new BusinessError(
    `The server has no file ${fileName} of this batch. A batch begins with its file; nothing was noted.`,
  );
}

/**
 * Keeps a batch's progress (B7, B10, D17). Of a claimed batch it is believed as far as the server's own data confirm
 * it: its list and, for the end, an outcome of each row. A batch that no run has claimed needs its file alone, as in
 * the specification. A complete batch stays complete.
 */
export const updateStatusOnServer: Service<'updateStatusOnServer'> = async (context, told) => {
  const { db, platform, actor } = context;
  const { batchId, isComplete, lastimei, statusOf } = told;
  if (!commandByStatusOf(statusOf)) throw new MalformedRequest(`There is no batch with statusOf "${statusOf}".`);
  const batch = batchId === undefined ? undefined : await holdBatch(db, batchId);
  if (batch && batch.holder_id !== actor.accountId) throw heldElsewhere(actor, batch);
  // A batch that was taken over stays one upload, of the account that started it.
  const copy = await holdCopy(db, batch?.account_id ?? actor.accountId, told);
  if (copy.is_complete === 'complete')
    return { status: 'success', message: 'The batch is complete already; nothing was changed.' };
  if (batch) await requireConfirmed(context, batch, told);
  if (batch && isComplete === 'complete') await updateBatch(db, batch.id, { state: 'complete' });
  const progress = { is_complete: isComplete, last_imei: lastimei, updated_at: isoTime(platform.clock.now()) };
  await db.updateTable('uploads').set(progress).where('id', '=', copy.id).execute();
  return { status: 'success', message: 'Status updated' };
};
