import { calls, type AnswerOf, type BodyOf } from '../../../contract/index.ts';
import { deliver } from './deliver.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';

type Claim = typeof calls.batchClaim;

/** `unknown`: the claim failed, but the server may still know the batch. */
async function claim(run: BatchRun, body: BodyOf<Claim>): Promise<AnswerOf<Claim> | 'refused' | 'unknown' | 'stopped'> {
  const delivery = await deliver(run, 'list', () => run.ports.api.call(calls.batchClaim, body, { keepsSession: true }));
  if (delivery.kind === 'answered') return delivery.answer;
  if (delivery.kind === 'stopped') return 'stopped';
  return delivery.kind === 'unconfirmed' && delivery.sent === 'unknown' ? 'unknown' : 'refused';
}

function endIfLost(run: BatchRun, { run: holding, holder, place }: AnswerOf<Claim>): boolean {
  const isLost = holding !== run.batch.header.run;
  if (isLost) {
    run.takenOverBy = { operator: holder, place };
    run.end('taken-over');
  }
  return isLost;
}

/**
 * D17a, D17b: makes the batch known to a server that keeps batches, or reports that this run continues it. Ends the run
 * if its batch was taken over. A refused batch is sent anyway, but cannot be taken over.
 */
export async function claimBatch(run: BatchRun): Promise<StageResult> {
  const { batch, ports, idempotent } = run;
  const { header } = batch;
  if (!idempotent || !ports.api.offers(calls.batchClaim)) return done;
  const { action, batchId, fileName, level, totals } = header;
  const { total, invalid, duplicates } = totals;
  const answer = await claim(run, {
    action,
    batchId,
    run: header.run,
    place: ports.place,
    batch: { fileName, level, total, invalid, duplicates },
  });
  if (answer === 'stopped') return stopped;
  if (answer === 'refused') return done;
  if (answer !== 'unknown' && endIfLost(run, answer)) return stopped;
  batch.run = header.run;
  return done;
}

/** After a conflict: true if another run has the batch, so that this one ends. */
export async function isTakenOver(run: BatchRun): Promise<boolean> {
  const { batch, ports } = run;
  const { action, batchId } = batch.header;
  if (batch.run === undefined) return false;
  const answer = await claim(run, { action, batchId, run: batch.run, place: ports.place });
  if (typeof answer === 'string') return answer === 'stopped';
  return endIfLost(run, answer);
}
