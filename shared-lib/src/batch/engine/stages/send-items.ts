import {
  calls,
  CHUNK_ITEMS,
  type AnswerOf,
  type BodyOf,
  ACCEPTED_UNSTATED,
  type PlainAnswer,
  type Command,
} from '../../../contract/index.ts';
import { outcomeCode, type OutcomeCode } from '../outcomes.ts';
import { isTakenOver } from './server-stages.ts';
import { deliver, type Delivery } from './deliver.ts';
import { type BatchRun, done, type StageResult, stopped } from '../batch-run.ts';
import { reasonText, storedReason, storedText } from '../reasons.ts';

interface ItemOutcome {
  readonly code: OutcomeCode;
  /** As it is stored. */
  readonly message: string;
}

/** `isStated`: whether the answer said how it went, where it need not (D1b). */
type ItemAnswer = PlainAnswer & { readonly isStated?: boolean };

function outcomeOfAnswer({ batch }: Command, answer: ItemAnswer): ItemOutcome {
  const message = answer.isStated === false ? ACCEPTED_UNSTATED : answer.message.trim();
  if (batch?.dispatch === 'adminLockNotification') return { code: outcomeCode.found, message };
  if (/^found$/i.test(message)) return { code: outcomeCode.found, message: '' };
  if (/^not found$/i.test(message)) return { code: outcomeCode.notFound, message: '' };
  return { code: outcomeCode.unknown, message: storedReason({ kind: 'unclear-answer', value: message }) };
}

function outcomeOf(command: Command, delivery: Exclude<Delivery<ItemAnswer>, { kind: 'stopped' }>): ItemOutcome {
  if (delivery.kind === 'answered') return outcomeOfAnswer(command, delivery.answer);
  if (delivery.kind === 'refused') {
    const message = delivery.message.trim();
    return /^not found$/i.test(message)
      ? { code: outcomeCode.notFound, message: '' }
      : { code: outcomeCode.refused, message };
  }
  const isUnsent = delivery.kind === 'unconfirmed' && delivery.sent === 'no';
  return { code: isUnsent ? outcomeCode.unsent : outcomeCode.unknown, message: delivery.message };
}

type Chunk = typeof calls.batchItems;
type Answer = AnswerOf<Chunk>;
type Answered = Answer['items'][number];

function outcome({ command }: BatchRun, { outcome: kind, message }: Answered): ItemOutcome {
  if (kind === 'answered') return outcomeOf(command, { kind, answer: { status: 'success', message } });
  if (kind === 'refused') return outcomeOf(command, { kind, message });
  return { code: outcomeCode.unknown, message };
}

/** In order; null if the answer does not cover exactly these items. */
function outcomesOf(run: BatchRun, { items }: Answer, indexes: readonly number[]): readonly ItemOutcome[] | null {
  const isWhole = items.length === indexes.length && items.every(({ row }, place) => row - 1 === indexes[place]);
  return isWhole ? items.map((item) => outcome(run, item)) : null;
}

function chunkBody({ batch, ports }: BatchRun, indexes: readonly number[]): BodyOf<Chunk> {
  const { action, batchId } = batch.header;
  const items = indexes.map((index) => ({
    row: index + 1,
    imei: batch.imeiAt(index),
    transactionId: ports.ids.itemTransactionId(batchId, batch.itemName(index), action),
    ...batch.extras?.at(index),
  }));
  const held = batch.run === undefined ? {} : { run: batch.run };
  return { action, filename: batch.serverFileName, batchId, ...held, items };
}

/** This many unconfirmed outcomes in a row pause the batch: sending on would only repeat the problem. */
const UNCONFIRMED_IN_A_ROW = 50;

/** Outcomes of chunks that may wait for the disk; after a crash they are sent again under the same ids. */
const UNSAVED_OF_CHUNKS = 500;

async function sendSingly(run: BatchRun, index: number): Promise<ItemAnswer> {
  const { batch, ports, command } = run;
  const { action, batchId } = batch.header;
  const transactionId = ports.ids.itemTransactionId(batchId, batch.itemName(index), action);
  const options = { transactionId, keepsSession: true };
  const held = batch.run === undefined ? {} : { run: batch.run, row: index + 1 };
  const body = { imei: batch.imeiAt(index), action, filename: batch.serverFileName, batchId, ...held };
  if (command.batch?.dispatch === 'adminLockNotification')
    return ports.api.call(calls.adminLockNotification, body, options);
  return ports.api.call(calls.getImeiDetails, { ...body, ...batch.extras?.at(index) }, options);
}

