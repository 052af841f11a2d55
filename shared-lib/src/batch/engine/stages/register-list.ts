import { calls } from '../../../contract/index.ts';
import { deliver } from './deliver.ts';
import { joinImeis } from './join-imeis.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';

/** B5: the list goes to the server, which records it and dispatches nothing (D17); after a lost answer as D2b says. */
export async function registerList(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { action, batchId } = batch.header;
  const imeilist = await joinImeis(batch.imeis, ports.clock);
  const transactionId = ports.ids.itemTransactionId(batchId, 'list', action);
  const delivery = await deliver(run, 'list', () =>
    ports.api.call(calls.updateCommandOnServer, { imeilist, action, batchId }, { transactionId, keepsSession: true }),
  );
  if (delivery.kind === 'stopped') return stopped;
  if (delivery.kind === 'answered' || delivery.kind === 'left') return done;
  batch.sending = null;
  run.changed();
  return { kind: 'failed', stage: 'registering', message: delivery.message };
}
