import { BatchHeldElsewhere, MalformedRequest } from '../errors/request-errors.ts';
import { findBatch, holdBatch, type Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import type { Actor } from '../calls/context.ts';
import { MINUTE } from '../time/clock.ts';

/** What a call says about its batch. */
export interface BatchPart {
  readonly batchId?: string | undefined;
  readonly run?: string | undefined;
  readonly action: string;
}

/** True for the run that holds a batch, of the right account: ids of runs are not secret. */
export function holds(batch: Batch, actor: Actor, run: string | undefined): boolean {
  return batch.run === run && batch.holder_id === actor.accountId;
}

/** Tells somebody else who holds a batch. */
export async function heldElsewhere(db: Database, batch: Batch): Promise<BatchHeldElsewhere> {
  const known = await findBatch(db, batch.batch_id);
  return new BatchHeldElsewhere({ run: batch.run, holder: known?.holder ?? '', place: batch.place });
}

/**
 * The batch that items belong to, held until the transaction ends; undefined where no run made it known. Throws
 * BatchHeldElsewhere for a run that does not hold it (D17b).
 */
export async function batchOfItems(db: Database, actor: Actor, part: BatchPart): Promise<Batch | undefined> {
  if (part.batchId === undefined) return undefined;
  const batch = await holdBatch(db, part.batchId);
  if (!batch) return undefined;
  if (!holds(batch, actor, part.run)) throw await heldElsewhere(db, batch);
  if (batch.action !== part.action)
    throw new MalformedRequest(`The batch ${part.batchId} sends "${batch.action}", not "${part.action}".`);
  return batch;
}

/** A run that was not heard from for this long is silent (D17a). */
const SILENT_AFTER = MINUTE / 2;

/** The state of a batch: `running`, `silent` or `complete`. */
export function stateOf({ state, seen_at }: Pick<Batch, 'state' | 'seen_at'>, now: Date): string {
  if (state === 'complete') return 'complete';
  return Math.abs(now.getTime() - Date.parse(seen_at)) < SILENT_AFTER ? 'running' : 'silent';
}
