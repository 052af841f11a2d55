import {
  calls,
  CHUNK_ITEMS,
  type AnswerOf,
  type BodyOf,
  ACCEPTED_UNSTATED,
  type PlainAnswer,
  type Command,
} from '../../../contract/index.ts';
import { ApiError } from '../../../api/api-error.ts';
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

/** `after`: the index that must have an outcome before, for a chunk that goes ahead. */
function chunkBody({ batch, ports }: BatchRun, indexes: readonly number[], after?: number): BodyOf<Chunk> {
  const { action, batchId } = batch.header;
  const items = indexes.map((index) => ({
    row: index + 1,
    imei: batch.imeiAt(index),
    transactionId: ports.ids.itemTransactionId(batchId, batch.itemName(index), action),
    ...batch.extras?.at(index),
  }));
  const held = batch.run === undefined ? {} : { run: batch.run };
  const behind = after === undefined ? {} : { after: after + 1 };
  return { action, filename: batch.serverFileName, batchId, ...held, ...behind, items };
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

/** `outcomes`: null if the answer does not cover exactly these items. */
async function callChunk(run: BatchRun, indexes: readonly number[], after?: number) {
  const answer = await run.ports.api.call(calls.batchItems, chunkBody(run, indexes, after), { keepsSession: true });
  return { outcomes: outcomesOf(run, answer, indexes), keepsOrder: answer.order === 'kept' };
}

/** `isClean`: answered at the first attempt, by a server that keeps the order of chunks. */
interface Sent {
  readonly outcomes: readonly ItemOutcome[];
  readonly isClean: boolean;
}

interface SendOptions {
  /** Their chunk failed although the server works. */
  readonly isSuspect: boolean;
  /** Called when a chunk is under way for the first time. */
  readonly onChunk: () => void;
}

/**
 * Sends an item, or several in one call under their own ids (D2c). Returns their outcomes, none to send them singly,
 * null if the batch ended first.
 */
async function send(
  run: BatchRun,
  indexes: readonly number[],
  { isSuspect, onChunk }: SendOptions,
): Promise<Sent | null> {
  const [index = 0] = indexes;
  const options = { endsByConflict: () => isTakenOver(run), isSuspect };
  if (indexes.length === 1) {
    const delivery = await deliver(run, index, () => sendSingly(run, index), options);
    return delivery.kind === 'stopped' ? null : { outcomes: [outcomeOf(run.command, delivery)], isClean: false };
  }
  let attempts = 0;
  const sendChunk = () => {
    const answered = callChunk(run, indexes);
    attempts += 1;
    if (attempts === 1) onChunk();
    return answered;
  };
  const delivery = await deliver(run, index, sendChunk, options);
  if (delivery.kind === 'stopped') return null;
  if (delivery.kind !== 'answered' || !delivery.answer.outcomes) return { outcomes: [], isClean: false };
  return { outcomes: delivery.answer.outcomes, isClean: attempts === 1 && delivery.answer.keepsOrder };
}

/** Chunks answered at the first attempt, one after the other, until the next one goes while one is under way. */
const CLEAN_CHUNKS = 4;

/** A chunk that was sent while the one before it was under way; null if it must be sent again. */
interface Ahead {
  readonly first: number;
  readonly outcomes: Promise<readonly ItemOutcome[] | null>;
}

/**
 * Sends a chunk while the one that ends with `after` is under way. The server carries it out only behind that one, so
 * the order is kept whatever fails; what is not answered is sent again under the same ids, as if it had not been sent.
 */
function goAhead(run: BatchRun, indexes: readonly number[], after: number): Ahead {
  const attempt = async () => {
    try {
      return (await run.mayGoAhead()) ? (await callChunk(run, indexes, after)).outcomes : null;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  const outcomes = attempt();
  // A batch that ends first does not ask for it any more.
  outcomes.catch(() => undefined);
  return { first: indexes[0] ?? 0, outcomes };
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

interface QueueOptions {
  /** Its items come in the order of the server's rows. */
  readonly mayGoAhead?: boolean;
  /** Called with the last item of each answer. */
  readonly onAnswered?: (last: number) => void;
}

/** The index of the first item from `from` on, or -1. */
type NextItem = (from: number) => number;

/** At most `most`, in order. */
function nextIndexes(next: NextItem, start: number, most: number): readonly number[] {
  const indexes: number[] = [];
  for (let index = next(start); index >= 0 && indexes.length < most; index = next(index + 1)) indexes.push(index);
  return indexes;
}

/** Sends what a queue has next, and the chunk after it while a chunk is under way and all went well before. */
function sender(run: BatchRun, next: NextItem, mayGoAhead: boolean) {
  let ahead: Ahead | null = null;
  let clean = 0;
  return async (indexes: readonly number[], isSuspect: boolean): Promise<readonly ItemOutcome[] | null> => {
    const begun: Ahead | null = ahead?.first === indexes[0] ? ahead : null;
    ahead = null;
    const last = indexes.at(-1) ?? 0;
    const onChunk = () => {
      const following = mayGoAhead && clean >= CLEAN_CHUNKS ? nextIndexes(next, last + 1, CHUNK_ITEMS) : [];
      if (following.length > 1) ahead = goAhead(run, following, last);
    };
    if (begun) onChunk();
    const early = begun && (await begun.outcomes);
    if (early) {
      clean += 1;
      return early;
    }
    if (begun) clean = 0;
    const sent = await send(run, indexes, { isSuspect, onChunk });
    clean = sent?.isClean ? clean + 1 : 0;
    return sent && sent.outcomes;
  };
}

/**
 * Sends the items of a queue in order (B6, D2c): one call after the other, or a chunk behind the one that is under way.
 * A chunk that the server refuses, or that fails while the server works, is sent item by item, the next one as a chunk
 * again. Outcomes are on disk within 200 ms, and after a fixed number at the latest (D15).
 */
async function sendQueue(
  run: BatchRun,
  first: number,
  next: NextItem,
  { mayGoAhead = false, onAnswered = () => undefined }: QueueOptions = {},
): Promise<StageResult> {
  const { batch, ports, idempotent } = run;
  let aloneBefore = idempotent && ports.api.offers(calls.batchItems) ? 0 : Number.POSITIVE_INFINITY;
  const pauseWhenUnconfirmed = unconfirmedBreaker(run);
  // Without a run the server keeps no rows, and carries out nothing that goes ahead.
  const sendNext = sender(run, next, mayGoAhead && batch.run !== undefined);
  let unsaved = 0;
  let start = first;
  while (next(start) >= 0) {
    const isAlone = next(start) < aloneBefore;
    const indexes = nextIndexes(next, start, isAlone ? 1 : CHUNK_ITEMS);
    const sent = await sendNext(indexes, isAlone && Number.isFinite(aloneBefore));
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
  const onAnswered = (last: number): void => {
    batch.advance(last);
    ports.legacyRecord.write(batch.header, {
      lastimei: batch.lastImei,
      batchfilename: batch.serverFileName,
      isComplete: batch.next === length ? 'complete' : 'incomplete',
      batchId: batch.header.batchId,
    });
  };
  return sendQueue(run, batch.next, next, { mayGoAhead: true, onAnswered });
}

/** Sends every unconfirmed IMEI once more, in order, under the same ids (D11). */
export const resendUnconfirmed = (run: BatchRun): Promise<StageResult> =>
  sendQueue(run, 0, (from) => run.batch.outcomes.nextUnconfirmed(from));
