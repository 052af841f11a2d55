import type { CallDefinition } from '../contract/index.ts';
import { newTransactionId } from '../crypto/index.ts';
import { ApiError, NO_SESSION_TEXT, type ApiOutcome } from './api-error.ts';
import { type CallContext, adviceAfterUnknown } from './call-errors.ts';
import type { ApiClientOptions, ApiResponse, CallOptions } from './client-types.ts';
import type { Dialect, DialectCall } from './dialect.ts';
import type { Caller, RunningCall } from './request.ts';

function abortedError(context: CallContext, outcome: ApiOutcome, cause?: unknown): ApiError {
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

function offlineError(context: CallContext, cause: unknown): ApiError {
  const message = `${context.callPath}: nothing was sent, because this computer has no network.`;
  return new ApiError({ ...context, kind: 'network', outcome: 'not-sent', message, cause });
}

function networkError(context: CallContext, cause: unknown): ApiError {
  const message = `${context.callPath}: the server could not be reached; ${adviceAfterUnknown(context)}.`;
  return new ApiError({ ...context, kind: 'network', outcome: 'unknown', message, cause });
}

const DEFAULT_TIMEOUT_MS = 30_000;

type RunnableCall = Pick<CallDefinition, 'method' | 'path' | 'auth' | 'once'>;

/** The steps that all calls of a client share. Each throws only {@link ApiError}. */
export function createCallRunner(client: ApiClientOptions, dialect: Dialect) {
  function callerOf(context: CallContext, auth: CallDefinition['auth']): Caller {
    if (auth === 'none') return null;
    const session = client.session();
    if (session) return { token: session.token, email: session.email };
    throw new ApiError({ ...context, kind: 'authorization', outcome: 'not-sent', message: NO_SESSION_TEXT });
  }

  /** A late answer to a call of an earlier session says nothing about the present one. */
  function notify(error: ApiError, { caller, options }: RunningCall): void {
    if (caller && client.session()?.token !== caller.token) return;
    const keepsSession = options.keepsSession || options.inBackground;
    if (error.kind === 'authorization' && !keepsSession) client.onAuthorizationFailed?.(error);
    if (error.kind === 'forbidden' && caller && error.permissions) client.onForbidden?.(error.permissions);
  }

  /** Whether the required proof was given, so that the call may be repeated (S18). */
  async function isProven(error: ApiError, { caller, options }: RunningCall): Promise<boolean> {
    if (!caller || options.inBackground || error.challenge === undefined || !client.onChallenge) return false;
    return client.onChallenge(error, options.signal);
  }

  return {
    /** Checks that there is a session if the call needs one, and loads the codec and the reader. */
    begin: async (call: RunnableCall, options: CallOptions): Promise<RunningCall> => {
      const { path: callPath, method, auth, once } = call;
      const context = { callPath, transactionId: options.transactionId ?? newTransactionId(), once: once !== false };
      const caller = callerOf(context, auth);
      const codec = await setUp(context, 'the encryption', () => client.codec);
      const reader = await setUp(context, 'the reading of its replies', () => dialect.reader(call));
      const sinceInput = client.secondsSinceInput?.();
      return { context, method, caller, sinceInput, codec, reader, options };
    },
    /** Runs the steps of a call, and reports errors that concern the session to the client's owner. */
    run: async <Result>(running: RunningCall, steps: () => Promise<Result>): Promise<Result> => {
      for (;;)
        try {
          return await steps();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (await isProven(error, running)) continue;
          notify(error, running);
          throw error;
        }
    },
    urlOf: (context: CallContext, call: DialectCall): string => {
      const path = dialect.pathOf(call);
      if (path !== null) return client.apiBase + path;
      const message =
        `${context.callPath}: nothing was sent, because this server does not offer it; your admin can name its ` +
        'path under names.calls in config.json.';
      throw new ApiError({ ...context, kind: 'invalid-request', outcome: 'not-sent', message });
    },
    /** Sends a request and reads its response, within `timeoutFactor` times the usual time-out; leaves no timer. */
    transfer: async <Content>(
      { context, options }: RunningCall,
      url: string,
      init: RequestInit,
      readBody: (response: ApiResponse) => Promise<Content>,
      timeoutFactor = 1,
    ) => {
      const { signal, timeoutMs = (client.timeoutMs ?? DEFAULT_TIMEOUT_MS) * timeoutFactor } = options;
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
      const wasOffline = client.isOffline?.() === true;
      try {
        const response = await client.fetch(url, { ...init, signal: controller.signal });
        return { response, content: await readBody(response) };
      } catch (cause) {
        if (ended.by === 'time-out') throw timeoutError(context, timeoutMs, cause);
        if (ended.by === 'caller') throw abortedError(context, 'unknown', cause);
        if (wasOffline && client.isOffline?.() === true) throw offlineError(context, cause);
        throw networkError(context, cause);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

/** `what` names the part in the error. */
async function setUp<Part>(context: CallContext, what: string, part: () => Promise<Part> | Part): Promise<Part> {
  try {
    return await part();
  } catch (cause) {
    const message = `${context.callPath}: nothing was sent, because ${what} could not be set up; reload the page.`;
    throw new ApiError({ ...context, kind: 'invalid-request', outcome: 'not-sent', message, cause });
  }
}
