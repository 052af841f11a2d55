import { whyInDoubt } from './texts.ts';
import { settleOlder } from './outbox.ts';
import { claimBatch, registerList, reportCompletion, uploadCopy } from './stages/server-stages.ts';
import { resendUnconfirmed, sendItems } from './stages/send-items.ts';
import { type BatchRun, done, type StageResult, stopped } from './batch-run.ts';
import type { BatchHolder } from './state.ts';
import type { HeldLock } from './ports.ts';

/** Other batches of the operator in this browser wait for this lock (D16a). */
const turnName = (operator: string): string => `turn:${operator}`;

/**
 * The place of a batch among those of its operator in this browser (D16a). A batch that waits for its turn is paused
 * until those before it are over, or the operator starts it; nothing of it is sent before. Null: it runs beside others.
 */
async function takeTurn(run: BatchRun, waits: boolean): Promise<HeldLock | null> {
  const { ports, batch } = run;
  const name = turnName(batch.header.operator);
  const free = await ports.lock.tryAcquire(name);
  if (free !== null || !waits) return free;
  let turn: HeldLock | null = null;
  const leave = ports.lock.acquire(name, (held) => {
    turn = held;
    run.decide('leave');
  });
  await run.pause('turn', '');
  leave();
  return turn;
}

/** How work on a batch ended, with everything stored. */
export type BatchResult =
  /** `notTold`: null, or why the server has not been told yet that the batch is complete (D11a). */
  | { readonly kind: 'finished'; readonly notTold: string | null }
  /** The operator left it unfinished; it is in the archive (B11, D14). */
  | { readonly kind: 'archived' }
  /** Another tab has it. */
  | { readonly kind: 'lost' }
  /** Another run has it; this browser stores nothing more of it (D17b). */
  | { readonly kind: 'taken-over'; readonly by: BatchHolder }
  | Extract<StageResult, { kind: 'failed' }>;

/** Options of {@link processBatch}. */
export interface ProcessOptions {
  /** The operator asked to send the unconfirmed IMEIs again. */
  readonly retryIsWanted: boolean;
  /** Starts after the running batches of this browser (D16a). */
  readonly waitsForTurn: boolean;
  /** Awaited before the server is told that the batch is complete. */
  readonly beforeReport: () => Promise<void>;
}

/**
 * Does the rest of a batch, from its current phase to its end: uploads the copy of the file, registers the list, sends
 * every IMEI and records its outcome, and reports the batch as complete. Every phase is on disk before it starts.
 */
export async function processBatch(run: BatchRun, options: ProcessOptions): Promise<BatchResult> {
  const turn = await takeTurn(run, options.waitsForTurn);
  const result = await processPhases(run, options).finally(() => turn?.release());
  if (result.kind === 'done') return { kind: 'finished', notTold: null };
  return result.kind === 'stopped' ? closeStopped(run) : closeFailed(run, result);
}

async function processPhases(run: BatchRun, { retryIsWanted, beforeReport }: ProcessOptions): Promise<StageResult> {
  const { batch } = run;
  batch.pace.start();
  if (batch.phase === 'uploading') {
    const result = await uploadCopy(run);
    if (result.kind !== 'done') return result;
    if (!(await run.enterPhase('registering'))) return stopped;
  }
  if (batch.phase === 'registering') {
    const result = await registerList(run);
    if (result.kind !== 'done') return result;
    if (!(await run.enterPhase('running'))) return stopped;
  }
  if (batch.phase !== 'reporting') {
    const claimed = await claimBatch(run);
    if (claimed.kind !== 'done') return claimed;
    const result = batch.phase === 'running' ? await sendItems(run) : await retryUnconfirmed(run, retryIsWanted);
    if (result.kind !== 'done') return result;
  }
  return report(run, beforeReport);
}

/** The server may refuse to close a batch with unconfirmed IMEIs; the operator may send them again from there. */
async function report(run: BatchRun, beforeReport: () => Promise<void>): Promise<StageResult> {
  for (;;) {
    run.batch.pace.stop();
    if (!(await run.enterPhase('reporting'))) return stopped;
    await beforeReport();
    const reported = await reportCompletion(run);
    if (reported.kind === 'done') return putAway(run);
    if (reported.kind !== 'resend') return reported;
    run.batch.pace.start();
    const claimed = await claimBatch(run);
    if (claimed.kind !== 'done') return claimed;
    const resent = await retryUnconfirmed(run, true);
    if (resent.kind !== 'done') return resent;
  }
}

/**
 * A batch that was resumed for its unconfirmed IMEIs. If the server is not idempotent, the operator is asked first
 * (D2); after a refusal the batch continues without sending them again.
 */
async function retryUnconfirmed(run: BatchRun, isWanted: boolean): Promise<StageResult> {
  if (!isWanted && !run.idempotent) {
    const undecided = { kind: 'unconfirmed', count: run.batch.outcomes.counts.unconfirmed } as const;
    const decision = await run.pause('unconfirmed', whyInDoubt(undecided), undecided);
    if (decision !== 'resend') return run.ending() === null ? done : stopped;
  }
  return (await run.enterPhase('retrying')) ? resendUnconfirmed(run) : stopped;
}

/** Archives a reported batch with unconfirmed IMEIs, to be retried after a reload; removes any other (B7, D11). */
async function putAway(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { store, clock, legacyRecord } = ports;
  const { batchId } = batch.header;
  if (!(await run.persist(() => settleOlder(store, batch.header, batch.serverFileName)))) return stopped;
  if (batch.outcomes.counts.unconfirmed === 0) {
    if (!(await run.persist(() => store.remove(batchId)))) return stopped;
  } else {
    if (!(await run.enterPhase('finished'))) return stopped;
    if (!(await run.persist(() => store.archive(batchId, clock.now())))) return stopped;
  }
  legacyRecord.clear(batch.header);
  return done;
}

/** The server knows all of it; the new holder continues it. */
async function leaveTakenOver({ batch, saver, ports }: BatchRun, by: BatchHolder): Promise<BatchResult> {
  saver.stop();
  await ports.store.remove(batch.header.batchId);
  ports.legacyRecord.clear(batch.header);
  return { kind: 'taken-over', by };
}

/** Archives a batch that the operator ended early; writes nothing if another tab has it. */
async function closeStopped(run: BatchRun): Promise<BatchResult> {
  const { batch, saver, ports } = run;
  if (run.takenOverBy) return leaveTakenOver(run, run.takenOverBy);
  if (run.ending() !== 'cancelled') return { kind: 'lost' };
  await saver.flush();
  await ports.store.archive(batch.header.batchId, ports.clock.now());
  ports.legacyRecord.clear(batch.header);
  return batch.phase === 'reporting' ? { kind: 'finished', notTold: batch.notTold ?? '' } : { kind: 'archived' };
}

async function closeFailed(
  { batch, saver, ports }: BatchRun,
  failure: Extract<StageResult, { kind: 'failed' }>,
): Promise<BatchResult> {
  // Nothing was sent to a device and the operator has the file, so a refused upload leaves nothing behind (B13).
  if (failure.stage === 'uploading') await ports.store.remove(batch.header.batchId);
  else await saver.flush();
  return failure;
}
