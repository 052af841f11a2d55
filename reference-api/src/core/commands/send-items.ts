import { calls } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { TransactionConflict } from '../errors/request-errors.ts';
import type { Batch } from '../store/batches.ts';
import { insertCommands } from '../store/commands.ts';
import { noteCommands } from '../store/devices.ts';
import { appendAudits } from '../store/audit-log.ts';
import { findOutcomes, freeOutcomes, reserveOutcomes, storeAnswers, type ItemsKey } from '../store/outcomes.ts';
import { auditEntry } from '../audit/audit.ts';
import { batchOfItems } from '../batches/batch-hold.ts';
import { countCommands, leaveOfItems } from './before-send.ts';
import { findRows, noteRows, type KnownRows } from '../batches/batch-rows.ts';
import type { CallContext } from '../calls/context.ts';
import { hashBody } from '../calls/exactly-once.ts';
import { sentBefore } from './forgotten-outcomes.ts';
import { FOUND, NOT_FOUND, type Item, type ItemResult, type Sending } from './item.ts';
import { commonOfCommands, missingMessage, notReachable, uidOfRequest } from './orders.ts';

type Results = Map<string, ItemResult>;

const answerOf = (message: string): string => JSON.stringify({ status: 'success', message });

function messageOf(answer: string): string {
  const { message } = JSON.parse(answer) as { message: string };
  return message;
}

function conflict(transactionId: string): ItemResult {
  return { outcome: 'conflict', message: new TransactionConflict(transactionId).message };
}

/** Decides without stored data: rows that were sent under another id, and missing messages. */
function decideFirst({ order }: Sending, items: readonly Item[], rows: KnownRows): Results {
  const results: Results = new Map();
  for (const { row, transactionId, payload } of items) {
    const sentAs = row === undefined ? undefined : rows.items.get(row)?.transaction_id;
    const missing = missingMessage(order, payload.message);
    if (sentAs !== undefined && sentAs !== transactionId) results.set(transactionId, conflict(transactionId));
    else if (missing !== null) results.set(transactionId, { outcome: 'refused', message: missing });
  }
  return results;
}

/** Gives known items their stored outcome as result; returns the others. */
async function reserve(
  { db }: CallContext,
  key: ItemsKey,
  items: readonly Item[],
  results: Results,
  at: string,
): Promise<readonly Item[]> {
  const hashes = new Map(items.map(({ transactionId, body }) => [transactionId, hashBody(body)]));
  const outcomes = [...hashes].map(([transactionId, bodyHash]) => ({
    transactionId,
    bodyHash,
    answer: answerOf(FOUND),
  }));
  const free = await reserveOutcomes(db, key, outcomes, at);
  const others = items.filter(({ transactionId }) => !free.has(transactionId));
  if (others.length === 0) return items;
  const stored = await findOutcomes(
    db,
    key,
    others.map(({ transactionId }) => transactionId),
  );
  for (const { transactionId } of others) {
    const outcome = stored.get(transactionId);
    results.set(
      transactionId,
      outcome?.body_hash === hashes.get(transactionId)
        ? { outcome: 'answered', message: messageOf(outcome?.answer ?? ''), repeated: true }
        : conflict(transactionId),
    );
  }
  return items.filter(({ transactionId }) => free.has(transactionId));
}

/** Adds results for items sent before their outcome was deleted; returns the others. */
async function leaveOutSent(
  context: CallContext,
  sending: Sending,
  batch: Batch | undefined,
  key: ItemsKey,
  items: readonly Item[],
  results: Results,
): Promise<readonly Item[]> {
  const sent = await sentBefore(context, sending, batch, items);
  for (const [transactionId, result] of sent) results.set(transactionId, result);
  const conflicts = [...sent].flatMap(([id, { outcome }]) => (outcome === 'conflict' ? [id] : []));
  if (conflicts.length > 0) await freeOutcomes(context.db, key, conflicts);
  return items.filter(({ transactionId }) => !sent.has(transactionId));
}

/** Records the command on the devices, and decides each item by its device's state. */
async function decide({ db }: CallContext, sending: Sending, items: readonly Item[], results: Results, at: string) {
  const imeis = [...new Set(items.map(({ imei }) => imei))];
  const statuses = await noteCommands(db, imeis, sending.order.variant.reportedAs, at);
  for (const { imei, transactionId } of items) {
    const status = statuses.get(imei);
    const refusal = status === undefined ? null : notReachable(imei, status);
    if (refusal !== null) results.set(transactionId, { outcome: 'refused', message: refusal });
    else if (status !== undefined) results.set(transactionId, { outcome: 'answered', message: FOUND });
    // As an error: readers of the status and of the message both understand it (D6).
    else
      results.set(transactionId, {
        outcome: sending.call === 'adminLockNotification' ? 'refused' : 'answered',
        message: NOT_FOUND,
      });
  }
}

