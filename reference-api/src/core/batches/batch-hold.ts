import { commandByAction } from '@device-console/shared-lib/contract';
import { maySend } from '../calls/access.ts';
import type { Actor } from '../calls/context.ts';
import type { BatchPart } from '../commands/item.ts';
import { BatchHeldElsewhere, MalformedRequest } from '../errors/request-errors.ts';
import { holdBatch, type Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';

/** Also checks the account: ids of runs are not secret. */
export function holds(batch: Batch, actor: Actor, run: string | undefined): boolean {
  return batch.run === run && batch.holder_id === actor.accountId;
}

/** An API key is not told the run, with which it could go on in its place. */
export function heldElsewhere({ via }: Actor, { run, holder, place }: Batch): BatchHeldElsewhere {
  return new BatchHeldElsewhere(via === 'key' ? { holder, place } : { run, holder, place });
}

/** The batch of items, held until the transaction ends; undefined if no run made it known (D17b). */
export async function batchOfItems(db: Database, actor: Actor, part: BatchPart): Promise<Batch | undefined> {
  if (part.batchId === undefined) return undefined;
  const batch = await holdBatch(db, part.batchId);
  if (!batch) return undefined;
  if (!holds(batch, actor, part.run)) throw heldElsewhere(actor, batch);
  if (batch.action !== part.action)
    throw new MalformedRequest(`The batch ${part.batchId} sends "${batch.action}", not "${part.action}".`);
  return batch;
}

/** For the batch's starter, senders of its command, and managers of users (D17a). */
export function mayRead(actor: Actor, { account_id, action }: Pick<Batch, 'account_id' | 'action'>): boolean {
  const command = commandByAction(action)?.command;
  return (
    actor.userlevel !== 'USER' || account_id === actor.accountId || (command !== undefined && maySend(actor, command))
  );
}

/** True if the actor may take over the batch of a copy, which alone has its rows (D17b). API keys read no files. */
export async function mayReadCopy(db: Database, actor: Actor, report: string, file: string): Promise<boolean> {
  if (actor.via === 'key') return false;
  const copies = db.selectFrom('batches').select(['account_id', 'action']);
  const batch = await copies.where('report', '=', report).where('file', '=', file).executeTakeFirst();
  return batch !== undefined && mayRead(actor, batch);
}
