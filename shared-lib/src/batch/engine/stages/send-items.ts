import { calls } from '../../../contract/index.ts';
import { outcomeCode } from '../outcomes.ts';
import { ChunkSize } from './chunk-size.ts';
import { isTakenOver } from './claim-batch.ts';
import { deliver } from './deliver.ts';
import { outcomeOf, type ItemAnswer, type ItemOutcome } from './item-outcome.ts';
import { sendChunk } from './send-chunk.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';

/** Rows that are sent one by one between two writes to disk that are waited for (B6, D15). */
const SAVED_ROWS = 50;

/** So many unconfirmed outcomes in a row pause the batch: something is wrong that resending later would only repeat. */
const UNCONFIRMED_IN_A_ROW = 50;

/** Characters of the texts of one chunk. */
const CHUNK_TEXT = 100_000;

async function send(run: BatchRun, index: number, transactionId: string): Promise<ItemAnswer> {
  const { batch, ports, command } = run;
  const { action, batchId } = batch.header;
  const options = { transactionId, keepsSession: true };
  const held = batch.run === undefined ? {} : { run: batch.run, row: index + 1 };
  const body = { imei: batch.imeiAt(index), action, filename: batch.serverFileName, batchId, ...held };
  if (command.batch?.dispatch === 'adminLockNotification')
    return ports.api.call(calls.adminLockNotification, body, options);
  return ports.api.call(calls.getImeiDetails, { ...body, ...batch.extras?.at(index) }, options);
}

/** Sends the command to one IMEI and returns its outcome; null when the batch ended before there was one. */
async function sendItem(run: BatchRun, index: number, size: ChunkSize): Promise<readonly ItemOutcome[] | null> {
  const { batchId, action } = run.batch.header;
  const { clock, ids } = run.ports;
  const transactionId = ids.itemTransactionId(batchId, run.batch.itemName(index), action);
  let begun = 0;
  const sendNow = () => {
    begun = clock.now();
    return send(run, index, transactionId);
  };
  const delivery = await deliver(run, index, sendNow, { endsByConflict: () => isTakenOver(run) });
  if (delivery.kind === 'stopped') return null;
  if (delivery.kind === 'answered' || delivery.kind === 'refused') size.answered(1, clock.now() - begun);
  return [outcomeOf(run.command, delivery)];
}

/** Returns what is called with each outcome, and pauses after too many unconfirmed ones in a row. */
function unconfirmedBreaker(run: BatchRun): (outcome: ItemOutcome) => Promise<void> {
  let inARow = 0;
  return async ({ code, message }) => {
    inARow = code === outcomeCode.unsent || code === outcomeCode.unknown ? inARow + 1 : 0;
    if (inARow < UNCONFIRMED_IN_A_ROW) return;
    inARow = 0;
    await run.pause('unconfirmed', `The last ${String(UNCONFIRMED_IN_A_ROW)} IMEIs are unconfirmed: ${message}`);
  };
}

/** The items that are still to be sent. */
interface ItemQueue {
  /** The index of the first of them from `from` on, or -1. */
  next(from: number): number;
  /** The outcome of an item is in the table. */
  advance(index: number): void;
  /** Those sent together are dealt with. */
  sent(): void;
}

/** The next items, in order: as many as go together. */
function nextIndexes({ batch }: BatchRun, queue: ItemQueue, start: number, most: number): readonly number[] {
  const indexes: number[] = [];
  let characters = 0;
  for (let index = queue.next(start); index >= 0 && indexes.length < most; index = queue.next(index + 1)) {
    const { message = '', header = '', template = '' } = batch.extras?.at(index) ?? {};
    characters += message.length + header.length + template.length;
    if (indexes.length > 0 && characters > CHUNK_TEXT) break;
    indexes.push(index);
  }
  return indexes;
}

/** Sends what is in a queue, in order, in one call after the other (B6, D2c). */
async function sendQueue(run: BatchRun, queue: ItemQueue, first: number): Promise<StageResult> {
  const { batch, ports, idempotent } = run;
  const size = new ChunkSize(idempotent && ports.api.offers(calls.batchItems));
  const pauseWhenUnconfirmed = unconfirmedBreaker(run);
  let rows = 0;
  for (let start = first; queue.next(start) >= 0;) {
    if (run.ending() !== null) return stopped;
    const indexes = nextIndexes(run, queue, start, size.items);
    const [index = 0] = indexes;
    const sent = indexes.length === 1 ? await sendItem(run, index, size) : await sendChunk(run, indexes, size);
    if (!sent) return stopped;
    for (const [place, { code, message }] of sent.entries()) {
      const at = indexes[place] ?? 0;
      batch.outcomes.set(at, code, message);
      queue.advance(at);
      start = at + 1;
      rows += 1;
    }
    if (sent.length === 0) continue;
    queue.sent();
    batch.sending = null;
    run.changed();
    if ((sent.length > 1 || rows % SAVED_ROWS === 0) && !(await run.save())) return stopped;
    if (queue.next(start) >= 0) for (const outcome of sent) await pauseWhenUnconfirmed(outcome);
  }
  return done;
}

/** Sends every IMEI from the first without an outcome on, in order (B6, B7). */
export function sendItems(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { header } = batch;
  const queue: ItemQueue = {
    next: (from) => (from < batch.imeis.length ? from : -1),
    advance: (index) => batch.advance(index),
    sent: () =>
      ports.legacyRecord.write(header, {
        lastimei: batch.lastImei,
        batchfilename: batch.serverFileName,
        isComplete: batch.next === batch.imeis.length ? 'complete' : 'incomplete',
        batchId: header.batchId,
      }),
  };
  return sendQueue(run, queue, batch.next);
}

/** Sends every unconfirmed IMEI once more, in order, under the same ids (D11). */
export function resendUnconfirmed(run: BatchRun): Promise<StageResult> {
  const { outcomes } = run.batch;
  const queue: ItemQueue = {
    next: (from) => outcomes.nextUnconfirmed(from),
    advance: () => undefined,
    sent: () => undefined,
  };
  return sendQueue(run, queue, 0);
}
