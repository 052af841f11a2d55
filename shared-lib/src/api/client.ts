import * as v from 'valibot';
import { backEndNames, type AnswerOf, type BodyOf, type CallDefinition } from '../contract/index.ts';
import { newTransactionId, type EnvelopeCodec } from '../crypto/index.ts';
import { ApiError, NO_SESSION_TEXT } from './api-error.ts';
import type { ApiClient, ApiClientOptions, ApiResponse, CallOptions, CopyCall, Exchange } from './client-types.ts';
import { referenceDialect, type SpokenCall } from './dialect.ts';
import { fileUrl, takeFile } from './files.ts';
import { legacyDialect } from './legacy-dialect.ts';
import { baseRequest, checkedBody, multipartRequest, requestOf, type Caller, type RequestParts } from './request.ts';
import { goodBody, readReply, type Reply } from './reply.ts';
import { abortedError, send, type Received } from './send.ts';
import { unreadableError, type Ticket } from './ticket.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_FACTOR = 4;

/** A call as the steps below share it. */
interface Running {
  readonly ticket: Ticket;
  readonly caller: Caller;
  readonly parts: RequestParts;
  readonly codec: EnvelopeCodec;
  readonly options: CallOptions;
}

const takeText = (response: ApiResponse) => response.text();

/** The one API client of a page (W1 to W6, D1, D1a, D2a). */
export function createApiClient(client: ApiClientOptions): ApiClient {
  const { names = v.parse(backEndNames, {}), serverTimeZone = 'UTC' } = client;
  const dialect = client.backend === 'legacy' ? legacyDialect({ names, serverTimeZone }) : referenceDialect;

  function urlOf(ticket: Ticket, call: SpokenCall): string {
    const path = dialect.pathOf(call);
    if (path !== null) return client.apiBase + path;
    const message = `${ticket.callPath}: nothing was sent, because this server does not offer it; your admin can name its path under names.calls in config.json.`;
    throw new ApiError({ ...ticket, kind: 'invalid-request', outcome: 'not-sent', message });
  }

  function callerOf(ticket: Ticket, auth: CallDefinition['auth']): Caller {
    if (auth === 'none') return null;
    const session = client.session();
    if (session) return { token: session.token, email: session.email };
    throw new ApiError({ ...ticket, kind: 'authorization', outcome: 'not-sent', message: NO_SESSION_TEXT });
  }

  async function codecOf(ticket: Ticket): Promise<EnvelopeCodec> {
    try {
      return await client.codec;
    } catch (cause) {
      const message = `${ticket.callPath}: nothing was sent, because the encryption could not be set up; reload the page.`;
      throw new ApiError({ ...ticket, kind: 'invalid-request', outcome: 'not-sent', message, cause });
    }
  }

  /** A late answer to a former session's call says nothing of the present one. */
  function notify(error: ApiError, { caller, options }: Running): void {
    if (caller && client.session()?.token !== caller.token) return;
    if (error.kind === 'authorization' && !options.keepsSession) client.onAuthorizationFailed?.(error);
    if (error.kind === 'forbidden' && caller && error.permissions) client.onForbidden?.(error.permissions);
  }

  async function run<Result>(call: Pick<CallDefinition, 'method' | 'path' | 'auth' | 'once'>, options: CallOptions, steps: (running: Running) => Promise<Result>): Promise<Result> {
    const ticket: Ticket = { callPath: call.path, transactionId: options.transactionId ?? newTransactionId(), once: call.once };
    const caller = callerOf(ticket, call.auth);
    const parts: RequestParts = { ticket, method: call.method, caller, backend: client.backend };
    const running: Running = { ticket, caller, parts, codec: await codecOf(ticket), options };
    try {
      return await steps(running);
    } catch (error) {
      if (error instanceof ApiError) notify(error, running);
      throw error;
    }
  }

  function transfer<Content>({ ticket, options }: Running, url: string, init: RequestInit, take: (response: ApiResponse) => Promise<Content>, factor = 1): Promise<Received<Content>> {
    const { signal } = options;
    if (signal?.aborted) throw abortedError(ticket, 'not-sent', signal.reason);
    const timeoutMs = options.timeoutMs ?? (client.timeoutMs ?? DEFAULT_TIMEOUT_MS) * factor;
    return send(ticket, { fetch: client.fetch, url, init, timeoutMs, signal }, take);
  }

  function replyOf(running: Running, call: SpokenCall, response: ApiResponse, text: string): Reply {
    const { ticket, parts, codec, caller } = running;
    const translate = (value: unknown) => dialect.reply(call, value);
    return { ticket, method: parts.method, backend: client.backend, codec, response, text, translate, withToken: caller !== null };
  }

  function exchange<C extends CallDefinition>(call: C, body: BodyOf<C>, options: CallOptions = {}): Promise<Exchange<AnswerOf<C>>> {
    return run(call, options, async (running) => {
      const url = urlOf(running.ticket, call);
      const checked = dialect.request(call, checkedBody(running.ticket, call.body, body));
      const init = await requestOf(running.parts, call.request, checked, running.codec);
      const { response, content } = await transfer(running, url, init, takeText);
      return readReply(replyOf(running, call, response, content), call);
    });
  }

  function upload(call: CopyCall, file: { readonly name: string; readonly content: Blob }, fields: Readonly<Record<string, string>>, options: CallOptions = {}): Promise<AnswerOf<CopyCall>> {
    return run(call, options, async (running) => {
      const url = urlOf(running.ticket, call);
      const init = multipartRequest(running.parts, file, dialect.request(call, checkedBody(running.ticket, call.body, fields)));
      const { response, content } = await transfer(running, url, init, takeText, FILE_TIMEOUT_FACTOR);
      return (await readReply(replyOf(running, call, response, content), call)).answer;
    });
  }

  function download(path: string, options: CallOptions = {}): Promise<Blob> {
    return run({ method: 'GET', path, auth: 'token', once: false }, options, async (running) => {
      const url = fileUrl(running.ticket, client.apiBase, dialect);
      const { response, content } = await transfer(running, url, baseRequest(running.parts, false), takeFile, FILE_TIMEOUT_FACTOR);
      if ('file' in content) return content.file;
      await goodBody(replyOf(running, { path }, response, content.text), true);
      throw unreadableError(running.ticket, 'it is not a file', response.status);
    });
  }

  const call: ApiClient['call'] = async (definition, body, options) => (await exchange(definition, body, options)).answer;
  const offers: ApiClient['offers'] = (definition, field) => dialect.pathOf(definition) !== null && (field === undefined || dialect.knowsField(definition, field));
  return { call, exchange, upload, download, offers };
}
