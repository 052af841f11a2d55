import { calls } from '../../../contract/index.ts';
import { deliver } from './deliver.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';
import { forEachInSlices, range, type SliceClock } from '../../../async/slices.ts';
import { imeiText } from '../../../csv/headless/imei-cell.ts';

/** IMEIs that are joined between two looks at the clock. */
const LENGTH = 5_000;

/** The list of B5, comma-joined, made in slices so that a million IMEIs do not block the page. */
export async function joinImeis(imeis: Float64Array, clock: SliceClock): Promise<string> {
  const parts: string[] = [];
  const join = (start: number): void => {
    parts.push(Array.from(imeis.subarray(start, start + LENGTH), imeiText).join(','));
  };
  await forEachInSlices(range(imeis.length, LENGTH), join, clock);
  const list = parts.join(',');
  if (parts.length > 1) await clock.yieldNow();
  return list;
}

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
