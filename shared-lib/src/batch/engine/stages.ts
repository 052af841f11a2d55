import { calls, copyCall } from '../../contract/index.ts';
import { validRowsFile } from '../../csv/headless/writers.ts';
import { deliver } from './deliver.ts';
import { joinImeis } from './join-imeis.ts';
import { sendAll, sendUnconfirmed } from './send-items.ts';
import { UPLOAD_FAILED } from './texts.ts';
import { judge } from './verdict.ts';
import type { BatchPhase } from './record.ts';
import type { Desk } from './desk.ts';

/** How a batch's work ended. */
export type WorkResult =
  | { readonly kind: 'finished' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly stage: 'uploading' | 'registering'; readonly message: string };

const ended: WorkResult = { kind: 'ended' };
const LONGEST_REPORT_REST_MS = 30_000;

async function enter(desk: Desk, phase: BatchPhase): Promise<boolean> {
  desk.batch.phase = phase;
  desk.saver.changed();
  desk.changed();
  return desk.persist(() => desk.saver.flush());
}

function copyOf(desk: Desk) {
  const { batch, command } = desk;
  if (!command.batch) throw new Error(`The command ${command.title} has no batch.`);
  const { fileName: name, level, batchId } = batch.header;
  const pieces = batch.extras ? batch.extras.copy() : validRowsFile(batch.imeis);
  return { call: copyCall(command.batch.copyPath), file: { name, pieces }, fields: { batchId, ...(level === undefined ? {} : { level }) } };
}

/** B5, B13, D17: the same copy under the same id however often it is sent. */
async function upload(desk: Desk): Promise<WorkResult | null> {
  const { batch, ports } = desk;
  const failed = (message: string): WorkResult => ({ kind: 'failed', stage: 'uploading', message });
  const transactionId = await ports.ids.itemTransactionId(batch.header.batchId, 'copy', batch.header.action);
  for (;;) {
    if (!(await desk.gate())) return ended;
    const { call, file, fields } = copyOf(desk);
    try {
      const answer = await ports.api.upload(call, file, fields, { transactionId, keepsSession: true });
      if (answer.status === 'error') return failed(answer.message);
      if (answer.file !== '') batch.serverFileName = answer.file;
      return null;
    } catch (error) {
      const verdict = judge(error, true);
      if (verdict.kind === 'barred') await desk.pause(verdict.why, verdict.message);
      else if (verdict.kind === 'throttled') await desk.restFor(verdict.waitMs, { why: 'throttled', attempt: 1, message: verdict.message });
      else return failed(verdict.kind === 'refused' ? verdict.message : `${UPLOAD_FAILED} ${verdict.message}`);
    }
  }
}

/** B5: the list goes to the server, which records it and dispatches nothing (D17), so sending it again is safe. */
async function register(desk: Desk): Promise<WorkResult | null> {
  const { batch, ports } = desk;
  const { action, batchId } = batch.header;
  const imeilist = await joinImeis(batch.imeis, ports.clock);
  const transactionId = await ports.ids.itemTransactionId(batchId, 'list', action);
  const delivery = await deliver(desk, { repeatable: true, imei: null }, () =>
    ports.api.call(calls.updateCommandOnServer, { imeilist, action, batchId }, { transactionId, keepsSession: true }),
  );
  if (delivery.kind === 'ended') return ended;
  return delivery.kind === 'answered' ? null : { kind: 'failed', stage: 'registering', message: delivery.message };
}

/** B7, D17: tells the server that the batch is complete, as often as it takes. */
async function report(desk: Desk): Promise<boolean> {
  const { batch, ports, command } = desk;
  const { batchId } = batch.header;
  const statusOf = command.batch?.statusOf ?? '';
  for (let attempt = 1; ; attempt += 1) {
    if (!(await desk.gate())) return false;
    try {
      const body = { lastimei: batch.lastImei, fileName: batch.serverFileName, isComplete: 'complete' as const, statusOf, batchId };
      await ports.api.call(calls.updateStatusOnServer, body, { keepsSession: true });
      return true;
    } catch (error) {
      const verdict = judge(error, true);
      if (verdict.kind === 'barred') {
        await desk.pause(verdict.why, verdict.message);
        continue;
      }
      const backoff = Math.min(1000 * 2 ** (attempt - 1), LONGEST_REPORT_REST_MS);
      const rest = verdict.kind === 'throttled' ? verdict.waitMs : backoff;
      await desk.restFor(rest, { why: 'report-failed', attempt, message: verdict.message });
    }
  }
}

/** Keeps a batch with unconfirmed IMEIs in the archive, so that they can be sent again after a reload; removes any other (B7, D11). */
async function putAway(desk: Desk): Promise<boolean> {
  const { batch, ports } = desk;
  const { batchId } = batch.header;
  if (batch.outcomes.counts.unconfirmed === 0) return desk.persist(() => ports.store.remove(batchId));
  return (await enter(desk, 'finished')) && desk.persist(() => ports.store.archive(batchId, ports.clock.now()));
}

/** A batch that was taken up again for its unconfirmed IMEIs: with a server that is not idempotent the operator says so first (D2). */
async function mayRetry(desk: Desk): Promise<boolean> {
  if (desk.idempotent) return true;
  const count = String(desk.batch.outcomes.counts.unconfirmed);
  const message = `Unconfirmed IMEIs: ${count}. The command may have been carried out on them; send them again only if it does no harm twice.`;
  return (await desk.pause('unconfirmed', message)) === 'resend';
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
  if (!(await report(desk)) || !(await putAway(desk))) return ended;
  ports.mirror.clear(batch.header);
  return { kind: 'finished' };
}
