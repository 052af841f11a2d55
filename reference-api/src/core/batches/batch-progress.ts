import { commandByStatusOf } from '@device-console/shared-lib/contract';
import { setImmediate } from 'node:timers/promises';
import { BusinessError } from '../errors/expected-errors.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import {
  answersInAudit,
  holdCopy,
  listsOfCopy,
  rowsWithOutcome,
  writeProgress,
  type ItemsOfBatch,
  type NamedCopy,
} from '../store/batch-progress.ts';
import { holdBatch, updateBatch, type Batch } from '../store/batches.ts';
import type { Database } from '../store/store.ts';
import { isoAfter, isoTime } from '../time/clock.ts';
import { heldElsewhere } from './batch-hold.ts';
import { requireKept } from './batch-lists.ts';
import type { CallContext, Service } from '../calls/context.ts';

/** IMEIs that one statement looks up, and rows that one reads; other calls are served in between. */
const PIECE = 1_000;
const ROWS = 50_000;

/** Milliseconds between two instances' clocks: a later event may seem earlier. */
const CLOCKS_APART = 10_000;

/** Devices of a list without an outcome: their number, and the first. */
interface Unanswered {
  readonly of: number;
  readonly devices: number;
  readonly first: string;
}

async function openRows({ db, platform }: CallContext, batch: Batch): Promise<Unanswered> {
  const list = await platform.batchLists.listOf(db, batch);
  let [devices, first] = [0, ''];
  if (batch.found + batch.not_found + batch.refused < list.length)
    for (let after = 0; after < list.length; after += ROWS) {
      const last = Math.min(after + ROWS, list.length);
      const known = await rowsWithOutcome(db, batch.id, after, last);
      for (let row = after + 1; row <= last; row += 1) {
        if (known.has(row)) continue;
        if (devices === 0) first = list.at(row) ?? '';
        devices += 1;
      }
      await setImmediate();
    }
  return { of: list.length, devices, first };
}

/** Counts a device as often as it is in the list. */
async function openDevices(db: Database, items: ItemsOfBatch, list: readonly string[]): Promise<Unanswered> {
  const times = new Map<string, number>();
  for (const imei of list) times.set(imei, (times.get(imei) ?? 0) + 1);
  const imeis = [...times.keys()];
  let [devices, first] = [0, ''];
  for (let from = 0; from < imeis.length; from += PIECE) {
    const piece = imeis.slice(from, from + PIECE);
    const answers = await answersInAudit(db, items, piece);
    for (const imei of piece) {
      const open = Math.max(0, (times.get(imei) ?? 0) - (answers.get(imei) ?? 0));
      if (open > 0 && devices === 0) first = imei;
      devices += open;
    }
    await setImmediate();
  }
  return { of: list.length, devices, first };
}

/** Throws if a batch has devices without an outcome. Of several possible lists, uses the one with the fewest. */
async function requireAnswered(
  context: CallContext,
  batch: Batch | undefined,
  items: ItemsOfBatch,
  lists: readonly string[],
): Promise<void> {
  const counted = batch ? [await openRows(context, batch)] : [];
  if (!batch) for (const list of lists) counted.push(await openDevices(context.db, items, list.split(',')));
  const [least] = counted.toSorted((left, right) => left.devices - right.devices);
  if (!least || least.devices === 0) return;
  throw new BusinessError(
    `The server has no outcome of ${least.devices} of the ${least.of} devices of this batch, the first of them ` +
      `${least.first}. The batch is complete once they are sent again.`,
  );
}

/** Throws if the reported batch cannot have started yet. */
async function findProgress({ db }: CallContext, actions: readonly string[], named: NamedCopy) {
  const copy = await holdCopy(db, named);
  if (!copy)
    throw new BusinessError(
      `The server has no file ${named.fileName} of this batch. A batch begins with its file; nothing was noted.`,
    );
  const since = isoAfter(new Date(copy.created_at), -CLOCKS_APART);
  const registered = await listsOfCopy(db, named, actions, since);
  const lists = registered.filter((list) => list !== '');
  if (copy.is_complete === 'incomplete' && lists.length === 0 && registered.length > 0) requireKept('');
  if (copy.is_complete === 'incomplete' && lists.length === 0)
    throw new BusinessError('The list of this batch is not registered, so nothing of it was sent. Nothing was noted.');
  return { copy, lists, since };
}

/**
 * Keeps a batch's progress (B7, B10, D17), as far as the server's own data confirm it: its file, its list, and, for the
 * end, an outcome of each row that a run sent; for a batch without a known run, an answer to each device since its file
 * came. A complete batch stays complete.
 */
export const updateStatusOnServer: Service<'updateStatusOnServer'> = async (context, body) => {
  const { db, platform, actor } = context;
  const { fileName, statusOf, batchId, isComplete, lastimei } = body;
  const command = commandByStatusOf(statusOf);
  if (!command) throw new MalformedRequest(`There is no batch with statusOf "${statusOf}".`);
  const batch = batchId === undefined ? undefined : await holdBatch(db, batchId);
  if (batch && batch.holder_id !== actor.accountId) throw await heldElsewhere(db, batch);
  // A batch that was taken over stays one upload, of the account that started it.
  const accountId = batch?.account_id ?? actor.accountId;
  const actions = command.variants.map(({ action }) => action);
  const { copy, lists, since } = await findProgress(context, actions, { accountId, statusOf, fileName, batchId });
  if (copy.is_complete === 'complete')
    return { status: 'success', message: 'The batch is complete already; nothing was changed.' };
  const ofLast = lists.filter((list) => lastimei === '' || list.split(',').includes(lastimei));
  if (ofLast.length === 0)
    throw new BusinessError(`The IMEI ${lastimei} is not in the list of this batch. Nothing was noted.`);
  if (isComplete === 'complete') {
    await requireAnswered(context, batch, { accountId, actions, since }, ofLast);
    if (batch) await updateBatch(db, batch.id, { state: 'complete' });
  }
  await writeProgress(db, copy.id, { isComplete, lastImei: lastimei, at: isoTime(platform.clock.now()) });
  return { status: 'success', message: 'Status updated' };
};
