import { commandByStatusOf } from '@device-console/shared-lib/contract';
import { setImmediate } from 'node:timers/promises';
import { BusinessError } from '../errors/expected-errors.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import {
  answersInAudit,
  commandsOfBatch,
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

/** IMEIs that one statement looks for, and rows that one reads: others are served between such pieces. */
const PIECE = 1_000;
const ROWS = 50_000;

/** Milliseconds that the clocks of two instances may be apart: what followed may seem to have come before. */
const CLOCKS_APART = 10_000;

/** Devices of a list without an outcome: how many, and the first of them. */
interface Unanswered {
  readonly devices: number;
  readonly first: string;
}

function occurrences(list: readonly string[], wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const imei of list) if (wanted.has(imei)) counts.set(imei, (counts.get(imei) ?? 0) + 1);
  return counts;
}

/** Of some IMEIs of a list those that the audit has no answer for, as often as they stand in the list. */
async function withoutAnswer(
  db: Database,
  items: ItemsOfBatch,
  list: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<Unanswered> {
  const entries = [...occurrences(list, wanted)];
  let [devices, first] = [0, ''];
  for (let from = 0; from < entries.length; from += PIECE) {
    const piece = entries.slice(from, from + PIECE);
    const answers = await answersInAudit(
      db,
      items,
      piece.map(([imei]) => imei),
    );
    for (const [imei, times] of piece) {
      const open = Math.max(0, times - (answers.get(imei) ?? 0));
      if (open > 0 && devices === 0) first = imei;
      devices += open;
    }
    await setImmediate();
  }
  return { devices, first };
}

/** IMEIs of a known batch whose rows have no outcome. */
async function rowsLeft(db: Database, batch: Batch, list: readonly string[]): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  if (batch.found + batch.not_found + batch.refused >= list.length) return left;
  for (let after = 0; after < list.length; after += ROWS) {
    const known = await rowsWithOutcome(db, batch.id, after, after + ROWS);
    for (const [index, imei] of list.slice(after, after + ROWS).entries())
      if (!known.has(after + index + 1)) left.add(imei);
    await setImmediate();
  }
  return left;
}

/** IMEIs of a batch that no run made known, as often as its commands do not say that they were found. */
async function notCommanded(
  db: Database,
  items: ItemsOfBatch,
  batchId: string,
  list: readonly string[],
): Promise<ReadonlySet<string>> {
  const commanded = new Map<string, number>();
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await commandsOfBatch(db, items, batchId, { after, limit: ROWS });
    for (const { imei } of rows) commanded.set(imei, (commanded.get(imei) ?? 0) + 1);
    after = rows.length < ROWS ? undefined : rows.at(-1)?.id;
    await setImmediate();
  }
  const left = new Set<string>();
  for (const imei of list) {
    const times = commanded.get(imei) ?? 0;
    if (times === 0) left.add(imei);
    else commanded.set(imei, times - 1);
  }
  return left;
}

/** IMEIs of a list that the audit has to be asked about: of the others the server has a row of its own. */
function unsettled(
  db: Database,
  batch: Batch | undefined,
  items: ItemsOfBatch,
  list: readonly string[],
): Promise<ReadonlySet<string>> {
  if (batch) return rowsLeft(db, batch, list);
  if (items.batchId !== undefined) return notCommanded(db, items, items.batchId, list);
  return Promise.resolve(new Set(list));
}

/** What the server itself has counted of a batch. */
interface Counted {
  readonly list: readonly string[];
  readonly unanswered: Unanswered;
}

/** Of the lists that a batch may have, the one with the fewest devices left. */
async function count(
  db: Database,
  batch: Batch | undefined,
  items: ItemsOfBatch,
  lists: readonly string[],
): Promise<Counted | undefined> {
  let best: Counted | undefined;
  for (const text of lists) {
    const list = text.split(',');
    const unanswered = await withoutAnswer(db, items, list, await unsettled(db, batch, items, list));
    if (!best || unanswered.devices < best.unanswered.devices) best = { list, unanswered };
    if (unanswered.devices === 0) break;
  }
  return best;
}

function requireAnswered({ list, unanswered: { devices, first } }: Counted): void {
  if (devices === 0) return;
  throw new BusinessError(
    `The server has no outcome of ${devices} of the ${list.length} devices of this batch, the first of them ` +
      `${first}. The batch is complete once they are sent again.`,
  );
}

/** What there is of a batch that a call tells the progress of; throws where it cannot have begun yet. */
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
 * Keeps how far a batch has come (B7, B10, D17), as far as it follows from what the server has itself: its file, its
 * list, and, for the end, an outcome of each device of it. What is complete stays so.
 */
export const updateStatusOnServer: Service<'updateStatusOnServer'> = async (context, body) => {
  const { db, platform, actor } = context;
  const { fileName, statusOf, batchId, isComplete, lastimei } = body;
  const command = commandByStatusOf(statusOf);
  if (!command) throw new MalformedRequest(`There is no batch with statusOf "${statusOf}".`);
  const batch = batchId === undefined ? undefined : await holdBatch(db, batchId);
  if (batch && batch.holder_id !== actor.accountId) throw await heldElsewhere(db, batch);
  // A batch that was taken over stays one upload, that of the account that began it.
  const accountId = batch?.account_id ?? actor.accountId;
  const actions = command.variants.map(({ action }) => action);
  const { copy, lists, since } = await findProgress(context, actions, { accountId, statusOf, fileName, batchId });
  if (copy.is_complete === 'complete')
    return { status: 'success', message: 'The batch is complete already; nothing was changed.' };
  const ofLast = lists.filter((list) => lastimei === '' || list.split(',').includes(lastimei));
  if (ofLast.length === 0)
    throw new BusinessError(`The IMEI ${lastimei} is not in the list of this batch. Nothing was noted.`);
  if (isComplete === 'complete') {
    const names = [copy.file, copy.old_file];
    const counted = await count(db, batch, { accountId, batchId, names, actions, since }, ofLast);
    if (counted) requireAnswered(counted);
    if (batch) await updateBatch(db, batch.id, { state: 'complete' });
  }
  await writeProgress(db, copy.id, { isComplete, lastImei: lastimei, at: isoTime(platform.clock.now()) });
  return { status: 'success', message: 'Status updated' };
};
