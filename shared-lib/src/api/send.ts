import { ApiError, type ApiOutcome } from './api-error.ts';
import type { ApiResponse } from './client-types.ts';
import { adviceAfterUnknown, type CallContext } from './call-errors.ts';

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
export function abortedError(context: CallContext, outcome: ApiOutcome, cause?: unknown): ApiError {
  const known = outcome === 'not-sent' ? 'nothing was sent' : 'it is not known whether the server acted';
  return new ApiError({
    ...context,
    kind: 'aborted',
    outcome,
    message: `${context.callPath}: given up; ${known}.`,
    cause,
  });
}

function timeoutError(context: CallContext, timeoutMs: number, cause: unknown): ApiError {
  const advice = adviceAfterUnknown(context);
  const message = `${context.callPath}: no answer within ${timeoutMs / 1000} seconds; ${advice}.`;
  return new ApiError({ ...context, kind: 'timeout', outcome: 'unknown', message, cause });
}

function networkError(context: CallContext, cause: unknown): ApiError {
  const message = `${context.callPath}: the server could not be reached; ${adviceAfterUnknown(context)}.`;
  return new ApiError({ ...context, kind: 'network', outcome: 'unknown', message, cause });
}

/** A response together with what `readBody` gave of its body. */
export interface Received<Content> {
  readonly response: ApiResponse;
  readonly content: Content;
}

/**
 * Fetches, and reads the body (`readBody`) within the same time-out. Throws {@link ApiError} of kind network, timeout
 * or aborted. Leaves no timer and no listener behind.
 */
export async function send<Content>(
  context: CallContext,
  sending: Sending,
  readBody: (response: ApiResponse) => Promise<Content>,
): Promise<Received<Content>> {
  const { signal, timeoutMs } = sending;
  if (signal?.aborted) throw abortedError(context, 'not-sent', signal.reason);
  const controller = new AbortController();
  const ended = { by: null as 'time-out' | 'caller' | null };
  const stop = (by: 'time-out' | 'caller') => {
    ended.by ??= by;
    controller.abort();
  };
  const onAbort = () => stop('caller');
  const timer = setTimeout(() => stop('time-out'), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const response = await sending.fetch(sending.url, { ...sending.init, signal: controller.signal });
    return { response, content: await readBody(response) };
  } catch (cause) {
    if (ended.by === 'time-out') throw timeoutError(context, timeoutMs, cause);
    if (ended.by === 'caller') throw abortedError(context, 'unknown', cause);
    throw networkError(context, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
