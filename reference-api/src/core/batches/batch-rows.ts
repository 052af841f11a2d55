import { MalformedRequest } from '../errors/request-errors.ts';
import { putBatchItems, updateBatch, type Batch, type BatchItem } from '../store/batches.ts';
import { givenIds } from '../store/given-rows.ts';
import type { BatchItemOutcome } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { findIntent } from '../store/uploads.ts';
import { type BatchList, requireKeptBatch } from './batch-lists.ts';
import type { CallContext } from '../calls/context.ts';
import { FOUND, NOT_FOUND, type Item, type ItemResult, type Sending } from '../commands/item.ts';

/** Outcomes of a known batch before a sending, by row. */
export type NotedRows = ReadonlyMap<number, BatchItem>;

function rowsOf(items: readonly Item[]): readonly (Item & { readonly row: number })[] {
  return items.flatMap((item) => (item.row === undefined ? [] : [{ ...item, row: item.row }]));
}

/** The registered list, claimed or not: thresholds apply to it. Undefined for items without a batch's id. */
async function listOf({ db, actor, platform }: CallContext, { batchId, action }: Sending, batch: Batch | undefined) {
  if (batch) {
    requireKeptBatch(platform.batchesKeptSince(), batch);
    return platform.batchLists.listOf(db, batch);
  }
  if (batchId === undefined) return undefined;
  const intent = await findIntent(db, actor.accountId, batchId);
  if (!intent)
    throw new MalformedRequest('The list of this batch is not registered. Nothing was sent; register it first.');
  if (intent.action !== action)
    throw new MalformedRequest(`The list of batch ${batchId} is for "${intent.action}", not "${action}".`);
  return platform.batchLists.registered(db, intent, { account_id: actor.accountId, batch_id: batchId });
}

async function requireListed(list: BatchList, items: readonly Item[]): Promise<void> {
  const anywhere = items.filter(({ row }) => row === undefined).map(({ imei }) => imei);
  const found = new Set(anywhere.length === 0 ? [] : await list.containing(anywhere));
  for (const { row, imei } of items) {
    if (row === undefined && !found.has(imei)) throw new MalformedRequest(`IMEI ${imei} is not in the batch's list.`);
    if (row !== undefined && list.at(row) !== imei)
      throw new MalformedRequest(`Row ${row} of the batch's list is not IMEI ${imei}.`);
  }
}

/**
 * What a known batch has noted of items, all in the registered list: no outcome is ever stored at another IMEI. Also
 * that list, if they name a batch.
 */
export async function findRows(
  context: CallContext,
  sending: Sending,
  batch: Batch | undefined,
  items: readonly Item[],
): Promise<{ readonly rows: NotedRows; readonly list: BatchList | undefined }> {
  const { db } = context;
  const withRow = rowsOf(items);
  if (batch && withRow.length < items.length)
    throw new MalformedRequest('An item of a batch that a run holds names its row.');
  const list = await listOf(context, sending, batch);
  if (list) await requireListed(list, items);
  if (!batch) return { rows: new Map(), list };
  const { after } = sending;
  const rows = [...(after === undefined ? [] : [after]), ...withRow.map(({ row }) => row)];
  // The rows of a chunk are close together, so only that range is searched.
  const found = await db
    .selectFrom('batch_items')
    .selectAll()
    .where('batch', '=', batch.id)
    .where('row', '>=', Math.min(...rows))
    .where('row', '<=', Math.max(...rows))
    .where('row', 'in', givenIds(db, rows))
    .execute();
  return { rows: new Map(found.map((item) => [item.row, item])), list };
}

/** Null for a conflict, which says nothing about the row. */
function outcomeOf({ outcome, message }: ItemResult): Pick<BatchItem, 'outcome' | 'message'> | null {
  if (outcome === 'conflict') return null;
  if (message === FOUND || message === NOT_FOUND) return { outcome: message, message: '' };
  return { outcome: 'refused', message };
}

/** Records contact with the batch too. `found` and `not found` are final. */
export async function noteRows(
  db: Database,
  batch: Batch,
  before: NotedRows,
  items: readonly Item[],
  results: ReadonlyMap<string, ItemResult>,
  commandIds: ReadonlyMap<string, number>,
  at: string,
): Promise<void> {
  const after = rowsOf(items).flatMap(({ row, transactionId }) => {
    const result = results.get(transactionId);
    const outcome = result && outcomeOf(result);
    const earlier = before.get(row);
    if (!outcome || (earlier && earlier.outcome !== 'refused')) return [];
    return [{ row, transaction_id: transactionId, ...outcome, command_id: commandIds.get(transactionId) ?? null }];
  });
  if (after.length > 0) await putBatchItems(db, batch.id, after);
  const rows = (wanted: BatchItemOutcome) => after.filter(({ outcome }) => outcome === wanted).length;
  const refusedBefore = after.filter(({ row }) => before.has(row)).length;
  await updateBatch(db, batch.id, {
    seen_at: at,
    found: batch.found + rows('found'),
    not_found: batch.not_found + rows('not found'),
    refused: batch.refused + rows('refused') - refusedBefore,
  });
}
