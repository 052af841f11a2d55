import { calls, type AnswerOf, type BodyOf } from '../../../contract/index.ts';
import { outcomeCode } from '../outcomes.ts';
import { isTakenOver } from './claim-batch.ts';
import { deliver } from './deliver.ts';
import { outcomeOf, type ItemOutcome } from './item-outcome.ts';
import type { BatchRun } from '../batch-run.ts';

type Chunk = typeof calls.batchItems;
type Answer = AnswerOf<Chunk>;
type Answered = Answer['items'][number];

function outcome({ command }: BatchRun, { outcome: kind, message }: Answered): ItemOutcome {
  if (kind === 'answered') return outcomeOf(command, { kind, answer: { status: 'success', message } });
  if (kind === 'refused') return outcomeOf(command, { kind, message });
  return { code: outcomeCode.unknown, message };
}

/** The outcome of each item in the order of the chunk; null where the answer is not about just these. */
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

/**
 * D2c: sends several items in one call, each under its own id, and returns their outcomes; none when they are to be
 * sent one by one, null when the batch ended before.
 */
export async function sendChunk(run: BatchRun, indexes: readonly number[]): Promise<readonly ItemOutcome[] | null> {
  const body = chunkBody(run, indexes);
  const send = async () =>
    outcomesOf(run, await run.ports.api.call(calls.batchItems, body, { keepsSession: true }), indexes);
  const delivery = await deliver(run, indexes[0] ?? 0, send, { endsByConflict: () => isTakenOver(run) });
  if (delivery.kind === 'stopped') return null;
  return (delivery.kind === 'answered' ? delivery.answer : null) ?? [];
}
