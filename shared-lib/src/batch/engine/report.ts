import { calls, type BodyOf, type Command } from '../../contract/index.ts';
import { classifyFailure, type FailureClass } from './classify-failure.ts';
import type { BatchRun } from './batch-run.ts';
import type { BatchApi } from './ports.ts';
import type { BatchHeader, BatchProgress } from './record.ts';

/** So many tries, then the operator is asked (D11a). */
const TRIES = 4;
const FIRST_REST_MS = 1000;
const PROBE_MS = 60_000;

/** The body of updateStatusOnServer.php. */
type Status = BodyOf<typeof calls.updateStatusOnServer>;

/** What the server is told about how far a batch is (B7, B10). */
export function statusOf(
  { batch }: Command,
  { batchId }: BatchHeader,
  progress: Pick<BatchProgress, 'lastImei' | 'serverFileName'>,
  isComplete: 'complete' | 'incomplete',
): Status {
  const { lastImei: lastimei, serverFileName: fileName } = progress;
  return { lastimei, fileName, isComplete, statusOf: batch?.statusOf ?? '', batchId };
}

/**
 * Tells the server how far a batch is, which may be told as often as it takes (D2b). Null when it was told, else why
 * not.
 */
export async function tellStatus(api: BatchApi, body: Status): Promise<FailureClass | null> {
  try {
    await api.call(calls.updateStatusOnServer, body, { keepsSession: true });
    return null;
  } catch (error) {
    return classifyFailure(error, true);
  }
}

/** The server has decided against it, so that telling it again by itself is of no use. */
export function isRefusal(failure: FailureClass): boolean {
  return failure.kind === 'refused' || (failure.kind === 'unconfirmed' && failure.sent === 'no');
}

/** Waits, or asks the operator, after the server could not be told; how many tries there were then. */
async function standBy(run: BatchRun, failure: FailureClass, tries: number): Promise<number> {
  const { message } = failure;
  if (failure.kind === 'access-denied') {
    await run.pause(failure.why, message);
    return 0;
  }
  if (isRefusal(failure)) {
    await run.pause('report', message);
    return TRIES;
  }
  const rest = failure.kind === 'throttled' ? failure.waitMs : FIRST_REST_MS * 2 ** (tries - 1);
  if (tries < TRIES) await run.restFor(rest, { why: 'report-failed', attempt: tries, message });
  else await run.pauseFor(Math.max(rest, PROBE_MS), 'report', message);
  return Math.min(tries, TRIES);
}

/**
 * B7, D11a, D17: tells the server that the batch is complete. After a refusal, or a few tries, the operator is asked,
 * and decides to have it told again or to finish the batch here. False when it ended untold.
 */
export async function report(run: BatchRun): Promise<boolean> {
  const { batch, ports, command } = run;
  for (let tries = 1; ; tries += 1) {
    if (!(await run.waitUntilMaySend())) return false;
    const failure = await tellStatus(ports.api, statusOf(command, batch.header, batch, 'complete'));
    if (failure === null) {
      batch.notTold = undefined;
      run.goOn();
      return true;
    }
    batch.notTold = failure.message;
    run.saver.changed();
    tries = await standBy(run, failure, tries);
  }
}
