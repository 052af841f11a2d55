import { Agent, type Dispatcher, request } from 'undici';
import * as v from 'valibot';
import { ANSWER_BYTES, failureOfError, type GatewayFailure, retryAfterOf } from '../../core/gateway/http-replies.ts';
import type { DispatchTimes } from '../../core/gateway/worker-parts.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { KnoxCredentials } from './credentials.ts';
import { type AccessToken, createTokens } from './tokens.ts';

export const CONNECTIONS = 4;

export interface KnoxSettings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly credentials: KnoxCredentials;
  /** The phone number or e-mail that a locked phone shows. */
  readonly contact: string;
  /** What a locked phone shows. */
  readonly lockMessage: string;
}

/** `late`: it was not sent, because its round was over by then. */
export type KnoxReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'late'; readonly reason: string; readonly surelyNotTaken: true }
  | GatewayFailure;

/** An answer of any call; `error` says why something is refused. */
const answered = v.object({
  result: v.string(),
  error: v.nullish(
    v.object({
      code: v.union([v.string(), v.number()]),
      message: v.optional(v.string(), ''),
      reason: v.optional(v.string(), ''),
    }),
  ),
});

const json = v.pipe(v.string(), v.parseJson());
const errorText = v.pipe(json, answered);
const tokenAnswer = v.pipe(json, v.object({ accessToken: v.pipe(v.string(), v.minLength(1)) }));
const tokenError = v.pipe(json, v.object({ message: v.string() }));

const device = v.object({
  deviceUid: v.string(),
  status: v.string(),
  imei: v.nullish(v.string(), ''),
  imei2: v.nullish(v.string(), ''),
  model: v.nullish(v.string(), ''),
});
/** A row of `devices/list`. */
export type KnoxDevice = v.InferOutput<typeof device>;

const listed = v.pipe(
  json,
  v.object({ result: v.literal('SUCCESS'), totalCount: v.number(), deviceList: v.array(device) }),
);
const done = v.pipe(json, v.object({ result: v.literal('SUCCESS') }));

/** What Knox Guard says of a refusal; '' if it says nothing that can be read. */
function refusalIn(text: string): string {
  const { success, output } = v.safeParse(errorText, text);
  if (!success || !output.error) return '';
  const { code, message, reason } = output.error;
  return [message, reason === message ? '' : reason, `(${code})`].filter((part) => part !== '').join(' ');
}

/** Not admitted, whatever is sent. */
const NOT_ADMITTED = new Set([401, 403, 405, 407]);

function failureOfStatus(status: number, what: string, retryAfter: number | undefined, text: string): GatewayFailure {
  const refusal = refusalIn(text);
  const reason = `Knox Guard answered ${status} to ${what}${refusal === '' ? '.' : `: ${refusal}`}`;
  if (status === 429) return { kind: 'busy', reason, retryAfter, surelyNotTaken: true };
  if (status === 503) return { kind: 'busy', reason, retryAfter, surelyNotTaken: false };
  // A 404 without Knox Guard's own words is about the address, not about a device.
  if (NOT_ADMITTED.has(status) || (status === 404 && refusal === ''))
    return { kind: 'misconfigured', reason, surelyNotTaken: true };
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', reason };
  return { kind: 'faulty', reason };
}

type Times = Pick<DispatchTimes, 'connect' | 'answer'>;

interface KnoxRound {
  /** Why nothing more is sent. */
  readonly over?: string | undefined;
}

/** Calls of the REST API of Knox Guard. Follows no redirects: the token is for the configured address. */
export function createKnoxApi({ url, credentials }: KnoxSettings, clock: Clock, times: Times) {
  const agent = new Agent({
    connections: CONNECTIONS,
    maxResponseSize: ANSWER_BYTES,
    headersTimeout: times.answer,
    bodyTimeout: times.answer,
    connect: { timeout: times.connect },
  });

  async function post(path: string, body: object, more: Readonly<Record<string, string>> = {}) {
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...more };
    try {
      const signal = AbortSignal.timeout(times.answer);
      const sent = { method: 'POST', headers, dispatcher: agent, signal, body: JSON.stringify(body) } as const;
      const response: Dispatcher.ResponseData = await request(`${url}${path}`, sent);
      const text = await response.body.text();
      return { status: response.statusCode, retryAfter: retryAfterOf(response.headers['retry-after']), text };
    } catch (error) {
      return failureOfError(error, 'Knox Guard', `POST ${path}`);
    }
  }

  async function accessToken(body: object): Promise<AccessToken> {
    const path = '/ams/v1/users/accesstoken';
    const reply = await post(path, body);
    if ('kind' in reply) return { ...reply, surelyNotTaken: true };
    const { status, retryAfter, text } = reply;
    const read = v.safeParse(tokenAnswer, text);
    if (status === 200 && read.success) return { kind: 'token', accessToken: read.output.accessToken };
    const said = v.safeParse(tokenError, text);
    const what = `the request for an access token${said.success ? ` (${said.output.message})` : ''}`;
    const reason = `Knox Guard answered ${status} to ${what}.`;
    if (status === 429) return { kind: 'busy', reason, retryAfter, surelyNotTaken: true };
    if (status >= 400 && status < 500) return { kind: 'misconfigured', reason, surelyNotTaken: true };
    return { kind: 'unreachable', reason, surelyNotTaken: true };
  }

  const tokens = createTokens({ credentials, clock, request: accessToken });

  async function call<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    body: object,
    transactionId: string,
    round: KnoxRound = {},
  ): Promise<KnoxReply<v.InferOutput<Schema>>> {
    const whole = `/kcs/v1.1/kg/${path}`;
    const send = async (token: string) => {
      // The token may have been long in coming, and this process may have stood still.
      const { over } = round;
      if (over !== undefined) return { kind: 'late', reason: over, surelyNotTaken: true } as const;
      return post(whole, body, { 'x-knox-apitoken': token, 'x-knox-transactionId': transactionId });
    };
    const token = await tokens.current();
    if (token.kind !== 'token') return token;
    let reply = await send(token.text);
    if ('status' in reply && reply.status === 401) {
      // It may have ended, or been withdrawn: a fresh one decides.
      const fresh = await tokens.current(token.text);
      if (fresh.kind !== 'token') return fresh;
      reply = await send(fresh.text);
    }
    if ('kind' in reply) return reply;
    const { status, retryAfter, text } = reply;
    if (status !== 200) return failureOfStatus(status, path, retryAfter, text);
    const read = v.safeParse(schema, text);
    if (read.success) return { kind: 'answered', answer: read.output };
    const refusal = refusalIn(text);
    if (refusal !== '') return { kind: 'refused', reason: `Knox Guard refused ${path}: ${refusal}` };
    return { kind: 'faulty', reason: `Knox Guard's answer to ${path} could not be read.` };
  }

  return {
    /** A command to one device. */
    command: (path: string, body: object, transactionId: string, round: KnoxRound) =>
      call(path, done, body, transactionId, round),
    /** A page of devices, from 0; `search` is a part of what names a device. */
    list: (page: { readonly pageNum: number; readonly pageSize: number; readonly search?: string }, id: string) =>
      call('devices/list', listed, page, id),
    close: () => agent.destroy(),
  };
}

export type KnoxApi = ReturnType<typeof createKnoxApi>;
