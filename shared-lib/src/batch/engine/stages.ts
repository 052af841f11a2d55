import { calls, copyCall } from '../../contract/index.ts';
import { validRowsFile } from '../../csv/headless/writers.ts';
import { deliver } from './deliver.ts';
import { joinImeis } from './join-imeis.ts';
import { whyInDoubt } from './open-sending.ts';
import { settleOlder } from './outbox.ts';
import { report } from './report.ts';
import { sendAll, sendUnconfirmed } from './send-items.ts';
import { UPLOAD_FAILED } from './texts.ts';
import type { BatchPhase } from './record.ts';
import type { BatchRun } from './batch-run.ts';

/** How a batch's work ended. */
export type WorkResult =
  | { readonly kind: 'finished' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly stage: 'uploading' | 'registering'; readonly message: string };

const ended: WorkResult = { kind: 'ended' };

async function enter(run: BatchRun, phase: BatchPhase): Promise<boolean> {
  run.batch.phase = phase;
  // Copy and list are dealt with once another phase begins; an IMEI keeps its doubt.
  if (typeof run.batch.sending === 'string') run.batch.sending = null;
  run.saver.changed();
  run.changed();
  return run.persist(() => run.saver.flush());
}

function copyOf(run: BatchRun) {
  const { batch, command } = run;
  if (!command.batch) throw new Error(`The command ${command.title} has no batch.`);
  const { fileName: name, level, batchId } = batch.header;
  const pieces = batch.extras ? batch.extras.copy() : validRowsFile(batch.imeis);
  return {
    call: copyCall(command.batch.copyPath),
    file: { name, content: pieces },
    fields: { batchId, ...(level === undefined ? {} : { level }) },
  };
}

/** B5, B13, D17: the same copy under the same id however often it is sent; after a lost answer as D2b says. */
async function upload(run: BatchRun): Promise<WorkResult | null> {
  const { batch, ports } = run;
  const failed = (message: string): WorkResult => ({ kind: 'failed', stage: 'uploading', message });
  const transactionId = await ports.ids.itemTransactionId(batch.header.batchId, 'copy', batch.header.action);
  const send = () => {
    const { call, file, fields } = copyOf(run);
    return ports.api.upload(call, file, fields, { transactionId, keepsSession: true });
  };
  const delivery = await deliver(run, 'copy', send, { waitsForServer: false });
  switch (delivery.kind) {
    case 'ended':
      return ended;
    case 'left':
      return null;
    case 'answered':
      if (delivery.answer.status === 'error') return failed(delivery.answer.message);
      if (delivery.answer.file !== '') batch.serverFileName = delivery.answer.file;
      return null;
    case 'refused':
      return failed(delivery.message);
    default:
      return failed(`${UPLOAD_FAILED} ${delivery.message}`);
  }
}

/** B5: the list goes to the server, which records it and dispatches nothing (D17); after a lost answer as D2b says. */
async function register(run: BatchRun): Promise<WorkResult | null> {
  const { batch, ports } = run;
  const { action, batchId } = batch.header;
  const imeilist = await joinImeis(batch.imeis, ports.clock);
  const transactionId = await ports.ids.itemTransactionId(batchId, 'list', action);
  const delivery = await deliver(run, 'list', () =>
    ports.api.call(calls.updateCommandOnServer, { imeilist, action, batchId }, { transactionId, keepsSession: true }),
  );
  if (delivery.kind === 'ended') return ended;
  if (delivery.kind === 'answered' || delivery.kind === 'left') return null;
  batch.sending = null;
  run.saver.changed();
  return { kind: 'failed', stage: 'registering', message: delivery.message };
}

/**
 * Keeps a batch with unconfirmed IMEIs in the archive, so that they can be sent again after a reload; removes any other
 * (B7, D11).
 */
async function putAway(run: BatchRun): Promise<boolean> {
  const { batch, ports } = run;
  const { batchId } = batch.header;
  if (batch.outcomes.counts.unconfirmed === 0) return run.persist(() => ports.store.remove(batchId));
  return (await enter(run, 'finished')) && run.persist(() => ports.store.archive(batchId, ports.clock.now()));
}

/**
 * A batch that was resumed for its unconfirmed IMEIs: with a server that is not idempotent the operator says so first
 * (D2).
 */
async function mayRetry(run: BatchRun): Promise<boolean> {
  if (run.idempotent) return true;
  const undecided = { kind: 'unconfirmed', count: run.batch.outcomes.counts.unconfirmed } as const;
  return (await run.pause('unconfirmed', whyInDoubt(undecided), undecided)) === 'resend';
}

async function sendRest(run: BatchRun, retryIsWanted: boolean): Promise<boolean> {
  const { phase } = run.batch;
  if (phase === 'running') return sendAll(run);
  if (phase === 'reporting') return true;
  if (!retryIsWanted && !(await mayRetry(run))) return run.ending === null;
  return (await enter(run, 'retrying')) && sendUnconfirmed(run);
}

/** Does what is left of a batch, from the phase it stands in to its end. Every phase is on disk before it begins. */
export async function work(
  run: BatchRun,
  retryIsWanted: boolean,
  beforeReport: () => Promise<void>,
): Promise<WorkResult> {
  const { batch, ports } = run;
  batch.pace.start();
  if (batch.phase === 'uploading') {
    const stopped = await upload(run);
    if (stopped) return stopped;
    if (!(await enter(run, 'registering'))) return ended;
  }
  if (batch.phase === 'registering') {
    const stopped = await register(run);
    if (stopped) return stopped;
    if (!(await enter(run, 'running'))) return ended;
  }
  if (!(await sendRest(run, retryIsWanted))) return ended;
  batch.pace.stop();
  if (!(await enter(run, 'reporting'))) return ended;
  await beforeReport();
  if (!(await report(run))) return ended;
  if (!(await run.persist(() => settleOlder(ports.store, batch.header, batch.serverFileName)))) return ended;
  if (!(await putAway(run))) return ended;
  ports.legacyRecord.clear(batch.header);
  return { kind: 'finished' };
}
