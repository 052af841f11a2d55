import { type AnswerOf, type BodyOf, calls, copyCall } from '../../../contract/index.ts';
import { deliver } from './deliver.ts';
import { type BatchRun, done, type StageResult, stopped } from '../batch-run.ts';
import { forEachInSlices, range, type SliceClock } from '../../../async/slices.ts';
import { imeiText } from '../../../csv/headless/imei-cell.ts';
import { isRefusal, statusOf, reportStatus } from '../outbox.ts';
import type { FailureClass } from '../classify-failure.ts';
import { validRowsFile } from '../../../csv/headless/writers.ts';
import { UPLOAD_FAILED } from '../texts.ts';

/** IMEIs joined between two looks at the clock. */
const LENGTH = 5_000;

/** The list of B5, comma-joined in slices so that a million IMEIs do not block the page. */
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

/** B5: the server records the list and dispatches nothing (D17); after a lost answer as D2b says. */
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

/** After this many tries the operator is asked (D11a). */
const TRIES = 4;
const FIRST_DELAY_MS = 1000;
const PROBE_MS = 60_000;

/** Returns the number of tries so far, or that the operator wants the unconfirmed IMEIs sent again. */
async function waitToReportAgain(run: BatchRun, failure: FailureClass, tries: number): Promise<number | 'resend'> {
  const { message } = failure;
  if (failure.kind === 'access-denied') {
    await run.pause(failure.why, message);
    return 0;
  }
  if (isRefusal(failure)) return (await run.pause('report', message)) === 'resend' ? 'resend' : TRIES;
  const waitMs = 'waitMs' in failure ? failure.waitMs : 0;
  const delay = failure.kind === 'throttled' ? waitMs : Math.max(waitMs, FIRST_DELAY_MS * 2 ** (tries - 1));
  if (tries < TRIES) await run.delayRetry(delay, { why: 'report-failed', attempt: tries, message });
  else if ((await run.pauseFor(Math.max(delay, PROBE_MS), 'report', message)) === 'resend') return 'resend';
  return Math.min(tries, TRIES);
}

/**
 * B7, D11a, D17: reports the batch as complete. After a refusal or a few tries, asks the operator, who may want the
 * unconfirmed IMEIs sent again first (D11).
 */
export async function reportCompletion(run: BatchRun): Promise<StageResult | { readonly kind: 'resend' }> {
  const { batch, ports, command } = run;
  for (let tries = 1; ; tries += 1) {
    if (!(await run.waitUntilMaySend())) return stopped;
    const failure = await reportStatus(ports.api, statusOf(command, batch.header, batch, 'complete'));
    if (failure === null) {
      batch.notTold = undefined;
      run.endPause();
      return done;
    }
    batch.notTold = failure.message;
    run.changed();
    const waited = await waitToReportAgain(run, failure, tries);
    if (waited === 'resend') return { kind: 'resend' };
    tries = waited;
  }
}

function copyOf({ batch, command }: BatchRun) {
  if (!command.batch) throw new Error(`The command ${command.title} has no batch.`);
  const { fileName: name, level, batchId } = batch.header;
  const pieces = batch.extras ? batch.extras.copy() : validRowsFile(batch.imeis);
  return {
    call: copyCall(command.batch.copyPath),
    file: { name, content: { pieces, chosen: batch.chosen } },
    fields: { batchId, ...(level === undefined ? {} : { level }) },
  };
}

/**
 * B5, B13, D17, D26a: a copy keeps its id across repetitions; a chosen file has another. An idempotent server is waited
 * for; else D2b after a lost answer.
 */
export async function uploadCopy(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { batchId, action } = batch.header;
  const failed = (message: string): StageResult => ({ kind: 'failed', stage: 'uploading', message });
  const transactionId = ports.ids.itemTransactionId(batchId, batch.chosen ? 'file' : 'copy', action);
  const send = () => {
    const { call, file, fields } = copyOf(run);
    return ports.api.upload(call, file, fields, { transactionId, keepsSession: true });
  };
  const delivery = await deliver(run, 'copy', send, { waitsForServer: run.idempotent });
  switch (delivery.kind) {
    case 'stopped':
      return stopped;
    case 'left':
      return done;
    case 'answered':
      if (delivery.answer.file !== '') batch.serverFileName = delivery.answer.file;
      return done;
    case 'refused':
      return failed(delivery.message);
    default:
      return failed(`${UPLOAD_FAILED} ${delivery.message}`);
  }
}

type Claim = typeof calls.batchClaim;

/** `unknown`: the claim failed, but the server may still know the batch. */
async function claim(run: BatchRun, body: BodyOf<Claim>): Promise<AnswerOf<Claim> | 'refused' | 'unknown' | 'stopped'> {
  const { api } = run.ports;
  const { batchId } = body;
  const delivery = await deliver(run, 'list', () => api.call(calls.batchClaim, body, { keepsSession: true }), {
    probe: () => api.call(calls.batchOutcomes, { batchId, after: 0, limit: 1 }, { keepsSession: true }),
  });
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
    // Made known before its first device or never: the server would miss the outcomes before.
    batch: batch.next === 0 ? { fileName, level, total, invalid, duplicates } : undefined,
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
