import { TransactionConflict } from '../errors/request-errors.ts';
import type { Batch } from '../store/batches.ts';
import { earlierCommands } from '../store/commands.ts';
import { readSetting } from '../store/settings.ts';
import type { Database } from '../store/store.ts';
import { HOUR, isoAfter } from '../time/clock.ts';
import type { CallContext } from '../calls/context.ts';
import { FOUND, type Item, type ItemResult, type Sending } from './item.ts';
import type { Order } from './orders.ts';

/** Setting: outcomes before this time may have been deleted; absent: none. */
export const FORGOTTEN_BEFORE = 'outcomes_forgotten_before';

/** Of a batch with the time it began. Allows for instances' clocks that differ a little. */
async function mayBeForgotten(db: Database, began = ''): Promise<boolean> {
  const before = await readSetting(db, FORGOTTEN_BEFORE);
  return before !== undefined && began < isoAfter(new Date(before), HOUR);
}

/**
 * Outcomes are kept for some time (D2), commands for ever. A call repeated after its outcome was deleted is recognised
 * by its command: it gets the same answer, and sends nothing.
 */
export async function wasSentBefore(
  { db, actor, transactionId }: CallContext,
  { variant }: Order,
  imei: string,
): Promise<boolean> {
  if (!(await mayBeForgotten(db))) return false;
  const commands = await earlierCommands(db, [{ imei, transactionId }]);
  const own = commands.filter(({ account_id }) => account_id === actor.accountId);
  if (own.some(({ action }) => action !== variant.action)) throw new TransactionConflict(transactionId);
  return own.length > 0;
}

/** Like {@link wasSentBefore}, for a batch's items: the results of those sent before. */
export async function sentBefore(
  { db, actor }: CallContext,
  sending: Sending,
  batch: Batch | undefined,
  items: readonly Item[],
): Promise<ReadonlyMap<string, ItemResult>> {
  if (!(await mayBeForgotten(db, batch?.started_at))) return new Map();
  const commands = await earlierCommands(db, items);
  const isOwn = (command: (typeof commands)[number]) =>
    sending.batchId === undefined ? command.account_id === actor.accountId : command.batch_id === sending.batchId;
  return new Map(
    commands
      .filter(isOwn)
      .map(({ transaction_id: id, action }) => [
        id,
        action === sending.order.variant.action
          ? { outcome: 'answered', message: FOUND, repeated: true }
          : { outcome: 'conflict', message: new TransactionConflict(id).message },
      ]),
  );
}