/** Queues commands for the found items and stores the others' outcomes; returns the commands' ids. */
async function carryOut(
  context: CallContext,
  sending: Sending,
  key: ItemsKey,
  items: readonly Item[],
  results: Results,
  at: string,
): Promise<ReadonlyMap<string, number>> {
  const { db, approvedBy } = context;
  const idsOf = (outcome: ItemResult['outcome'], message?: string) =>
    items
      .map(({ transactionId }) => transactionId)
      .filter((id) => {
        const result = results.get(id);
        return result?.outcome === outcome && (message === undefined || result.message === message);
      });
  const missing = idsOf('answered', NOT_FOUND);
  const refused = idsOf('refused');
  if (missing.length > 0) await storeAnswers(db, key, missing, answerOf(NOT_FOUND));
  if (refused.length > 0) await freeOutcomes(db, key, refused);
  const found = items.filter(({ transactionId }) => results.get(transactionId)?.message === FOUND);
  if (found.length === 0) return new Map();
  return insertCommands(
    db,
    commonOfCommands(context, sending.order, { ...sending, approvedBy }),
    found.map(({ transactionId, imei, payload, body }) => ({
      transaction_id: transactionId,
      imei,
      payload: JSON.stringify(payload),
      uid: uidOfRequest(context, { ...key, transactionId }, body),
    })),
    at,
  );
}

const auditOutcomes = { answered: 'success', refused: 'error', conflict: 'refused' } as const;

/** Refusals that count against no budget leave one row per kind: repeating them must not fill the disk. */
function withoutRepetition(items: readonly Item[], results: Results, counted: ReadonlySet<string>): readonly Item[] {
  const told = new Set<string>();
  return items.filter(({ transactionId }) => {
    const result = results.get(transactionId);
    if (!result || result.outcome === 'answered' || counted.has(transactionId)) return true;
    const kind = result.outcome === 'conflict' ? result.outcome : result.message;
    if (told.has(kind)) return false;
    told.add(kind);
    return true;
  });
}

async function audit(
  { db, actor, address }: CallContext,
  call: string,
  items: readonly Item[],
  results: Results,
  counted: ReadonlySet<string>,
  at: string,
): Promise<void> {
  const entries = withoutRepetition(items, results, counted).flatMap(({ transactionId, body }) => {
    const result = results.get(transactionId);
    if (!result || result.repeated) return [];
    const outcome = auditOutcomes[result.outcome];
    return [auditEntry({ at, actor, call, body, outcome, message: result.message, transactionId, address })];
  });
  const [first] = entries;
  if (first) await appendAudits(db, first, entries);
}

/**
 * Sends items of a batch in order, each at most once under its transactionId (D2, D2c); returns each result. Must be
 * inside a transaction, which also gets each item's audit. Throws for a run that does not hold the batch (D17b).
 */
export async function sendItems(
  context: CallContext,
  sending: Sending,
  items: readonly Item[],
): Promise<readonly ItemResult[]> {
  const { db, actor, platform } = context;
  const at = isoTime(platform.clock.now());
  const { method, path } = calls[sending.call];
  const batch = await batchOfItems(db, actor, sending);
  const rows = await findRows(context, sending, batch, items);
  for (const step of platform.beforeSend) await step.items?.(context, sending, batch);
  const key = { accountId: batch?.account_id ?? actor.accountId, method, path };
  const results = decideFirst(sending, items, rows);
  const undecided = items.filter(({ transactionId }) => !results.has(transactionId));
  const fresh = undecided.length === 0 ? [] : await reserve(context, key, undecided, results, at);
  const open = fresh.length === 0 ? [] : await leaveOutSent(context, sending, batch, key, fresh, results);
  const counted = new Set<string>();
  let commandIds: ReadonlyMap<string, number> = new Map();
  if (open.length > 0) {
    const leave = await leaveOfItems(context, sending, batch);
    if ('refusal' in leave) {
      for (const { transactionId } of open) results.set(transactionId, { outcome: 'refused', message: leave.refusal });
    } else {
      await countCommands(context, open.length);
      for (const { transactionId } of open) counted.add(transactionId);
      await decide(context, sending, open, results, at);
    }
    commandIds = await carryOut({ ...context, ...leave }, sending, key, open, results, at);
  }
  await audit(context, path, items, results, counted, at);
  if (batch) await noteRows(db, rows, items, results, commandIds, at);
  return items.map(({ transactionId }) => {
    const result = results.get(transactionId);
    if (!result) throw new Error(`The item ${transactionId} was not decided.`);
    return result;
  });
}
