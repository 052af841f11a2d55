import * as v from 'valibot';
import { backEndNames, type AnswerOf, type BodyOf, type CallDefinition } from '../contract/index.ts';
import { newTransactionId, type EnvelopeCodec } from '../crypto/index.ts';
import { ApiError, NO_SESSION_TEXT } from './api-error.ts';
import type {
  ApiClient,
  ApiClientOptions,
  ApiResponse,
  CallOptions,
  CopyCall,
  Exchange,
  PreparedCall,
} from './client-types.ts';
import { referenceDialect, type ReplyReader, type DialectCall } from './dialect.ts';
import { fileUrl, readFile } from './files.ts';
import { legacyDialect } from './legacy/dialect.ts';
import { baseRequest, checkedBody, multipartRequest, requestOf, type Caller, type RequestParts } from './request.ts';
import { readReply, refusedFile, type Reply } from './reply.ts';
import { abortedError, send, type Received } from './send.ts';
import type { CallContext } from './call-errors.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_FACTOR = 4;

/** A call as the steps below share it. */
interface Running {
  readonly callContext: CallContext;
  readonly caller: Caller;
  readonly parts: RequestParts;
  readonly codec: EnvelopeCodec;
  readonly reader: ReplyReader;
  readonly options: CallOptions;
}

/** As much of a call as every step needs. */
type RunnableCall = Pick<CallDefinition, 'method' | 'path' | 'auth' | 'once'>;

/** What makes a request wait for others, and outlive its page. */
const BACKGROUND = { keepalive: true, priority: 'low' } as const satisfies RequestInit;

const readText = (response: ApiResponse) => response.text();