/**
 * Sends an item, or several in one call under their own ids (D2c). Returns their outcomes, none to send them singly,
 * null if the batch ended first. `isSuspect`: their chunk failed although the server works.
 */
async function send(
  run: BatchRun,
  indexes: readonly number[],
  isSuspect: boolean,
): Promise<readonly ItemOutcome[] | null> {
  const [index = 0] = indexes;
  const options = { endsByConflict: () => isTakenOver(run), isSuspect };
  if (indexes.length === 1) {
    const delivery = await deliver(run, index, () => sendSingly(run, index), options);
    return delivery.kind === 'stopped' ? null : [outcomeOf(run.command, delivery)];
  }
  const body = chunkBody(run, indexes);
  const sendChunk = async () =>
    outcomesOf(run, await run.ports.api.call(calls.batchItems, body, { keepsSession: true }), indexes);
  const delivery = await deliver(run, index, sendChunk, options);
  if (delivery.kind === 'stopped') return null;
  return (delivery.kind === 'answered' ? delivery.answer : null) ?? [];
}

/** The returned function takes each outcome, and pauses after too many unconfirmed ones in a row. */
function unconfirmedBreaker(run: BatchRun): (outcome: ItemOutcome) => Promise<void> {
  let inARow = 0;
  return async ({ code, message }) => {
    inARow = code === outcomeCode.unsent || code === outcomeCode.unknown ? inARow + 1 : 0;
    if (inARow < UNCONFIRMED_IN_A_ROW) return;
    inARow = 0;
    const last = storedText(message);
    await run.pause('unconfirmed', reasonText({ kind: 'many-unconfirmed', count: UNCONFIRMED_IN_A_ROW, last }));
  };
}

/** The index of the first item from `from` on, or -1. */
type NextItem = (from: number) => number;

/** At most `most`, in order. */
function nextIndexes(next: NextItem, start: number, most: number): readonly number[] {
  const indexes: number[] = [];
  for (let index = next(start); index >= 0 && indexes.length < most; index = next(index + 1)) indexes.push(index);
  return indexes;
}

/**
 * Sends the items of a queue in order, one call after the other (B6, D2c). A chunk that the server refuses, or that
 * fails while the server works, is sent item by item, the next one as a chunk again. Outcomes are on disk within
 * 200 ms, and after a fixed number at the latest (D15).
 */
async function sendQueue(
  run: BatchRun,
  first: number,
  next: NextItem,
  onAnswered: (last: number) => void = () => undefined,
): Promise<StageResult> {
  const { batch, ports, idempotent } = run;
  let aloneBefore = idempotent && ports.api.offers(calls.batchItems) ? 0 : Number.POSITIVE_INFINITY;
  const pauseWhenUnconfirmed = unconfirmedBreaker(run);
  let unsaved = 0;
  let start = first;
  while (next(start) >= 0) {
    const isAlone = next(start) < aloneBefore;
    const indexes = nextIndexes(next, start, isAlone ? 1 : CHUNK_ITEMS);
    const sent = await send(run, indexes, isAlone && Number.isFinite(aloneBefore));
    if (!sent) return stopped;
    const last = indexes.at(-1) ?? 0;
    if (sent.length === 0) {
      aloneBefore = last + 1;
      continue;
    }
    for (const [place, { code, message }] of sent.entries()) batch.outcomes.set(indexes[place] ?? 0, code, message);
    start = last + 1;
    onAnswered(last);
    batch.sending = null;
    run.changed();
    unsaved += sent.length;
    if (unsaved >= (sent.length > 1 ? UNSAVED_OF_CHUNKS : CHUNK_ITEMS)) {
      if (!(await run.save())) return stopped;
      unsaved = 0;
    }
    if (next(start) < 0) break;
    for (const outcome of sent) await pauseWhenUnconfirmed(outcome);
  }
  return done;
}

/** Sends every IMEI in order, from the first without an outcome (B6, B7). */
export function sendItems(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { length } = batch.imeis;
  const next: NextItem = (from) => (from < length ? from : -1);
  return sendQueue(run, batch.next, next, (last) => {
    batch.advance(last);
    ports.legacyRecord.write(batch.header, {
      lastimei: batch.lastImei,
      batchfilename: batch.serverFileName,
      isComplete: batch.next === length ? 'complete' : 'incomplete',
      batchId: batch.header.batchId,
    });
  });
}

/** Sends every unconfirmed IMEI once more, in order, under the same ids (D11). */
export const resendUnconfirmed = (run: BatchRun): Promise<StageResult> =>
  sendQueue(run, 0, (from) => run.batch.outcomes.nextUnconfirmed(from));
