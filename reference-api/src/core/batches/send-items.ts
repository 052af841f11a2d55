import { calls } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { TransactionConflict } from '../errors/request-errors.ts';
import { insertCommands, requestedCommands } from '../store/commands.ts';
import { severalDevices } from '../devices/named-device.ts';
import { holdNamed, type NamedDevice, noteCommands } from '../store/devices.ts';
import { findOutcomes, freeOutcomes, reserveOutcomes, storeAnswers, type ItemsKey } from '../store/outcomes.ts';
import { appendAudits, auditEntry } from '../audit/audit.ts';
import { batchOfItems } from './batch-hold.ts';
import { countCommands, leaveOfItems } from '../commands/before-send.ts';
import type { BatchList } from './batch-lists.ts';
import { findRows, noteRows, type NotedRows } from './batch-rows.ts';
import type { CallContext } from '../calls/context.ts';
import { hashBody } from '../calls/exactly-once.ts';
import { FOUND, NOT_FOUND, type Item, type ItemResult, type Sending } from '../commands/item.ts';
import { commonOfCommands, missingMessage, notReachable, uidOfRequest } from '../commands/orders.ts';
import { repetitionsIn } from './repetitions.ts';

type AskedItem = Item & { readonly uid: string };

/** A sending under way, and what has become of its items so far, by transactionId. */
interface Round {
  readonly context: CallContext;
  readonly sending: Sending;
  readonly key: ItemsKey;
  readonly list: BatchList | undefined;
  readonly at: string;
  readonly results: Map<string, ItemResult>;
}

const answerOf = (message: string): string => JSON.stringify({ status: 'success', message });

function conflict(transactionId: string): ItemResult {
  return { outcome: 'conflict', message: new TransactionConflict(transactionId).message };
}

const idsOf = (items: readonly Item[]) => items.map(({ transactionId }) => transactionId);

/** Decides without stored data: rows that were sent under another id, and missing messages. Returns the others. */
function decideFirst({ sending, results }: Round, items: readonly AskedItem[], rows: NotedRows): readonly AskedItem[] {
  for (const { row, transactionId, payload } of items) {
    const sentAs = row === undefined ? undefined : rows.get(row)?.transaction_id;
    const missing = missingMessage(sending.order, payload.message);
    if (sentAs !== undefined && sentAs !== transactionId) results.set(transactionId, conflict(transactionId));
    else if (missing !== null) results.set(transactionId, { outcome: 'refused', message: missing });
  }
  return items.filter(({ transactionId }) => !results.has(transactionId));
}

/** Gives known items their stored outcome as result; returns the others. */
async function reserve({ context: { db }, key, at, results }: Round, items: readonly AskedItem[]) {
  const hashes = new Map(items.map(({ transactionId, body }) => [transactionId, hashBody(body)]));
  const answer = answerOf(FOUND);
  const outcomes = [...hashes].map(([transactionId, bodyHash]) => ({ transactionId, bodyHash, answer }));
  const free = await reserveOutcomes(db, key, outcomes, at);
  const others = idsOf(items).filter((id) => !free.has(id));
  if (others.length === 0) return items;
  const stored = await findOutcomes(db, key, others);
  for (const id of others) {
    const outcome = stored.get(id);
    if (outcome === undefined || outcome.body_hash !== hashes.get(id)) results.set(id, conflict(id));
    else {
      const { message } = JSON.parse(outcome.answer) as { message: string };
      results.set(id, { outcome: 'answered', message, repeated: true });
    }
  }
  return items.filter(({ transactionId }) => free.has(transactionId));
}

/** An unknown device as an error too: readers of the status and of the message both understand it (D6). */
function whyNotTaken(imei: string, [device, ...others]: readonly NamedDevice[]): string {
  if (!device) return NOT_FOUND;
  if (others.length > 0) return severalDevices(imei, [device, ...others]);
  return device.claim_status === 'ENROLLED' ? '' : notReachable(imei, device.claim_status);
}

