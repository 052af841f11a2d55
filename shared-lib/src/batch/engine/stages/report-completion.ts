import { isRefusal, statusOf, tellStatus } from '../tell-status.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';
import type { FailureClass } from '../classify-failure.ts';

/** So many tries, then the operator is asked (D11a). */
const TRIES = 4;
const FIRST_DELAY_MS = 1000;
const PROBE_MS = 60_000;

/** Waits, or asks the operator, after the server could not be told; returns how many tries there were then. */
async function waitToTellAgain(run: BatchRun, failure: FailureClass, tries: number): Promise<number> {
  const { message } = failure;
  if (failure.kind === 'access-denied') {
    await run.pause(failure.why, message);
    return 0;
  }
  if (isRefusal(failure)) {
    await run.pause('report', message);
    return TRIES;
  }
  const delay = failure.kind === 'throttled' ? failure.waitMs : FIRST_DELAY_MS * 2 ** (tries - 1);
  if (tries < TRIES) await run.delayRetry(delay, { why: 'report-failed', attempt: tries, message });
  else await run.pauseFor(Math.max(delay, PROBE_MS), 'report', message);
  return Math.min(tries, TRIES);
}

/** B7, D11a, D17: tells that the batch is complete; after a refusal or a few tries the operator is asked. */
export async function reportCompletion(run: BatchRun): Promise<StageResult> {
  const { batch, ports, command } = run;
  for (let tries = 1; ; tries += 1) {
    if (!(await run.waitUntilMaySend())) return stopped;
    const failure = await tellStatus(ports.api, statusOf(command, batch.header, batch, 'complete'));
    if (failure === null) {
      batch.notTold = undefined;
      run.endPause();
      return done;
    }
    batch.notTold = failure.message;
    run.changed();
    tries = await waitToTellAgain(run, failure, tries);
  }
}
