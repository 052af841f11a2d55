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
import type { Desk } from './desk.ts';

/** How a batch's work ended. */
export type WorkResult =
  | { readonly kind: 'finished' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly stage: 'uploading' | 'registering'; readonly message: string };

const ended: WorkResult = { kind: 'ended' };

async function enter(desk: Desk, phase: BatchPhase): Promise<boolean> {
  desk.batch.phase = phase;
  // Copy and list are dealt with once another phase begins; an IMEI keeps its doubt.
  if (typeof desk.batch.sending === 'string') desk.batch.sending = null;
  desk.saver.changed();
  desk.changed();
  return desk.persist(() => desk.saver.flush());
}

function copyOf(desk: Desk) {
  const { batch, command } = desk;
  if (!command.batch) throw new Error(`The command ${command.title} has no batch.`);
  const { fileName: name, level, batchId } = batch.header;
  const pieces = batch.extras ? batch.extras.copy() : validRowsFile(batch.imeis);
  return {
    call: copyCall(command.batch.copyPath),
    file: { name, pieces },
    fields: { batchId, ...(level === undefined ? {} : { level }) },
  };
}

/** B5, B13, D17: the same copy under the same id however often it is sent; after a lost answer as D2b says. */
async function upload(desk: Desk): Promise<WorkResult | null> {
  const { batch, ports } = desk;
  const failed = (message: string): WorkResult => ({ kind: 'failed', stage: 'uploading', message });
  const transactionId = await ports.ids.itemTransactionId(batch.header.batchId, 'copy', batch.header.action);
  const send = () => {
    const { call, file, fields } = copyOf(desk);
    return ports.api.upload(call, file, fields, { transactionId, keepsSession: true });
  };
  const delivery = await deliver(desk, 'copy', send, { waitsForServer: false });
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
async function register(desk: Desk): Promise<WorkResult | null> {
  const { batch, ports } = desk;
  const { action, batchId } = batch.header;
  const imeilist = await joinImeis(batch.imeis, ports.clock);
  const transactionId = await ports.ids.itemTransactionId(batchId, 'list', action);
  const delivery = await deliver(desk, 'list', () =>
    ports.api.call(calls.updateCommandOnServer, { imeilist, action, batchId }, { transactionId, keepsSession: true }),
  );
  if (delivery.kind === 'ended') return ended;
  if (delivery.kind === 'answered' || delivery.kind === 'left') return null;
  batch.sending = null;
  desk.saver.changed();
  return { kind: 'failed', stage: 'registering', message: delivery.message };
}

/**
 * Keeps a batch with unconfirmed IMEIs in the archive, so that they can be sent again after a reload; removes any other
 * (B7, D11).
 */
async function putAway(desk: Desk): Promise<boolean> {
  const { batch, ports } = desk;
  const { batchId } = batch.header;
  if (batch.outcomes.counts.unconfirmed === 0) return desk.persist(() => ports.store.remove(batchId));
  return (await enter(desk, 'finished')) && desk.persist(() => ports.store.archive(batchId, ports.clock.now()));
}

/**
 * A batch that was resumed for its unconfirmed IMEIs: with a server that is not idempotent the operator says so first
 * (D2).
 */
async function mayRetry(desk: Desk): Promise<boolean> {
  if (desk.idempotent) return true;
  const undecided = { kind: 'unconfirmed', count: desk.batch.outcomes.counts.unconfirmed } as const;
  return (await desk.pause('unconfirmed', whyInDoubt(undecided), undecided)) === 'resend';
}

async function sendRest(desk: Desk, retryIsWanted: boolean): Promise<boolean> {
  const { phase } = desk.batch;
  if (phase === 'running') return sendAll(desk);
  if (phase === 'reporting') return true;
  if (!retryIsWanted && !(await mayRetry(desk))) return desk.ending === null;
  return (await enter(desk, 'retrying')) && sendUnconfirmed(desk);
}

/** Does what is left of a batch, from the phase it stands in to its end. Every phase is on disk before it begins. */
export async function work(desk: Desk, retryIsWanted: boolean, beforeReport: () => Promise<void>): Promise<WorkResult> {
  const { batch, ports } = desk;
  batch.pace.start();
  if (batch.phase === 'uploading') {
    const stopped = await upload(desk);
    if (stopped) return stopped;
    if (!(await enter(desk, 'registering'))) return ended;
  }
  if (batch.phase === 'registering') {
    const stopped = await register(desk);
    if (stopped) return stopped;
    if (!(await enter(desk, 'running'))) return ended;
  }
  if (!(await sendRest(desk, retryIsWanted))) return ended;
  batch.pace.stop();
  if (!(await enter(desk, 'reporting'))) return ended;
  await beforeReport();
  if (!(await report(desk))) return ended;
  if (!(await desk.persist(() => settleOlder(ports.store, batch.header, batch.serverFileName)))) return ended;
  if (!(await putAway(desk))) return ended;
  ports.mirror.clear(batch.header);
  return { kind: 'finished' };
}