/** Decides each item by its device's state, and queues the commands of those found; returns their ids. */
async function carryOut(
  round: Round,
  items: readonly AskedItem[],
  approvedBy = round.context.approvedBy,
): Promise<ReadonlyMap<string, number>> {
  const { context, sending, key, at, results } = round;
  const { db } = context;
  const devices = await holdNamed(db, [...new Set(items.map(({ imei }) => imei))]);
  const enrolled = items.flatMap((item) => {
    const [device, ...others] = devices.get(item.imei) ?? [];
    return device?.claim_status === 'ENROLLED' && others.length === 0 ? [{ item, device }] : [];
  });
  const takers = new Map(enrolled.map(({ item, device }) => [item.transactionId, device.imei1]));
  const repetitions = await repetitionsIn(db, sending, round.list, enrolled);
  const found: (AskedItem & { readonly taker: string })[] = [];
  const missing: string[] = [];
  const refused: string[] = [];
  for (const item of items) {
    const { imei, transactionId } = item;
    const named = devices.get(imei) ?? [];
    const taker = takers.get(transactionId);
    const repetition = repetitions.get(transactionId);
    if (taker !== undefined && repetition === undefined) {
      found.push({ ...item, taker });
      results.set(transactionId, { outcome: 'answered', message: FOUND });
    } else if (named.length === 0 && sending.call === 'getImeiDetails') {
      missing.push(transactionId);
      results.set(transactionId, { outcome: 'answered', message: NOT_FOUND });
    } else {
      refused.push(transactionId);
      results.set(transactionId, { outcome: 'refused', message: repetition ?? whyNotTaken(imei, named) });
    }
  }
  if (missing.length > 0) await storeAnswers(db, key, missing, answerOf(NOT_FOUND));
  if (refused.length > 0) await freeOutcomes(db, key, refused);
  if (found.length === 0) return new Map();
  const firstImeis = [...new Set(found.map(({ taker }) => taker))];
  await noteCommands(db, firstImeis, sending.order.variant.reportedAs, at);
  return insertCommands(
    db,
    commonOfCommands(context, sending.order, { ...sending, approvedBy }),
    found.map((item) => ({
      transaction_id: item.transactionId,
      imei: item.taker,
      payload: JSON.stringify(item.payload),
      uid: item.uid,
    })),
    at,
  );
}

const auditOutcomes = { answered: 'success', refused: 'error', conflict: 'refused' } as const;

/** Refusals that count against no budget leave one row per kind: repeating them must not fill the disk. */
async function audit(
  { context: { db, actor, address }, sending, at, results }: Round,
  items: readonly Item[],
  counted: ReadonlySet<string>,
): Promise<void> {
  const told = new Set<string>();
  const entries = items.flatMap(({ transactionId, body }) => {
    const result = results.get(transactionId);
    if (!result || result.repeated) return [];
    const { outcome, message } = result;
    if (!counted.has(transactionId)) {
      const kind = outcome === 'conflict' ? outcome : message;
      if (told.has(kind)) return [];
      told.add(kind);
    }
    const audited = { actor, address, body, message, transactionId, outcome: auditOutcomes[outcome] };
    return [auditEntry({ at, call: calls[sending.call].path, ...audited })];
  });
  await appendAudits(db, entries);
}

/**
 * Sends items of a batch in order, each at most once under its transactionId (D2, D2c). Must be inside a transaction,
 * which also gets each item's audit. Undefined, and nothing is done, if the row that they come after has no outcome
 * yet. Throws for a run that does not hold the batch (D17b).
 */
export async function sendItems(
  context: CallContext,
  sending: Sending,
  items: readonly Item[],
): Promise<readonly ItemResult[] | undefined> {
  const { db, actor, platform } = context;
  const at = isoTime(platform.clock.now());
  const { method, path } = calls[sending.call];
  const batch = await batchOfItems(db, actor, sending);
  const { rows, list } = await findRows(context, sending, batch, items);
  if (sending.after !== undefined && !rows.has(sending.after)) return undefined;
  for (const step of platform.beforeSend) await step.items?.(context, sending, batch);
  const key = { accountId: batch?.account_id ?? actor.accountId, method, path };
  const results = new Map<string, ItemResult>();
  const round: Round = { context, sending, key, list, at, results };
  const asked = items.map((item) => {
    const { transactionId, body } = item;
    return { ...item, uid: uidOfRequest(context, { ...key, transactionId }, body) };
  });
  const undecided = decideFirst(round, asked, rows);
  const fresh = undecided.length === 0 ? [] : await reserve(round, undecided);
  // Outcomes are kept for some time (D2), commands for ever.
  const areAllNew =
    fresh.length === items.length && batch !== undefined && batch.started_at > platform.outcomesKeptSince();
  const uids = areAllNew ? [] : asked.map(({ uid }) => uid);
  const sent = await requestedCommands(db, uids);
  const commandIds = new Map(sent);
  for (const id of idsOf(fresh))
    if (sent.has(id)) results.set(id, { outcome: 'answered', message: FOUND, repeated: true });
  const open = fresh.filter(({ transactionId }) => !sent.has(transactionId));
  const counted = new Set<string>();
  if (open.length > 0) {
    const leave = await leaveOfItems(context, sending, batch);
    if ('refusal' in leave) {
      for (const id of idsOf(open)) results.set(id, { outcome: 'refused', message: leave.refusal });
      await freeOutcomes(db, key, idsOf(open));
    } else {
      await countCommands(context, open.length);
      for (const id of idsOf(open)) counted.add(id);
      for (const [id, command] of await carryOut(round, open, leave.approvedBy)) commandIds.set(id, command);
    }
  }
  await audit(round, items, counted);
  if (batch) await noteRows(db, batch, rows, items, results, commandIds, at);
  return items.map(({ transactionId }) => {
    const result = results.get(transactionId);
    if (!result) throw new Error(`The item ${transactionId} was not decided.`);
    return result;
  });
}
