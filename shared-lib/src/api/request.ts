import * as v from 'valibot';
import { blobInSlices, holdsLongText, jsonPieces } from '../async/index.ts';
import { API_KEY_HEADER, LAST_INPUT_HEADER, TRANSACTION_ID_HEADER, type CallDefinition } from '../contract/index.ts';
import type { EnvelopeCodec } from '../crypto/index.ts';
import { ApiError } from './api-error.ts';
import type { CallContext } from './call-errors.ts';
import type { CallOptions } from './client-types.ts';
import type { ReplyReader } from './dialect.ts';

const JSON_TYPE = 'application/json';

/** Who is calling; null for calls without a token (W3, W4). */
export type Caller = { readonly token: string; readonly email: string } | null;

/** A call that has a session, if it needs one, and what it takes to write and read it. */
export interface RunningCall {
  readonly context: CallContext;
  readonly method: CallDefinition['method'];
  readonly caller: Caller;
  /** Seconds since somebody last touched the page, if known (S11). */
  readonly sinceInput?: number | undefined;
  readonly codec: EnvelopeCodec;
  readonly reader: ReplyReader;
  readonly options: CallOptions;
}

/** The body as the contract has it. Throws {@link ApiError} `invalid-request`, naming the field. */
export function checkedBody(
  context: CallContext,
  schema: v.GenericSchema,
  body: unknown,
): Readonly<Record<string, unknown>> {
  const result = v.safeParse(schema, body);
  if (result.success) return { ...(result.output as object) };
  const issue = result.issues[0];
  const field = v.getDotPath(issue);
  const message =
    `${context.callPath}: nothing was sent, because ` +
    `${field ? `the field ${field} is wrong: ` : ''}${issue.message}`;
  throw new ApiError({ ...context, kind: 'invalid-request', outcome: 'not-sent', message, cause: result.issues });
}

/** Fetch options of any call: no cookies (W4), cache or referrer; token and, unsealed, the id as headers (W3, D1). */
export function baseRequest(
  { context, method, caller, sinceInput, reader }: RunningCall,
  hasSealedBody: boolean,
): RequestInit & { readonly headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (caller) headers[API_KEY_HEADER] = caller.token;
  if (caller && sinceInput !== undefined && reader.isOurs) headers[LAST_INPUT_HEADER] = String(sinceInput);
  if (!hasSealedBody && reader.isOurs) headers[TRANSACTION_ID_HEADER] = context.transactionId;
  return { method, headers, credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };
}

/** The request of a call with a sealed, a plain or no body (W2, W6). `body` is already checked. */
export async function requestOf(
  running: RunningCall,
  request: CallDefinition['request'],
  body: object,
): Promise<RequestInit> {
  const init = baseRequest(running, request === 'sealed');
  if (request === 'none') return init;
  const { context, method, caller, codec } = running;
  const complete = caller ? { ...body, user: caller.email } : body;
  const { callPath: path, transactionId } = context;
  const content =
    request === 'plain' ? complete : await codec.seal(complete, { direction: 'request', method, path, transactionId });
  // `fetch` copies a text at once, and blocks the page if it is long; it reads a blob later.
  const sent = holdsLongText(content) ? await blobInSlices(jsonPieces(content), JSON_TYPE) : JSON.stringify(content);
  return { ...init, headers: { ...init.headers, 'Content-Type': JSON_TYPE }, body: sent };
}

/** The request of a multipart call: file, user and more (B5); the browser sets Content-Type and boundary. */
export function multipartRequest(
  running: RunningCall,
  file: { readonly name: string; readonly content: Blob },
  fields: Readonly<Record<string, unknown>>,
): RequestInit {
  const form = new FormData();
  form.append('file', file.content, file.name);
  if (running.caller) form.append('user', running.caller.email);
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
  }
  return { ...baseRequest(running, false), body: form };
}
