import { calls, type BodyOf, type Command } from '../../contract/index.ts';
import { judge, type Verdict } from './verdict.ts';
import type { Desk } from './desk.ts';
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
export async function tellStatus(api: BatchApi, body: Status): Promise<Verdict | null> {
  try {
    await api.call(calls.updateStatusOnServer, body, { keepsSession: true });
    return null;
  } catch (error) {
    return judge(error, true);
  }
}

/** The server has decided against it, so that telling it again by itself is of no use. */
export function isRefusal(verdict: Verdict): boolean {
  return verdict.kind === 'refused' || (verdict.kind === 'unconfirmed' && verdict.sent === 'no');
}

/** Waits, or asks the operator, after the server could not be told; how many tries there were then. */
async function standBy(desk: Desk, verdict: Verdict, tries: number): Promise<number> {
  const { message } = verdict;
  if (verdict.kind === 'barred') {
    await desk.pause(verdict.why, message);
    return 0;
  }
  if (isRefusal(verdict)) {
    await desk.pause('report', message);
    return TRIES;
  }
  const rest = verdict.kind === 'throttled' ? verdict.waitMs : FIRST_REST_MS * 2 ** (tries - 1);
  if (tries < TRIES) await desk.restFor(rest, { why: 'report-failed', attempt: tries, message });
  else await desk.pauseFor(Math.max(rest, PROBE_MS), 'report', message);
  return Math.min(tries, TRIES);
}

/**
 * B7, D11a, D17: tells the server that the batch is complete. After a refusal, or a few tries, the operator is asked,
 * and decides to have it told again or to finish the batch here. False when it ended untold.
 */
export async function report(desk: Desk): Promise<boolean> {
  const { batch, ports, command } = desk;
  for (let tries = 1; ; tries += 1) {
    if (!(await desk.gate())) return false;
    const verdict = await tellStatus(ports.api, statusOf(command, batch.header, batch, 'complete'));
    if (verdict === null) {
      batch.notTold = undefined;
      desk.goOn();
      return true;
    }
    batch.notTold = verdict.message;
    desk.saver.changed();
    tries = await standBy(desk, verdict, tries);
  }
}
