import { calls, commandByStatusOf, type BodyOf } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { BusinessError } from '../errors/expected-errors.ts';
import { BatchHeldElsewhere, MalformedRequest } from '../errors/request-errors.ts';
import { SERVER_FAILED } from '../audit/audit.ts';
import { holdBatch, updateBatch, type Batch } from '../store/batches.ts';
import { givenRows } from '../store/given-rows.ts';
import type { Database } from '../store/store.ts';
import { isoAfter, isoTime } from '../time/clock.ts';
import { requireKept } from './batch-lists.ts';
import type { CallContext, Service } from '../calls/context.ts';

/** IMEIs that one statement looks up, and rows that one reads; other calls are served in between. */
const PIECE = 1_000;
const ROWS = 50_000;

/** Milliseconds between two instances' clocks: a later event may seem earlier. */
const CLOCKS_APART = 10_000;

/** Lists examined for a batch without an id. */
const CANDIDATES = 10;

/** A batch whose progress is told: its account, and the actions of its command. */
interface ToldBatch {
  readonly accountId: number;
  readonly actions: readonly string[];
  readonly told: BodyOf<(typeof calls)['updateStatusOnServer']>;
}

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
  return { of: list.length, devices, first };
}

/** Details of an item that the server failed at (see `subjectOf` of the audit). */
const FAILED = JSON.stringify({ message: SERVER_FAILED });
const itemPaths = [calls.getImeiDetails.path, calls.adminLockNotification.path];

/** Counts by the audit, which has a row for each item: found, not found or refused. */
async function answersInAudit(
  db: Database,
  { accountId, actions }: ToldBatch,
  since: string,
  imeis: readonly string[],
) {
  const given = givenRows(db, imeis, (imei) => [imei]);
  // Searched device by device, and by the device alone: for recent rows PostgreSQL would otherwise search all that are
  // new, again for each device.
  const { rows } = await sql<{ imei: string; answers: number }>`
    select value ->> 0 as imei, (
      select count(distinct transaction_id) from audit_log
      where audit_log.imei = value ->> 0 and (at || '') >= ${since} and account_id = ${accountId}
        and call in (${sql.join(itemPaths)}) and action in (${sql.join([...actions])})
        and outcome in ('success', 'error') and detail <> ${FAILED}
    ) as answers from ${given}`.execute(db);
  return new Map(rows.map(({ imei, answers }) => [imei, Number(answers)]));
}

/** Counts a device as often as it is in the list. */
async function openDevices(
  db: Database,
  batch: ToldBatch,
  since: string,
  list: readonly string[],
): Promise<Unanswered> {
  const times = new Map<string, number>();
  for (const imei of list) times.set(imei, (times.get(imei) ?? 0) + 1);
  const imeis = [...times.keys()];
  let [devices, first] = [0, ''];
  for (let from = 0; from < imeis.length; from += PIECE) {
    const piece = imeis.slice(from, from + PIECE);
    const answers = await answersInAudit(db, batch, since, piece);
    for (const imei of piece) {
      const open = Math.max(0, (times.get(imei) ?? 0) - (answers.get(imei) ?? 0));
      if (open > 0 && devices === 0) first = imei;
      devices += open;
    }
    await setImmediate();
  }
  return { of: list.length, devices, first };
}

/** Throws if a batch has devices without an outcome. Of several possible lists, the one with the fewest counts. */
function requireAnswered(counted: readonly Unanswered[]): void {
  const [least] = counted.toSorted((left, right) => left.devices - right.devices);
  if (!least || least.devices === 0) return;
  throw new BusinessError(
    `The server has no outcome of ${least.devices} of the ${least.of} devices of this batch, the first of them ` +
      `${least.first}. The batch is complete once they are sent again.`,
  );
}

/**
 * A batch's copy, held until the transaction ends: by the server's name, else the account's latest of that local name
 * and command.
 */
async function holdCopy(db: Database, { accountId, told: { statusOf, fileName, batchId } }: ToldBatch) {
  const copy = await db
    .selectFrom('uploads')
    .select(['id', 'is_complete', 'created_at'])
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
 * The lists that a batch may have registered: by its id, or else those of its command since its file came, newest
 * first. Throws if there is none, since nothing can have been sent then.
 */
async function listsOf(
  db: Database,
  { accountId, actions, told: { batchId } }: ToldBatch,
  since: string,
): Promise<readonly string[]> {
  const registered = await db
    .selectFrom('intents')
    .select('imei_list')
    .where('account_id', '=', accountId)
    .where('action', 'in', actions)
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(batchId === undefined, (query) => query.where('batch_id', 'is', null).where('created_at', '>=', since))
    .orderBy('id', 'desc')
    .limit(CANDIDATES)
    .execute();
  const lists = registered.flatMap(({ imei_list }) => (imei_list === '' ? [] : [imei_list]));
  if (lists.length > 0) return lists;
  if (registered.length > 0) requireKept('');
  throw new BusinessError('The list of this batch is not registered, so nothing of it was sent. Nothing was noted.');
}

/**
 * Keeps a batch's progress (B7, B10, D17), as far as the server's own data confirm it: its file, its list, and, for the
 * end, an outcome of each row that a run sent; for a batch without a known run, an answer to each device since its file
 * came. A complete batch stays complete.
 */
export const updateStatusOnServer: Service<'updateStatusOnServer'> = async (context, told) => {
  const { db, platform, actor } = context;
  const { batchId, isComplete, lastimei } = told;
  const command = commandByStatusOf(told.statusOf);
  if (!command) throw new MalformedRequest(`There is no batch with statusOf "${told.statusOf}".`);
  const batch = batchId === undefined ? undefined : await holdBatch(db, batchId);
  if (batch && batch.holder_id !== actor.accountId) throw new BatchHeldElsewhere(batch);
  // A batch that was taken over stays one upload, of the account that started it.
  const accountId = batch?.account_id ?? actor.accountId;
  const asked = { accountId, actions: command.variants.map(({ action }) => action), told };
  const copy = await holdCopy(db, asked);
  if (copy.is_complete === 'complete')
    return { status: 'success', message: 'The batch is complete already; nothing was changed.' };
  const since = isoAfter(new Date(copy.created_at), -CLOCKS_APART);
  const lists = (await listsOf(db, asked, since)).map((list) => list.split(','));
  const ofLast = lists.filter((list) => lastimei === '' || list.includes(lastimei));
  if (ofLast.length === 0)
    throw new BusinessError(`The IMEI ${lastimei} is not in the list of this batch. Nothing was noted.`);
  if (isComplete === 'complete') {
    const counted = batch ? [await openRows(context, batch)] : [];
    if (!batch) for (const list of ofLast) counted.push(await openDevices(db, asked, since, list));
    requireAnswered(counted);
    if (batch) await updateBatch(db, batch.id, { state: 'complete' });
  }
  const progress = { is_complete: isComplete, last_imei: lastimei, updated_at: isoTime(platform.clock.now()) };
  await db.updateTable('uploads').set(progress).where('id', '=', copy.id).execute();
  return { status: 'success', message: 'Status updated' };
};
