import { whyInDoubt, undecidedOf } from './open-sending.ts';
import { UPLOAD_FAILED } from './texts.ts';
import { judge, type Verdict } from './verdict.ts';
import type { Desk } from './desk.ts';
import type { Sending } from './record.ts';

/** How a sending ended for good. */
export type Delivery<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unconfirmed'; readonly sent: 'no' | 'unknown'; readonly message: string }
  /** It may have been carried out, and the operator has gone on without sending it again (D2b). */
  | { readonly kind: 'left'; readonly message: string }
  /** The server was not reached; only where the sending does not wait for it. */
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'ended' };

const BACKOFF_MS = [500, 1000, 2000, 4000, 8000] as const;
const PROBE_MS = 15_000;
const NOT_SENT_AGAIN = 'Not sent again after the console was closed while it was being sent.';

interface DeliveryOptions {
  /** Default true: a server that cannot be reached is waited for. */
  readonly waitsForServer?: boolean;
}

type Attempt<Answer> = { readonly kind: 'answered'; readonly answer: Answer } | Verdict;

async function attempt<Answer>(send: () => Promise<Answer>, repeatable: boolean): Promise<Attempt<Answer>> {
  try {
    return { kind: 'answered', answer: await send() };
  } catch (error) {
    return judge(error, repeatable);
  }
}

async function awaitServer(desk: Desk, failures: number, message: string): Promise<void> {
  const backoff = BACKOFF_MS[failures - 1];
  if (backoff === undefined) await desk.pauseFor(PROBE_MS, 'network', message);
  else await desk.restFor(backoff, { why: 'network', attempt: failures, message });
}

/**
 * A server that is not idempotent: what is about to be sent is on disk before it is sent, so that a crash leaves one
 * doubt, not many.
 */
async function announce(desk: Desk, sending: Sending): Promise<boolean> {
  const { batch, saver, idempotent } = desk;
  if (idempotent || batch.sending === sending) return true;
  batch.sending = sending;
  saver.changed();
  return desk.persist(() => saver.flush());
}

/** The server has certainly not acted on what was announced. */
function withdraw({ batch, saver }: Desk): void {
  if (batch.sending === null) return;
  batch.sending = null;
  saver.changed();
}

/** The operator decides whether something is sent again that the server may have; null: it is. */
async function ask(desk: Desk, sending: Sending, message: string, left = message): Promise<Delivery<never> | null> {
  if ((await desk.pause('unconfirmed', message, undecidedOf(sending, desk.batch.imeis))) === 'resend') return null;
  return desk.ending ? { kind: 'ended' } : { kind: 'left', message: left };
}

/** Waits for what keeps a sending from the server. */
async function standBy(desk: Desk, verdict: Extract<Verdict, { kind: 'barred' | 'throttled' }>): Promise<void> {
  if (verdict.kind === 'barred') await desk.pause(verdict.why, verdict.message);
  else await desk.restFor(verdict.waitMs, { why: 'throttled', attempt: 1, message: verdict.message });
}

/**
 * Sends until there is an outcome that may be written down, and never advances without one (D2, D11): a server that
 * cannot be reached is tried again with growing rests, then the batch is paused and tries by itself until it answers;
 * too many requests wait as long as the server says; a failed authorisation pauses. Before a server that is not
 * idempotent nothing that may have been carried out is sent again without the operator, not after a crash either (D2b).
 */
export async function deliver<Answer>(
  desk: Desk,
  sending: Sending,
  send: () => Promise<Answer>,
  { waitsForServer = true }: DeliveryOptions = {},
): Promise<Delivery<Answer>> {
  const { batch, idempotent } = desk;
  if (!idempotent && batch.sending === sending) {
    const decided = await ask(desk, sending, whyInDoubt(undecidedOf(sending, batch.imeis)), NOT_SENT_AGAIN);
    if (decided) return decided;
  }
  for (let failures = 0; ;) {
    if (!(await desk.gate()) || !(await announce(desk, sending))) return { kind: 'ended' };
    const result = await attempt(send, idempotent);
    const isUnreachable = result.kind === 'unreachable';
    if (!isUnreachable || !waitsForServer) desk.goOn();
    if (result.kind === 'undecided') {
      const message = sending === 'copy' ? `${UPLOAD_FAILED} ${result.message}` : result.message;
      const decided = await ask(desk, sending, message);
      if (decided) return decided;
      failures = 0;
    } else if (isUnreachable && waitsForServer) {
      withdraw(desk);
      failures += 1;
      await awaitServer(desk, failures, result.message);
    } else if (result.kind === 'barred' || result.kind === 'throttled') {
      withdraw(desk);
      failures = 0;
      await standBy(desk, result);
    } else {
      return result;
    }
  }
}
