import { MalformedRequest } from '../errors/request-errors.ts';
import {
  findBatchItems,
  findCommandIds,
  putBatchItems,
  updateBatch,
  type Batch,
  type BatchItem,
} from '../store/batches.ts';
import type { BatchItemOutcome } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { findIntent } from '../store/uploads.ts';
import { requireKeptBatch } from './batch-lists.ts';
import type { CallContext } from '../calls/context.ts';
import { FOUND, NOT_FOUND, type Item, type ItemResult, type Sending } from '../commands/item.ts';

/** A known batch, with its outcomes before a sending. */
export interface KnownRows {
  readonly batch: Batch | undefined;
  readonly items: ReadonlyMap<number, BatchItem>;
}

function rowsOf(items: readonly Item[]): readonly (Item & { readonly row: number })[] {
  return items.flatMap((item) => (item.row === undefined ? [] : [{ ...item, row: item.row }]));
}

function notInList({ row, imei }: Pick<Item, 'row' | 'imei'>): MalformedRequest {
  return new MalformedRequest(
    row === undefined
      ? `IMEI ${imei} is not in the batch's list.`
      : `Row ${row} of the batch's list is not IMEI ${imei}.`,
  );
}

/** Throws for items that are not in the unclaimed list, or not at the row that they name. */
async function requireListed(
  { db, actor, platform }: CallContext,
  { batchId, action }: Sending,
  items: readonly Item[],
): Promise<void> {
  if (batchId === undefined) return;
  const intent = await findIntent(db, actor.accountId, batchId);
  if (!intent)
    throw new MalformedRequest('The list of this batch is not registered. Nothing was sent; register it first.');
  if (intent.action !== action)
    throw new MalformedRequest(`The list of batch ${batchId} is for "${intent.action}", not "${action}".`);
  const names = { account_id: actor.accountId, batch_id: batchId };
  const list = await platform.batchLists.registered(db, { ...names, ...intent });
  const anywhere = items.filter(({ row }) => row === undefined).map(({ imei }) => imei);
  const found = new Set(anywhere.length === 0 ? [] : await list.containing(anywhere));
  const wrong = items.find(({ row, imei }) => (row === undefined ? !found.has(imei) : list.at(row) !== imei));
  if (wrong) throw notInList(wrong);
}

/**
 * The rows of items. Throws MalformedRequest if one is not in the registered list, claimed or not: thresholds apply to
 * the list, and an outcome must never be stored at another IMEI.
 */
export async function findRows(
  context: CallContext,
  sending: Sending,
  batch: Batch | undefined,
  items: readonly Item[],
): Promise<KnownRows> {
  const { db, platform } = context;
  if (!batch) {
    await requireListed(context, sending, items);
    return { batch, items: new Map() };
  }
  const withRow = rowsOf(items);
  if (withRow.length < items.length) throw new MalformedRequest('An item of a batch that a run holds names its row.');
  requireKeptBatch(platform.batchesKeptSince(), batch);
  const list = await platform.batchLists.listOf(db, batch);
  const wrong = withRow.find(({ row, imei }) => list.at(row) !== imei);
  if (wrong) throw notInList(wrong);
  return {
    batch,
    items: await findBatchItems(
      db,
      batch.id,
      withRow.map(({ row }) => row),
    ),
  };
}

/** Null for a conflict, which says nothing about the row. */
function outcomeOf({ outcome, message }: ItemResult): Pick<BatchItem, 'outcome' | 'message'> | null {
  if (outcome === 'conflict') return null;
  if (message === FOUND || message === NOT_FOUND) return { outcome: message, message: '' };
  return { outcome: 'refused', message };
}

const counted = { found: 'found', 'not found': 'not_found', refused: 'refused' } as const;

function countsAfter(batch: Batch, before: KnownRows['items'], after: readonly Omit<BatchItem, 'batch'>[]) {
  const counts = { found: batch.found, not_found: batch.not_found, refused: batch.refused };
  const add = (outcome: BatchItemOutcome, rows: number) => {
    counts[counted[outcome]] += rows;
  };
  for (const { row, outcome } of after) {
    const earlier = before.get(row);
    if (earlier) add(earlier.outcome, -1);
    add(outcome, 1);
  }
  return counts;
}

/** Queued by an earlier sending without a row. */
async function earlierCommands(db: Database, batch: Batch, items: readonly Item[]) {
  return items.length === 0 ? new Map<string, number>() : findCommandIds(db, batch.batch_id, items);
}

/** Records contact with the batch too. `found` and `not found` are final. */
export async function noteRows(
  db: Database,
  { batch, items: before }: KnownRows,
  items: readonly Item[],
  results: ReadonlyMap<string, ItemResult>,
  commandIds: ReadonlyMap<string, number>,
  at: string,
): Promise<void> {
  if (!batch) return;
  const changed = rowsOf(items).flatMap((item) => {
    const result = results.get(item.transactionId);
    const outcome = result && outcomeOf(result);
    const earlier = before.get(item.row);
    return !outcome || (earlier && earlier.outcome !== 'refused') ? [] : [{ item, outcome }];
  });
  const earlier = await earlierCommands(
    db,
    batch,
    changed
      .filter(({ item, outcome }) => outcome.outcome === 'found' && !commandIds.has(item.transactionId))
      .map(({ item }) => item),
  );
  const after = changed.map(({ item: { row, transactionId }, outcome }) => ({
    row,
    transaction_id: transactionId,
    ...outcome,
    command_id: commandIds.get(transactionId) ?? earlier.get(transactionId) ?? null,
  }));
  if (after.length > 0) await putBatchItems(db, batch.id, after);
  await updateBatch(db, batch.id, { seen_at: at, ...countsAfter(batch, before, after) });
}