/** The one API client of a page (W1 to W6, D1, D1a, D2a). */
export function createApiClient(client: ApiClientOptions): ApiClient {
  const { names = v.parse(backEndNames, {}), serverTimeZone = 'UTC' } = client;
  const dialect = client.backend === 'legacy' ? legacyDialect({ names, serverTimeZone }) : referenceDialect;

  function urlOf(callContext: CallContext, call: DialectCall): string {
    const path = dialect.pathOf(call);
    if (path !== null) return client.apiBase + path;
    const message =
      `${callContext.callPath}: nothing was sent, because this server does not offer it; your admin can name its ` +
      'path under names.calls in config.json.';
    throw new ApiError({ ...callContext, kind: 'invalid-request', outcome: 'not-sent', message });
  }

  function callerOf(callContext: CallContext, auth: CallDefinition['auth']): Caller {
    if (auth === 'none') return null;
    const session = client.session();
    if (session) return { token: session.token, email: session.email };
    throw new ApiError({ ...callContext, kind: 'authorization', outcome: 'not-sent', message: NO_SESSION_TEXT });
  }

  /** What a call needs before it may be sent: `what` is named when it cannot be had. */
  async function prepared<Part>(
    callContext: CallContext,
    what: string,
    part: () => Promise<Part> | Part,
  ): Promise<Part> {
    try {
      return await part();
    } catch (cause) {
      const message = `${callContext.callPath}: nothing was sent, because ${what} could not be set up; reload the page.`;
      throw new ApiError({ ...callContext, kind: 'invalid-request', outcome: 'not-sent', message, cause });
    }
  }

  /** A late answer to a former session's call says nothing of the present one. */
  function notify(error: ApiError, { caller, options }: Running): void {
    if (caller && client.session()?.token !== caller.token) return;
    const keepsSession = options.keepsSession || options.inBackground;
    if (error.kind === 'authorization' && !keepsSession) client.onAuthorizationFailed?.(error);
    if (error.kind === 'forbidden' && caller && error.permissions) client.onForbidden?.(error.permissions);
  }

  async function begin(call: RunnableCall, options: CallOptions): Promise<Running> {
    const callContext: CallContext = {
      callPath: call.path,
      transactionId: options.transactionId ?? newTransactionId(),
      once: call.once,
    };
    const caller = callerOf(callContext, call.auth);
    const parts: RequestParts = { callContext, method: call.method, caller, backend: client.backend };
    const codec = await prepared(callContext, 'the encryption', () => client.codec);
    const reader = await prepared(callContext, 'the reading of its replies', () => dialect.reader());
    return { callContext, caller, parts, codec, reader, options };
  }

  async function notifying<Result>(running: Running, steps: () => Promise<Result>): Promise<Result> {
    try {
      return await steps();
    } catch (error) {
      if (error instanceof ApiError) notify(error, running);
      throw error;
    }
  }

  async function run<Result>(
    call: RunnableCall,
    options: CallOptions,
    steps: (running: Running) => Promise<Result>,
  ): Promise<Result> {
    const running = await begin(call, options);
    return notifying(running, () => steps(running));
  }

  function transfer<Content>(
    { callContext, options }: Running,
    url: string,
    init: RequestInit,
    take: (response: ApiResponse) => Promise<Content>,
    factor = 1,
  ): Promise<Received<Content>> {
    const { signal } = options;
    if (signal?.aborted) throw abortedError(callContext, 'not-sent', signal.reason);
    const timeoutMs = options.timeoutMs ?? (client.timeoutMs ?? DEFAULT_TIMEOUT_MS) * factor;
    return send(callContext, { fetch: client.fetch, url, init, timeoutMs, signal }, take);
  }

  function replyOf(running: Running, request: Reply['request'], { response, content: text }: Received<string>): Reply {
    const { callContext, parts, codec, reader, caller } = running;
    return { callContext, method: parts.method, request, reader, codec, response, text, withToken: caller !== null };
  }

  async function ready<C extends CallDefinition>(
    call: C,
    body: BodyOf<C>,
    options: CallOptions = {},
  ): Promise<PreparedCall<Exchange<AnswerOf<C>>>> {
    const running = await begin(call, options);
    const url = urlOf(running.callContext, call);
    const checked = checkedBody(running.callContext, call.body, body);
    const sealed = await requestOf(running.parts, call.request, dialect.request(call, checked), running.codec);
    const init = options.inBackground ? { ...sealed, ...BACKGROUND } : sealed;
    const send = async (): Promise<Exchange<AnswerOf<C>>> =>
      readReply(replyOf(running, checked, await transfer(running, url, init, readText)), call);
    return { send: () => notifying(running, send) };
  }

  async function exchange<C extends CallDefinition>(
    call: C,
    body: BodyOf<C>,
    options?: CallOptions,
  ): Promise<Exchange<AnswerOf<C>>> {
    return (await ready(call, body, options)).send();
  }

  const prepare: ApiClient['prepare'] = async (definition, body, options) => {
    const { send: sendReady } = await ready(definition, body, options);
    return { send: async () => (await sendReady()).answer };
  };

  function upload(
    call: CopyCall,
    file: { readonly name: string; readonly content: Blob },
    fields: Readonly<Record<string, string>>,
    options: CallOptions = {},
  ): Promise<AnswerOf<CopyCall>> {
    return run(call, options, async (running) => {
      const url = urlOf(running.callContext, call);
      const checked = checkedBody(running.callContext, call.body, fields);
      const init = multipartRequest(running.parts, file, dialect.request(call, checked));
      const received = await transfer(running, url, init, readText, FILE_TIMEOUT_FACTOR);
      return (await readReply(replyOf(running, checked, received), call)).answer;
    });
  }

  function download(path: string, options: CallOptions = {}): Promise<Blob> {
    return run({ method: 'GET', path, auth: 'token', once: false }, options, async (running) => {
      const url = fileUrl(running.callContext, client.apiBase, dialect);
      const { response, content } = await transfer(
        running,
        url,
        baseRequest(running.parts, false),
        readFile,
        FILE_TIMEOUT_FACTOR,
      );
      if ('file' in content) return content.file;
      throw await refusedFile(replyOf(running, {}, { response, content: content.text }), path);
    });
  }

  const call: ApiClient['call'] = async (definition, body, options) =>
    (await exchange(definition, body, options)).answer;
  const offers: ApiClient['offers'] = (definition, field) =>
    dialect.pathOf(definition) !== null && (field === undefined || dialect.knowsField(definition, field));
  return { call, exchange, prepare, upload, download, offers };
}
