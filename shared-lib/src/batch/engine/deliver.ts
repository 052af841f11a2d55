import { judge, type Verdict } from './verdict.ts';
import type { Desk } from './desk.ts';

/** How a sending ended for good. */
export type Delivery<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unconfirmed'; readonly sent: 'no' | 'unknown'; readonly message: string }
  | { readonly kind: 'ended' };

const BACKOFF_MS = [500, 1000, 2000, 4000, 8000] as const;
const PROBE_MS = 15_000;

interface Item {
  /** Sending again cannot act twice. */
  readonly repeatable: boolean;
  /** Shown when the operator has to decide. */
  readonly imei: string | null;
}

async function attempt<Answer>(send: () => Promise<Answer>, repeatable: boolean): Promise<{ readonly answer: Answer } | Verdict> {
  try {
    return { answer: await send() };
  } catch (error) {
    return judge(error, repeatable);
  }
}

async function awaitServer(desk: Desk, failures: number, message: string): Promise<void> {
  const backoff = BACKOFF_MS[failures - 1];
  if (backoff === undefined) await desk.awaitServer(message, PROBE_MS);
  else await desk.restFor(backoff, { why: 'network', attempt: failures, message });
}

/**
 * Sends until there is an outcome that may be written down, and never advances without one (D2, D11): a server that cannot be
 * reached is tried again with growing rests, then the batch is paused and tries by itself until it answers; too many requests wait
 * as long as the server says; a failed authorisation pauses. What is not repeatable is never sent again without the operator.
 */
export async function deliver<Answer>(desk: Desk, item: Item, send: () => Promise<Answer>): Promise<Delivery<Answer>> {
  for (let failures = 0; ; ) {
    if (!(await desk.gate())) return { kind: 'ended' };
    const result = await attempt(send, item.repeatable);
    if ('answer' in result) {
      desk.goOn();
      return { kind: 'answered', answer: result.answer };
    }
    if (result.kind === 'unreachable') {
      failures += 1;
      await awaitServer(desk, failures, result.message);
      continue;
    }
    desk.goOn();
    failures = 0;
    if (result.kind === 'refused' || result.kind === 'unconfirmed') return result;
    if (result.kind === 'barred') await desk.pause(result.why, result.message);
    else if (result.kind === 'throttled') await desk.restFor(result.waitMs, { why: 'throttled', attempt: 1, message: result.message });
    else if ((await desk.pause('unconfirmed', result.message, item.imei)) === 'leave') return leave(desk, result.message);
  }
}

function leave(desk: Desk, message: string): Delivery<never> {
  return desk.ending ? { kind: 'ended' } : { kind: 'unconfirmed', sent: 'unknown', message };
}
