import { ApiError, type ApiFailureKind } from '../../../api/api-error.ts';
import { calls } from '../../../contract/index.ts';
import { classifyFailure, type FailureClass } from '../classify-failure.ts';
import { undecidedOf, UPLOAD_FAILED, whyInDoubt } from '../texts.ts';
import type { BatchRun } from '../batch-run.ts';
import type { Sending } from '../record.ts';
import { storedReason } from '../reasons.ts';

/** The final result of a sending. */
export type Delivery<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unconfirmed'; readonly sent: 'no' | 'unknown'; readonly message: string }
  /** It may have been carried out, and the operator continued without sending it again (D2b). */
  | { readonly kind: 'left'; readonly message: string }
  /** The server was not reached; only if the sending does not wait for it. */
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'stopped' };

const BACKOFF_MS = [500, 1000, 2000, 4000, 8000] as const;
const PROBE_MS = 15_000;
/** Beyond this wait the server's reason is shown, and the batch is paused. */
const LONG_WAIT_MS = 10_000;
const NOT_SENT_AGAIN = storedReason({ kind: 'not-sent-again' });

export interface DeliveryOptions {
  /** Default true: waits for a server that cannot be reached. */
  readonly waitsForServer?: boolean;
  /** Asked after a conflict: true if nothing more may be sent. */
  readonly endsByConflict?: () => Promise<boolean>;
  /** True: a first failure is looked into at once, because what was sent is the likely reason. Default false. */
  readonly isSuspect?: boolean;
  /** Asks the server something else. Default: a claim of the batch, or the figures of Home. */
  readonly probe?: () => Promise<unknown>;
}

type Attempt<Answer> = { readonly kind: 'answered'; readonly answer: Answer } | FailureClass;

async function attempt<Answer>(send: () => Promise<Answer>, repeatable: boolean): Promise<Attempt<Answer>> {
  try {
    return { kind: 'answered', answer: await send() };
  } catch (error) {
    return classifyFailure(error, repeatable);
  }
}

type Unreachable = Extract<FailureClass, { kind: 'unreachable' }>;

async function awaitServer(run: BatchRun, failures: number, { message, waitMs }: Unreachable): Promise<void> {
  const wait = Math.max(BACKOFF_MS[failures - 1] ?? PROBE_MS, waitMs);
  if (wait >= LONG_WAIT_MS) await run.pauseFor(wait, 'network', message);
  else await run.delayRetry(wait, { why: 'network', attempt: failures, message });
}

/** Failures by which the server shows that it works: it understood the call, and said no. */
const ofAWorkingServer: ReadonlySet<ApiFailureKind> = new Set([
  'business',
  'conflict',
  'invalid-request',
  'authorization',
  'forbidden',
]);

function probeOf({ batch, ports: { api, place } }: BatchRun): Promise<unknown> {
  const { action, batchId } = batch.header;
  if (batch.run === undefined) return api.call(calls.homeData, {}, { keepsSession: true });
  return api.call(calls.batchClaim, { action, batchId, run: batch.run, place }, { keepsSession: true });
}

/** Whether the server gives another call an answer that is surely its own. */
async function doesServerWork(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return ofAWorkingServer.has(error.kind);
  }
}

/** Without idempotence a sending is on disk before it starts: a crash leaves only one in doubt. */
async function saveSending(run: BatchRun, sending: Sending): Promise<boolean> {
  const { batch, saver, idempotent } = run;
  if (idempotent) return true;
  batch.sending = sending;
  saver.changed();
  return run.save();
}

function clearSending({ batch, saver }: BatchRun): void {
  if (batch.sending === null) return;
  batch.sending = null;
  saver.changed();
}

/** The operator decides whether to send again what the server may have; null means send. */
async function askToResend(
  run: BatchRun,
  sending: Sending,
  message: string,
  left = message,
): Promise<Delivery<never> | null> {
  if ((await run.pause('unconfirmed', message, undecidedOf(sending, run.batch.imeis))) === 'resend') return null;
  return run.ending() !== null ? { kind: 'stopped' } : { kind: 'left', message: left };
}

async function waitForAccess(
  run: BatchRun,
  failure: Extract<FailureClass, { kind: 'access-denied' | 'throttled' }>,
): Promise<void> {
  if (failure.kind === 'access-denied') await run.pause(failure.why, failure.message);
  else if (failure.waitMs >= LONG_WAIT_MS) await run.pauseFor(failure.waitMs, failure.why, failure.message);
  else await run.delayRetry(failure.waitMs, { why: 'throttled', attempt: 1, message: failure.message });
}

/** Of a copy, the specification's text goes first (B13). */
const shownMessage = (sending: Sending, { message }: FailureClass): string =>
  sending === 'copy' ? `${UPLOAD_FAILED} ${message}` : message;

/**
 * Sends until the outcome is definite (D2, D11). An unreachable server is tried again after growing delays, at least as
 * long as it says; then the batch is paused and keeps trying. Only what fails while the server works, just before and
 * just after it, is unconfirmed. After too many requests it waits as long as the server says, paused if that is long. A
 * failed authorisation pauses. If the server is not idempotent, nothing that may have been carried out is sent again
 * without the operator, even after a crash (D2b).
 */
export async function deliver<Answer>(
  run: BatchRun,
  sending: Sending,
  send: () => Promise<Answer>,
  { waitsForServer = true, endsByConflict, isSuspect = false, probe = () => probeOf(run) }: DeliveryOptions = {},
): Promise<Delivery<Answer>> {
  const { batch, idempotent } = run;
  const patience = isSuspect ? 0 : BACKOFF_MS.length;
  let failures = 0;
  let didServerWork = false;
  const startOver = (): void => {
    failures = 0;
    didServerWork = false;
  };
  if (!idempotent && batch.sending === sending) {
    const decided = await askToResend(run, sending, whyInDoubt(undecidedOf(sending, batch.imeis)), NOT_SENT_AGAIN);
    if (decided) return decided;
  }
  for (;;) {
    if (!(await run.waitUntilMaySend()) || !(await saveSending(run, sending))) return { kind: 'stopped' };
    const result = await attempt(send, idempotent);
    const isUnreachable = result.kind === 'unreachable';
    if (!isUnreachable) run.endPause();
    if (result.kind === 'undecided') {
      const decided = await askToResend(run, sending, shownMessage(sending, result));
      if (decided) return decided;
      startOver();
    } else if (isUnreachable && waitsForServer) {
      clearSending(run);
      failures += 1;
      const message = shownMessage(sending, result);
      const works = result.mayBeItsContent && failures > patience && (await doesServerWork(probe));
      if (works && didServerWork) {
        run.endPause();
        return { kind: 'unconfirmed', sent: 'unknown', message: result.message };
      }
      didServerWork = works;
      if (!works) await awaitServer(run, failures, { ...result, message });
    } else if (result.kind === 'access-denied' || result.kind === 'throttled') {
      clearSending(run);
      startOver();
      await waitForAccess(run, result);
    } else {
      const isConflict = result.kind === 'unconfirmed' && result.isConflict === true;
      return isConflict && (await endsByConflict?.()) === true ? { kind: 'stopped' } : result;
    }
  }
}
