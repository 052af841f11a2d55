import type { CallDefinition } from '../contract/index.ts';
import { newTransactionId, type EnvelopeCodec } from '../crypto/index.ts';
import { ApiError, NO_SESSION_TEXT } from './api-error.ts';
import type { CallContext } from './call-errors.ts';
import type { ApiClientOptions, ApiResponse, CallOptions } from './client-types.ts';
import type { Dialect, DialectCall, ReplyReader } from './dialect.ts';
import type { Reply } from './reply.ts';
import type { Caller, RequestParts } from './request.ts';
import { abortedError, send, type Received } from './send.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** A call under way: what each of its steps needs. */
export interface RunningCall {
  readonly callContext: CallContext;
  readonly caller: Caller;
  readonly parts: RequestParts;
  readonly codec: EnvelopeCodec;
  readonly reader: ReplyReader;
  readonly options: CallOptions;
}

/** As much of a call as every step needs. */
type RunnableCall = Pick<CallDefinition, 'method' | 'path' | 'auth' | 'once'>;

/** A request and how its response is read. */
interface Transfer<Content> {
  readonly url: string;
  readonly init: RequestInit;
  readonly readBody: (response: ApiResponse) => Promise<Content>;
  /** How many times the usual time-out it gets. */
  readonly timeoutFactor?: number;
}

/** The steps that all calls of a client have in common. Each throws {@link ApiError} and nothing else. */
export interface CallRunner {
  /** Checks that there is a session where the call needs one, and gets what it is sealed and read with. */
  readonly begin: (call: RunnableCall, options: CallOptions) => Promise<RunningCall>;
  /** Runs the steps of a call, and tells the client's owner of errors that concern the session. */
  readonly run: <Result>(running: RunningCall, steps: () => Promise<Result>) => Promise<Result>;
  readonly urlOf: (callContext: CallContext, call: DialectCall) => string;
  readonly transfer: <Content>(running: RunningCall, transfer: Transfer<Content>) => Promise<Received<Content>>;
}

/** Makes the steps of a client. */
export function createCallRunner(client: ApiClientOptions, dialect: Dialect): CallRunner {
  function callerOf(callContext: CallContext, auth: CallDefinition['auth']): Caller {
    if (auth === 'none') return null;
    const session = client.session();
    if (session) return { token: session.token, email: session.email };
    throw new ApiError({ ...callContext, kind: 'authorization', outcome: 'not-sent', message: NO_SESSION_TEXT });
  }

  /** A late answer to a former session's call says nothing of the present one. */
  function notify(error: ApiError, { caller, options }: RunningCall): void {
    if (caller && client.session()?.token !== caller.token) return;
    const keepsSession = options.keepsSession || options.inBackground;
    if (error.kind === 'authorization' && !keepsSession) client.onAuthorizationFailed?.(error);
    if (error.kind === 'forbidden' && caller && error.permissions) client.onForbidden?.(error.permissions);
  }

  return {
    begin: async ({ path: callPath, method, auth, once }, options) => {
      const callContext = { callPath, transactionId: options.transactionId ?? newTransactionId(), once };
      const caller = callerOf(callContext, auth);
      const parts: RequestParts = { callContext, method, caller, backend: client.backend };
      const codec = await setUp(callContext, 'the encryption', () => client.codec);
      const reader = await setUp(callContext, 'the reading of its replies', () => dialect.reader());
      return { callContext, caller, parts, codec, reader, options };
    },
    run: async (running, steps) => {
      try {
        return await steps();
      } catch (error) {
        if (error instanceof ApiError) notify(error, running);
        throw error;
      }
    },
    urlOf: (callContext, call) => {
      const path = dialect.pathOf(call);
      if (path !== null) return client.apiBase + path;
      const message =
        `${callContext.callPath}: nothing was sent, because this server does not offer it; your admin can name its ` +
        'path under names.calls in config.json.';
      throw new ApiError({ ...callContext, kind: 'invalid-request', outcome: 'not-sent', message });
    },
    transfer: ({ callContext, options }, { url, init, readBody, timeoutFactor = 1 }) => {
      const { signal } = options;
      if (signal?.aborted) throw abortedError(callContext, 'not-sent', signal.reason);
      const timeoutMs = options.timeoutMs ?? (client.timeoutMs ?? DEFAULT_TIMEOUT_MS) * timeoutFactor;
      return send(callContext, { fetch: client.fetch, url, init, timeoutMs, signal }, readBody);
    },
  };
}

/** Gets what a call needs before it may be sent; `what` names it in the error. */
async function setUp<Part>(callContext: CallContext, what: string, part: () => Promise<Part> | Part): Promise<Part> {
  try {
    return await part();
  } catch (cause) {
    const message = `${callContext.callPath}: nothing was sent, because ${what} could not be set up; reload the page.`;
    throw new ApiError({ ...callContext, kind: 'invalid-request', outcome: 'not-sent', message, cause });
  }
}

/** The reply to a call, with what is needed to read it. `request` is its body. */
export function replyTo(
  { callContext, parts, codec, reader, caller }: RunningCall,
  request: Reply['request'],
  { response, content: text }: Received<string>,
): Reply {
  return { callContext, method: parts.method, request, reader, codec, response, text, withToken: caller !== null };
}
