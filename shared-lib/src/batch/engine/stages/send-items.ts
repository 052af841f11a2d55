import { calls } from '../../../contract/index.ts';
import { deliver } from './deliver.ts';
import { outcomeOf, type ItemAnswer, type ItemOutcome } from './item-outcome.ts';
import { outcomeCode } from '../outcomes.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';

/** IMEIs a chunk; progress is on disk before the next one begins (B6, D15). */
const CHUNK_LENGTH = 50;

/** So many unconfirmed outcomes in a row pause the batch: something is wrong that resending later would only repeat. */
const UNCONFIRMED_IN_A_ROW = 50;

async function send(run: BatchRun, index: number, transactionId: string): Promise<ItemAnswer> {
  const { batch, ports, command } = run;
  const { action, batchId } = batch.header;
  const options = { transactionId, keepsSession: true };
  const body = { imei: batch.imeiAt(index), action, filename: batch.serverFileName, batchId };
  if (command.batch?.dispatch === 'adminLockNotification')
    return ports.api.call(calls.adminLockNotification, body, options);
  return ports.api.call(calls.getImeiDetails, { ...body, ...batch.extras?.at(index) }, options);
}

/** Sends the command to one IMEI and returns its outcome; null when the batch ended before there was one. */
async function sendItem(run: BatchRun, index: number): Promise<ItemOutcome | null> {
  if (run.ending() !== null) return null;
  const { batchId, action } = run.batch.header;
  const transactionId = run.ports.ids.itemTransactionId(batchId, run.batch.itemName(index), action);
  const delivery = await deliver(run, index, () => send(run, index, transactionId));
  return delivery.kind === 'stopped' ? null : outcomeOf(run.command, delivery);
}

/** Goes past an item that is written down; false when the batch ended meanwhile. */
async function afterItem(run: BatchRun, row: number): Promise<boolean> {
  run.batch.sending = null;
  run.changed();
  const isAtChunkEnd = row % CHUNK_LENGTH === 0;
  return !isAtChunkEnd || run.save();
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

/** Sends every IMEI from the first without an outcome on, in order, one at a time (B6, B7). */
export async function sendItems(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { header } = batch;
  const pauseWhenUnconfirmed = unconfirmedBreaker(run);
  for (let index = batch.next; index < batch.imeis.length; index += 1) {
    const outcome = await sendItem(run, index);
    if (!outcome) return stopped;
    batch.outcomes.set(index, outcome.code, outcome.message);
    batch.advance(index);
    const isComplete = batch.next === batch.imeis.length ? 'complete' : 'incomplete';
    ports.legacyRecord.write(header, {
      lastimei: batch.lastImei,
      batchfilename: batch.serverFileName,
      isComplete,
      batchId: header.batchId,
    });
    if (!(await afterItem(run, batch.next))) return stopped;
    if (isComplete === 'incomplete') await pauseWhenUnconfirmed(outcome);
  }
  return done;
}

/** Sends every unconfirmed IMEI once more, in order, under the same ids (D11). */
export async function resendUnconfirmed(run: BatchRun): Promise<StageResult> {
  const { outcomes } = run.batch;
  const pauseWhenUnconfirmed = unconfirmedBreaker(run);
  for (
    let index = outcomes.nextUnconfirmed(0), row = 1;
    index >= 0;
    index = outcomes.nextUnconfirmed(index + 1), row += 1
  ) {
    const outcome = await sendItem(run, index);
    if (!outcome) return stopped;
    outcomes.set(index, outcome.code, outcome.message);
    if (!(await afterItem(run, row))) return stopped;
    await pauseWhenUnconfirmed(outcome);
  }
  return done;
}
