import { ApiError, type ApiOutcome } from './api-error.ts';
import type { ApiResponse } from './client-types.ts';
import { adviceAfterUnknown, type Ticket } from './ticket.ts';

/** What one sending needs. */
export interface Sending {
  readonly fetch: (url: string, init: RequestInit) => Promise<ApiResponse>;
  readonly url: string;
  readonly init: RequestInit;
  /** Milliseconds, reading the body included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The error of a call that its caller gave up. */
export function abortedError(ticket: Ticket, outcome: ApiOutcome, cause?: unknown): ApiError {
  const known = outcome === 'not-sent' ? 'nothing was sent' : 'it is not known whether the server acted';
  return new ApiError({
    ...ticket,
    kind: 'aborted',
    outcome,
    message: `${ticket.callPath}: given up; ${known}.`,
    cause,
  });
}

function timeoutError(ticket: Ticket, timeoutMs: number, cause: unknown): ApiError {
  const message = `${ticket.callPath}: no answer within ${timeoutMs / 1000} seconds; ${adviceAfterUnknown(ticket)}.`;
  return new ApiError({ ...ticket, kind: 'timeout', outcome: 'unknown', message, cause });
}

function networkError(ticket: Ticket, cause: unknown): ApiError {
  const message =
    `${ticket.callPath}: the server could not be reached, so this may not have been sent; check the connection ` +
    'and try again.';
  return new ApiError({ ...ticket, kind: 'network', outcome: 'unknown', message, cause });
}

/** A response together with what `take` read of its body. */
export interface Received<Content> {
  readonly response: ApiResponse;
  readonly content: Content;
}

/**
 * Fetches, and takes the body (`take`) within the same time-out. Throws {@link ApiError} of kind network, timeout or
 * aborted. Leaves no timer and no listener behind.
 */
export async function send<Content>(
  ticket: Ticket,
  sending: Sending,
  take: (response: ApiResponse) => Promise<Content>,
): Promise<Received<Content>> {
  const { signal, timeoutMs } = sending;
  if (signal?.aborted) throw abortedError(ticket, 'not-sent', signal.reason);
  const controller = new AbortController();
  const ended = { by: null as 'time-out' | 'caller' | null };
  const stop = (by: 'time-out' | 'caller') => {
    ended.by ??= by;
    controller.abort();
  };
  const giveUp = () => stop('caller');
  const timer = setTimeout(() => stop('time-out'), timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await sending.fetch(sending.url, { ...sending.init, signal: controller.signal });
    return { response, content: await take(response) };
  } catch (cause) {
    if (ended.by === 'time-out') throw timeoutError(ticket, timeoutMs, cause);
    if (ended.by === 'caller') throw abortedError(ticket, 'unknown', cause);
    throw networkError(ticket, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
