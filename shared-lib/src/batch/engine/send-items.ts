import { ACCEPTED_UNSTATED, calls, type PlainAnswer } from '../../contract/index.ts';
import { deliver, type Delivery } from './deliver.ts';
import { outcomeCode, type OutcomeCode } from './outcomes.ts';
import type { BatchRun } from './batch-run.ts';

/** IMEIs a chunk; progress is on disk before the next one begins (B6, D15). */
const CHUNK_LENGTH = 50;

/** So many unconfirmed outcomes in a row pause the batch: something is wrong that resending later would only repeat. */
const UNCONFIRMED_IN_A_ROW = 50;

interface Outcome {
  readonly code: OutcomeCode;
  readonly message: string;
}

/** Where the answer of the call need not say how it went, whether it did (D1b). */
type ItemAnswer = PlainAnswer & { readonly isStated?: boolean };

function outcomeOfAnswer(dispatch: 'getImeiDetails' | 'adminLockNotification', answer: ItemAnswer): Outcome {
  const message = answer.isStated === false ? ACCEPTED_UNSTATED : answer.message.trim();
  if (dispatch === 'adminLockNotification') return { code: outcomeCode.found, message };
  if (/^found$/i.test(message)) return { code: outcomeCode.found, message: '' };
  if (/^not found$/i.test(message)) return { code: outcomeCode.notFound, message: '' };
  return {
    code: outcomeCode.unknown,
    message: `The server answered "${message}", which is neither found nor not found.`,
  };
}

function outcomeOf(run: BatchRun, delivery: Exclude<Delivery<ItemAnswer>, { kind: 'ended' }>): Outcome {
  if (delivery.kind === 'answered')
    return outcomeOfAnswer(run.command.batch?.dispatch ?? 'getImeiDetails', delivery.answer);
  if (delivery.kind === 'refused') {
    const message = delivery.message.trim();
    return /^not found$/i.test(message)
      ? { code: outcomeCode.notFound, message: '' }
      : { code: outcomeCode.refused, message };
  }
  const isUnsent = delivery.kind === 'unreachable' || (delivery.kind === 'unconfirmed' && delivery.sent === 'no');
  return { code: isUnsent ? outcomeCode.unsent : outcomeCode.unknown, message: delivery.message };
}

async function send(run: BatchRun, index: number, transactionId: string): Promise<ItemAnswer> {
  const { batch, ports, command } = run;
  const { action, batchId } = batch.header;
  const options = { transactionId, keepsSession: true };
  const body = { imei: batch.imeiAt(index), action, filename: batch.serverFileName, batchId };
  if (command.batch?.dispatch === 'adminLockNotification')
    return ports.api.call(calls.adminLockNotification, body, options);
  return ports.api.call(calls.getImeiDetails, { ...body, ...batch.extras?.at(index) }, options);
}

async function sendOne(run: BatchRun, index: number): Promise<Outcome | null> {
  const { batch, ports } = run;
  if (run.ending) return null;
  const transactionId = await ports.ids.itemTransactionId(
    batch.header.batchId,
    batch.itemName(index),
    batch.header.action,
  );
  const delivery = await deliver(run, index, () => send(run, index, transactionId));
  return delivery.kind === 'ended' ? null : outcomeOf(run, delivery);
}

async function afterOne(run: BatchRun, row: number): Promise<boolean> {
  run.batch.sending = null;
  run.saver.changed();
  run.changed();
  const atChunkEnd = row % CHUNK_LENGTH === 0;
  return !atChunkEnd || run.persist(() => run.saver.flush());
}

/** Watches for unconfirmed outcomes in a row. */
function breaker(run: BatchRun): (outcome: Outcome) => Promise<void> {
  let inARow = 0;
  return async ({ code, message }) => {
    inARow = code === outcomeCode.unsent || code === outcomeCode.unknown ? inARow + 1 : 0;
    if (inARow < UNCONFIRMED_IN_A_ROW) return;
    inARow = 0;
    await run.pause('unconfirmed', `The last ${String(UNCONFIRMED_IN_A_ROW)} IMEIs are unconfirmed: ${message}`);
  };
}

/**
 * Sends every IMEI from the first without an outcome on, in order, one at a time (B6, B7); false when the batch ended
 * before its end.
 */
export async function sendAll(run: BatchRun): Promise<boolean> {
  const { batch, ports } = run;
  const { header } = batch;
  const watch = breaker(run);
  for (let index = batch.next; index < batch.imeis.length; index += 1) {
    const outcome = await sendOne(run, index);
    if (!outcome) return false;
    batch.outcomes.set(index, outcome.code, outcome.message);
    batch.advance(index);
    const isComplete = batch.next === batch.imeis.length ? 'complete' : 'incomplete';
    ports.legacyRecord.write(header, {
      lastimei: batch.lastImei,
      batchfilename: batch.serverFileName,
      isComplete,
      batchId: header.batchId,
    });
    if (!(await afterOne(run, batch.next))) return false;
    if (isComplete === 'incomplete') await watch(outcome);
  }
  return true;
}

/**
 * Sends every unconfirmed IMEI once more, in order, under the same ids (D11); false when the batch ended before its
 * end.
 */
export async function sendUnconfirmed(run: BatchRun): Promise<boolean> {
  const { outcomes } = run.batch;
  const watch = breaker(run);
  for (
    let index = outcomes.nextUnconfirmed(0), row = 1;
    index >= 0;
    index = outcomes.nextUnconfirmed(index + 1), row += 1
  ) {
    const outcome = await sendOne(run, index);
    if (!outcome) return false;
    outcomes.set(index, outcome.code, outcome.message);
    if (!(await afterOne(run, row))) return false;
    await watch(outcome);
  }
  return true;
}
